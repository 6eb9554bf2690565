import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'

/** The pages paint without their scripts, which must not be before the styles and the font on a slow line. */
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
  // Public pages are files that show before any script runs; every other path is answered with index.html.
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
