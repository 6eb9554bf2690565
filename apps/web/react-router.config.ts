import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { STORAGE_KEY } from './src/lib/stored-session.ts'
import { PUBLIC_PAGES, withoutScripts } from './vite/public-pages.ts'
import { makeSocialPictures } from './vite/social-pictures.ts'

const SCRIPT = /<link rel="modulepreload" href="(\/assets\/[\w.-]+)"\/>/g

/**
 * Prerendered pages are visible without scripts, so the styles come first on a slow connection. Low priority keeps the
 * scripts behind them. Chromium loads one request of low priority at a time while styles are missing: with the largest
 * script first, the line has something to do from then on.
 */
function orderRequests(folder: string) {
  for (const page of globSync('**/*.html', { cwd: folder })) {
    const path = join(folder, page)
    const html = readFileSync(path, 'utf8')
    const scripts = [...html.matchAll(SCRIPT)]
      .map(([, href = '']) => ({ href, bytes: statSync(join(folder, href)).size }))
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ href }) => `<link rel="modulepreload" fetchpriority="low" href="${href}"/>`)
    if (scripts.length === 0) throw new Error(`${page} preloads no scripts: look at this again`)
    writeFileSync(
      path,
      html.replaceAll(SCRIPT, () => scripts.shift() ?? ''),
    )
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
    orderRequests(folder)
    pagesWithoutScripts(folder)
    await makeSocialPictures(folder)
  },
} satisfies Config
