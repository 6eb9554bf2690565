import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Landing } from '@maestros/dominio/textos/landing'
import sharp from 'sharp'
import { LANDING_PAGES } from './public-pages.ts'

/** The colours of ui/tokens.css in the light scheme: a picture has no stylesheet. */
const FILLS = { primario: '#2c4c9b', tinte: '#dfe6f7', acento: '#f0a03c' } as const

/** Makes the picture that link previews show of each landing page: its drawing on the tiled panel, without words. */
export async function makeSocialPictures(folder: string) {
  mkdirSync(join(folder, 'social'), { recursive: true })
  for (const name of LANDING_PAGES) {
    const { default: landing }: { default: Landing } = await import(
      `../../../packages/dominio/src/textos/landing/${name}.ts`
    )
    await sharp(Buffer.from(socialPicture(landing.dibujo)))
      .png({ palette: true })
      .toFile(join(folder, 'social', `${name}.png`))
  }
}

function socialPicture(drawing: Landing['dibujo']): string {
  const paths = drawing.map(({ d, tono }) => `<path d="${d}" fill="${FILLS[tono]}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
    <defs><pattern id="t" width="60" height="60" patternUnits="userSpaceOnUse">
      <path d="M30 28C21 24 20 12 30 6c10 6 9 18 0 22Zm0 4c9 4 10 16 0 22-10-6-9-18 0-22Zm2-2c4-9 16-10 22 0-6 10-18 9-22 0Zm-4 0c-4 9-16 10-22 0 6-10 18-9 22 0Z" fill="#ffffff" opacity=".08"/>
    </pattern></defs>
    <rect width="1200" height="630" fill="#23407f"/><rect width="1200" height="630" fill="url(#t)"/>
    <rect x="300" y="75" width="600" height="480" rx="40" fill="#ffffff"/>
    <g transform="translate(360 123) scale(4)">${paths}</g>
  </svg>`
}
