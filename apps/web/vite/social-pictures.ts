import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Landing } from '@maestros/dominio/paginas/textos-de-landing'
import sharp from 'sharp'
import { LANDING_PAGES } from './public-pages.ts'

/** The colours of ui/tokens.css in the light scheme: a picture has no stylesheet. */
const FILLS = { primario: '#2c4c9b', tinte: '#dfe6f7', acento: '#f0a03c' } as const

/** Pictures of pages that are no landing pages, on the same field of 120 by 96 as the drawings of trades. */
const OTHERS = { inicio: logo(), maestros: listOfPeople() }

/** Makes the pictures that link previews show: a drawing on the tiled panel, without words. */
export async function makeSocialPictures(folder: string) {
  mkdirSync(join(folder, 'social'), { recursive: true })
  const save = (name: string, drawing: string) =>
    sharp(Buffer.from(socialPicture(drawing)))
      .png({ palette: true })
      .toFile(join(folder, 'social', `${name}.png`))
  for (const name of LANDING_PAGES) {
    const { default: landing }: { default: Landing } = await import(
      `../../../packages/dominio/src/paginas/landing/${name}.ts`
    )
    await save(name, landing.dibujo.map(({ d, tono }) => `<path d="${d}" fill="${FILLS[tono]}"/>`).join(''))
  }
  for (const [name, drawing] of Object.entries(OTHERS)) await save(name, drawing)
}

function logo(): string {
  const svg = readFileSync(new URL('../public/favicon.svg', import.meta.url), 'utf8')
  const drawing = svg.replace(/^<svg[^>]*>|<title>[^<]*<\/title>|<\/svg>\s*$/g, '')
  return `<g transform="translate(22 10) scale(1.9)">${drawing}</g>`
}

/** Three cards of people, and a magnifying glass. */
function listOfPeople(): string {
  const card = (y: number) =>
    `<rect x="10" y="${y}" width="84" height="22" rx="6" fill="${FILLS.tinte}"/>` +
    `<circle cx="22" cy="${y + 11}" r="7" fill="${FILLS.primario}"/>` +
    `<rect x="34" y="${y + 5}" width="30" height="5" rx="2.5" fill="${FILLS.primario}"/>` +
    `<rect x="34" y="${y + 13}" width="18" height="4" rx="2" fill="${FILLS.acento}"/>`
  const glass =
    `<path d="M90 74l18 16" stroke="${FILLS.acento}" stroke-width="8" stroke-linecap="round"/>` +
    `<circle cx="80" cy="62" r="18" fill="#ffffff" stroke="${FILLS.primario}" stroke-width="6"/>`
  return [4, 36, 68].map(card).join('') + glass
}

function socialPicture(drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
    <defs><pattern id="t" width="60" height="60" patternUnits="userSpaceOnUse">
      <path d="M30 28C21 24 20 12 30 6c10 6 9 18 0 22Zm0 4c9 4 10 16 0 22-10-6-9-18 0-22Zm2-2c4-9 16-10 22 0-6 10-18 9-22 0Zm-4 0c-4 9-16 10-22 0 6-10 18-9 22 0Z" fill="#ffffff" opacity=".08"/>
    </pattern></defs>
    <rect width="1200" height="630" fill="#23407f"/><rect width="1200" height="630" fill="url(#t)"/>
    <rect x="300" y="75" width="600" height="480" rx="40" fill="#ffffff"/>
    <g transform="translate(360 123) scale(4)">${drawing}</g>
  </svg>`
}
