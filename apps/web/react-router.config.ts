import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { STORAGE_KEY } from './src/lib/stored-session.ts'
import { PUBLIC_PAGES, withoutScripts } from './vite/public-pages.ts'
import { makeSocialPictures } from './vite/social-pictures.ts'

/** Prerendered pages are visible without scripts. Low priority keeps the scripts behind the styles and the font on a slow connection. */
function scriptsAfterPaint(folder: string) {
  for (const page of globSync('**/*.html', { cwd: folder })) {
    const path = join(folder, page)
    const html = readFileSync(path, 'utf8')
    writeFileSync(path, html.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"'))
  }
}

function pagesWithoutScripts(folder: string) {
  for (const page of PUBLIC_PAGES) {
    const path = join(folder, page, 'index.html')
    writeFileSync(path, withoutScripts(readFileSync(path, 'utf8'), STORAGE_KEY))
  }
}

export default {
  appDirectory: 'src/app',
  ssr: false,
  // These pages are static HTML files, visible before any script runs. Every other path is answered with index.html.
  prerender: [
    '/login',
    '/login-maestro',
    '/registro',
    '/registro-maestro',
    '/recuperar-buscador',
    '/recuperar-maestro',
    ...PUBLIC_PAGES.map((page) => `/${page}`),
  ],
  buildEnd: async ({ reactRouterConfig }) => {
    const folder = join(reactRouterConfig.buildDirectory, 'client')
    pagesWithoutScripts(folder)
    scriptsAfterPaint(folder)
    await makeSocialPictures(folder)
  },
} satisfies Config
