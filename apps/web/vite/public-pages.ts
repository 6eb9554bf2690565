import { readdirSync } from 'node:fs'

const FOLDER = new URL('../../../packages/dominio/src/textos/landing/', import.meta.url)

/** The names of the landing pages: each is a file of texts. */
export const LANDING_PAGES: string[] = readdirSync(FOLDER)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort()

/** Pages that are complete without a script. The app is loaded there only for a person with a stored session. */
export const PUBLIC_PAGES = [...LANDING_PAGES, 'terminos-y-condiciones', 'acuerdo-de-privacidad']

const MODULE = /<script type="module" async="">([\s\S]*?)<\/script>/

/**
 * Makes the scripts of a page load only when a session is stored in this browser, so that its menu is shown. Everybody
 * else reads the page without any file of the app.
 */
export function withoutScripts(html: string, storageKey: string): string {
  const code = MODULE.exec(html)?.[1]
  if (code === undefined) throw new Error('The page has no module script: change this function')
  const later = code
    .replaceAll(/import \* as (\w+) from ("[^"]+");/g, 'const $1 = await import($2);')
    .replaceAll(/import ("[^"]+");/g, 'await import($1);')
  const script = `<script type="module">try{if(localStorage.getItem('${storageKey}')){${later}}}catch{}</script>`
  return (
    html
      .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
      .replaceAll(/<link rel="preload" href="\/config\.json"[^>]*>/g, '')
      // It waits for the app before it shows the font (src/app/late-font.ts).
      .replaceAll(
        /<script>try\{localStorage\.getItem\('maestros-fuente'\)[^<]*<\/script>/g,
        '<script></script>',
      )
      // It says that the app needs scripts, which these pages do not.
      .replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '<noscript></noscript>')
      .replace(MODULE, () => script)
  )
}
