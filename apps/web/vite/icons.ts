import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const DRAWING = new URL('../public/favicon.svg', import.meta.url)
const ICO_SIZES = [16, 32, 48]
const TOUCH_SIZE = 180

/** Makes /favicon.ico and /apple-touch-icon.png from the drawing of the logo. */
export async function makeIcons(folder: string) {
  const svg = readFileSync(DRAWING, 'utf8')
  const pictures = await Promise.all(ICO_SIZES.map(async (size) => ({ size, png: await draw(svg, size) })))
  writeFileSync(join(folder, 'favicon.ico'), icoOf(pictures))
  // iOS rounds the corners itself, and shows transparent ones in black.
  writeFileSync(join(folder, 'apple-touch-icon.png'), await draw(svg.replace(' rx="9"', ''), TOUCH_SIZE))
}

const draw = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 40 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()

/** The ICO container with PNG pictures: a header of 6 bytes, 16 bytes for each picture, and the pictures. */
function icoOf(pictures: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = 6 + 16 * pictures.length
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt8(size, 0)
    entry.writeUInt8(size, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)])
}

const LOGO = new URL('../public/favicon.svg', import.meta.url)
/** The blue of the logo. A maskable icon is filled to its edges, because the system cuts its shape. */
const BLUE = '#1f3f9d'
/** A maskable icon shows its content within the inner 80 %. */
const SAFE = 0.72

/** Makes the icons of the installed app from the logo: two sizes, the same filled to the edges, and the badge. */
export async function makeAppIcons(folder: string) {
  const icons = join(folder, 'icons')
  mkdirSync(icons, { recursive: true })
  const logo = readFileSync(LOGO, 'utf8')
  const rendered = (svg: string, size: number) =>
    sharp(Buffer.from(svg), { density: (72 * size) / 40 }).resize(size, size)
  for (const size of [192, 512]) {
    await rendered(logo, size)
      .png({ palette: true })
      .toFile(join(icons, `${size}.png`))
    await rendered(maskable(logo), size)
      .png({ palette: true })
      .toFile(join(icons, `maskable-${size}.png`))
  }
  await rendered(badge(logo), 96).png().toFile(join(icons, 'badge.png'))
}

const content = (logo: string) => {
  const inner = /<g[\s\S]*<\/svg>/.exec(logo)?.[0].replace('</svg>', '')
  if (inner === undefined) throw new Error('The logo is not drawn as expected: change vite/icons.ts')
  return inner
}

function maskable(logo: string): string {
  const margin = (40 - 40 * SAFE) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${BLUE}"/>
    <g transform="translate(${margin} ${margin}) scale(${SAFE})">${content(logo)}</g></svg>`
}

/** Android shows only the shape of a badge, in one colour. */
const badge = (logo: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="4 4 32 32">${content(logo).replaceAll('#f59b23', '#fbf7f0')}</svg>`
