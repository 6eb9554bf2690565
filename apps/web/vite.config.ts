import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const INJECTION = /^__insertCSS\(.*\);?$/gm

/**
 * sonner adds a <style> element when it is imported, which `style-src 'self'` refuses.
 * Its rules are in src/app/app.css instead.
 */
function sonnerWithoutInjectedStyles(): Plugin {
  return {
    name: 'sonner-without-injected-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /[/\\]sonner[/\\]dist[/\\]index\.mjs/ },
      handler(code) {
        const clean = code.replace(INJECTION, '')
        if (clean === code) this.error('sonner no longer injects its styles as expected: change this plugin')
        return { code: clean, map: null }
      },
    },
  }
}

export default defineConfig({
  plugins: [sonnerWithoutInjectedStyles(), tailwindcss(), reactRouter()],
  resolve: {
    alias: {
      // Radix uses this package to lock the scroll of the page with a <style> element, which our Content-Security-Policy
      // refuses. The replacement adopts a stylesheet.
      'react-style-singleton': fileURLToPath(new URL('src/lib/adopted-style.ts', import.meta.url)),
    },
  },
  build: {
    assetsInlineLimit: 0,
    // Modules that nearly every screen needs are one file: many small files cost a phone a round trip each.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', minShareCount: 10 }] } } },
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
