import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { STORAGE_KEY } from './src/lib/client/stored-session.ts'
import { putCodeIntoPages } from './vite/code-in-pages.ts'
import { makeAppIcons, makeIcons } from './vite/icons.ts'
import { OLDEST } from './vite/old-browsers.ts'
import {
  NOT_FOUND,
  PUBLIC_PAGES,
  SEARCH_TEMPLATE,
  withFont,
  withoutAnyScript,
  withoutScripts,
} from './vite/public-pages.ts'
import { buildServiceWorker } from './vite/service-worker.ts'
import { makeSocialPictures } from './vite/social-pictures.ts'

const INLINE = /<script>[\s\S]*?<\/script>/g

/**
 * A script after a stylesheet waits for it, and the parser waits for the script: the first paint would show only what was
 * parsed by then. The scripts of the head need no styles.
 */
function withScriptsFirst(html: string): string {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end)
  const scripts = (head.match(INLINE) ?? []).join('')
  const ordered = head.replaceAll(INLINE, '').replace('<link rel="stylesheet"', (link) => scripts + link)
  if (scripts === '' || !ordered.includes(scripts))
    throw new Error(
      'The <head> of a prerendered page has no script before the styles: correct withScriptsFirst',
    )
  return ordered + html.slice(end)
}

function orderHeads(folder: string) {
  for (const page of globSync('**/*.html', { cwd: folder })) {
    const path = join(folder, page)
    writeFileSync(path, withScriptsFirst(readFileSync(path, 'utf8')))
  }
}

function fontOf(folder: string): string {
  const [font] = globSync('assets/figtree-*.woff2', { cwd: folder })
  if (font === undefined)
    throw new Error('The build contains no font file: correct the name that is searched for')
  return font
}

function pagesWithoutScripts(folder: string) {
  for (const page of PUBLIC_PAGES) {
    const path = join(folder, page, 'index.html')
    const html = withoutScripts(readFileSync(path, 'utf8'), STORAGE_KEY)
    writeFileSync(path, withFont(html, fontOf(folder)))
  }
}

/** Moves the template of the search pages out of the folder that is served, and the page for unknown ones to a name of its own. */
function moveSearchPages(folder: string) {
  const pageIn = (page: string) =>
    withFont(withoutAnyScript(readFileSync(join(folder, page, 'index.html'), 'utf8')), fontOf(folder))
  const templates = join(folder, '../templates')
  mkdirSync(templates, { recursive: true })
  writeFileSync(join(templates, SEARCH_TEMPLATE.file), pageIn(SEARCH_TEMPLATE.page))
  writeFileSync(join(folder, NOT_FOUND.file), pageIn(NOT_FOUND.page))
  rmSync(join(folder, dirname(SEARCH_TEMPLATE.page)), { recursive: true })
}

/** The sign-in screens: the first page of most people, on whatever network they have. */
const ACCESS_PAGES = [
  'login',
  'login-maestro',
  'registro',
  'registro-maestro',
  'recuperar-buscador',
  'recuperar-maestro',
]

export default {
  appDirectory: 'src/app',
  ssr: false,
  // These pages are static HTML files, visible before any script runs. Every other path is answered with index.html.
  prerender: [
    ...[...ACCESS_PAGES, ...PUBLIC_PAGES].map((page) => `/${page}`),
    `/${SEARCH_TEMPLATE.page}`,
    `/${NOT_FOUND.page}`,
  ],
  buildEnd: async ({ reactRouterConfig }) => {
    const folder = join(reactRouterConfig.buildDirectory, 'client')
    orderHeads(folder)
    await putCodeIntoPages(folder, ACCESS_PAGES)
    pagesWithoutScripts(folder)
    moveSearchPages(folder)
    await makeSocialPictures(folder)
    await makeIcons(folder)
    await makeAppIcons(folder)
    await buildServiceWorker(folder, OLDEST)
  },
} satisfies Config
