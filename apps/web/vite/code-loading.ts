import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const LOADER = fileURLToPath(new URL('../src/lib/device/load-code.ts', import.meta.url))
const PRELOAD_HELPER = 'vite/preload-helper.js'
const ROUTER_FILES =
  /[/\\]react-router[/\\]dist[/\\]\w+[/\\]lib[/\\]dom[/\\]ssr[/\\](?:routes|routeModules)\.js/
/** How React Router imports the module of a screen. */
const ROUTER_IMPORT = /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*([\w.]+)\s*\)/g

/**
 * Sends every dynamic import of the app through src/lib/device/load-code.ts, which downloads the files before it imports
 * them (docs/decisions/web-loading.md). `import()` in the source becomes a call of Vite's preload helper; that helper is replaced
 * here. React Router imports the modules of screens by itself; these imports are replaced too.
 */
export function loadCodeWithRetries(): Plugin {
  return {
    name: 'load-code-with-retries',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      build: {
        // Vite leaves the file itself out when it has no dependencies.
        modulePreload: { resolveDependencies: (file, deps) => [...new Set([file, ...deps])] },
      },
    }),
    transform: {
      filter: { id: [ROUTER_FILES, new RegExp(PRELOAD_HELPER)] },
      handler(code, id) {
        const from = `from ${JSON.stringify(LOADER)}`
        if (id.endsWith(PRELOAD_HELPER)) {
          return { code: `export { loadPart as __vitePreload } ${from}`, map: null }
        }
        const replaced = code.replace(ROUTER_IMPORT, (_, file: string) =>
          file === 'route.module' ? `__loadScreen(${file}, route.imports)` : `__loadLoader(${file})`,
        )
        if (replaced === code)
          this.error(`${id} imports modules in another way than before: correct the text that is replaced`)
        return {
          code: `import { loadScreen as __loadScreen, loadLoader as __loadLoader } ${from}\n${replaced}`,
          map: null,
        }
      },
    },
  }
}
