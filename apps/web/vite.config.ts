import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const INJECTION = /^__insertCSS\(.*\);?$/gm

/**
 * sonner adds a <style> element when it is imported, which `style-src 'self'` refuses.
 * Its rules come from our own stylesheet instead (see src/app/app.css).
 */
function sonnerWithoutInjectedStyles(): Plugin {
  return {
    name: 'sonner-without-injected-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /[/\\]sonner[/\\]dist[/\\]index\.mjs/ },
      handler(code) {
        const clean = code.replace(INJECTION, '')
        if (clean === code) this.error('sonner no longer injects its styles as expected: look at this again')
        return { code: clean, map: null }
      },
    },
  }
}

export default defineConfig({
  plugins: [sonnerWithoutInjectedStyles(), tailwindcss(), reactRouter()],
  resolve: {
    alias: {
      // Radix locks the page's scroll through this package's <style> elements; ours adopts a stylesheet.
      'react-style-singleton': fileURLToPath(new URL('src/lib/adopted-style.ts', import.meta.url)),
    },
  },
  build: {
    assetsInlineLimit: 0,
    // What nearly every screen needs is one file: dozens of small ones cost a phone a round trip each.
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
