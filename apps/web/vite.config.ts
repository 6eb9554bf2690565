import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { CHUNKS } from './vite/chunks.ts'
import { loadCodeWithRetries } from './vite/code-loading.ts'
import { OLDEST, stylesForOldChrome } from './vite/old-browsers.ts'

/** Leaves files that end in .prerender.tsx out of the browser's code: they are rendered at build time only. */
function onlyPrerendered(): Plugin {
  return {
    name: 'only-prerendered',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\.prerender\.tsx$/ },
      handler: () => ({ code: 'export default () => null', map: null }),
    },
  }
}

export default defineConfig({
  plugins: [loadCodeWithRetries(), onlyPrerendered(), stylesForOldChrome(), tailwindcss(), reactRouter()],
  resolve: {
    alias: {
      // Radix uses this package to lock the scroll of the page with a <style> element, which our Content-Security-Policy
      // refuses. The replacement adopts a stylesheet.
      'react-style-singleton': fileURLToPath(new URL('src/ui/dialogs/adopted-style.ts', import.meta.url)),
    },
  },
  build: {
    target: OLDEST,
    cssTarget: OLDEST,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { proxy: proxied(process.env.API_URL ?? 'http://127.0.0.1:3000') },
})

function proxied(target: string) {
  const paths = ['/config.json', '/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1']
  return {
    ...Object.fromEntries(paths.map((path) => [path, { target }])),
    '/realtime/v1': { target, ws: true },
  }
}
