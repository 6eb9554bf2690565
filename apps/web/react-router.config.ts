import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'

/** Prerendered pages are visible without scripts. Low priority keeps the scripts behind the styles and the font on a slow connection. */
function scriptsAfterPaint(folder: string) {
  for (const page of globSync('**/*.html', { cwd: folder })) {
    const path = join(folder, page)
    const html = readFileSync(path, 'utf8')
    writeFileSync(path, html.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"'))
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
  ],
  buildEnd: ({ reactRouterConfig }) => scriptsAfterPaint(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
