import { readdirSync } from 'node:fs'

const FOLDER = new URL('../../../packages/dominio/src/paginas/landing/', import.meta.url)

/** The names of the landing pages: each is a file of texts. */
export const LANDING_PAGES: string[] = readdirSync(FOLDER)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort()

/** Pages that are complete without a script. The app is loaded there only for a person with a stored session. */
export const PUBLIC_PAGES = [...LANDING_PAGES, 'terminos-y-condiciones', 'acuerdo-de-privacidad']

/** The page that is prerendered as the template of the search pages, and the name of its file beside the build. */
export const SEARCH_TEMPLATE = { page: 'maestros/plantilla', file: 'maestros.html' }

/** The page that is prerendered for addresses below it that name no trade and no borough, and the name of its file in the build. */
export const NOT_FOUND = { page: 'maestros/no-encontrada', file: '__no-encontrada.html' }

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
      // It waits for the app before it shows the font (src/app/frame/deferred-font.ts).
      .replaceAll(
        /<script>try\{localStorage\.getItem\('maestros-fuente'\)[^<]*<\/script>/g,
        '<script></script>',
      )
      // It says that the app needs scripts, which these pages do not.
      .replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '<noscript></noscript>')
      .replace(MODULE, () => script)
  )
}

/** Removes every script of a page that the server fills: nothing in it is for the app. Data for search engines stays. */
export function withoutAnyScript(html: string): string {
  return html
    .replaceAll(/<script(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<link rel="preload" href="\/config\.json"[^>]*>/g, '')
    .replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '')
}

const STYLESHEET = /<link rel="stylesheet"[^>]*>/

const ROOT = '<html lang="es-MX"'

/**
 * Loads the font of a page beside its styles, and uses it only if it has loaded when the page is first shown (app.css):
 * text that changed its font later could move what is below it. On the next page the font is in the browser's cache.
 */
export function withFont(html: string, font: string): string {
  if (!STYLESHEET.test(html) || !html.includes(ROOT)) {
    throw new Error('The page has no stylesheet or no language: change this function')
  }
  const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin="anonymous"/>`
  return html.replace(ROOT, `${ROOT} data-fuente="opcional"`).replace(STYLESHEET, (link) => link + preload)
}
