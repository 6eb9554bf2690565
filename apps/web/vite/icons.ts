import { readFileSync, writeFileSync } from 'node:fs'
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
