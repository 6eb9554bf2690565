import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { OLDEST } from './vite/browsers.ts'
import { loadCodeWithRetries } from './vite/code-loading.ts'
import { stylesForOldChrome } from './vite/old-css.ts'

const INJECTION = /^__insertCSS\(.*\);?$/gm

/**
 * sonner adds a <style> element when it is imported, which `style-src 'self'` refuses.
 * Its rules are in src/ui/toast-list.css instead.
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

const SIGN_UP = /[/\\]features[/\\](?:auth[/\\]sign-up|legal[/\\]terms-collapsible)/

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

/** What only screens after sign-in use, though nearly all of them. */
const SIGNED_IN =
  /[/\\]@tanstack[/\\]|[/\\]lib[/\\](?:query-client|functions)\.ts|[/\\]packages[/\\]contrato[/\\]|[/\\]dominio[/\\]src[/\\](?:reputacion|limites)\.ts|[/\\]ui[/\\]skeleton\./

/** What every page loads: the libraries, and the parts of the root. */
const REACT = /[/\\]node_modules[/\\](?:react|react-dom|scheduler)[/\\]/
const LIBRARIES =
  /[/\\]node_modules[/\\](?:react-router|clsx|class-variance-authority|@radix-ui[/\\]react-(?:slot|compose-refs)|lucide-react[/\\]dist[/\\]esm(?![/\\]icons))[/\\]|rolldown[/\\]runtime/
const ROOT_PARTS = new RegExp(
  [
    '[/\\\\]src[/\\\\](?:',
    'ui[/\\\\](?:lazy-component|idle|pressed|layers|button|class-names|early-submit|form|notice|spinner|toaster)\\.',
    '|lib[/\\\\](?:call-error|client|has-strings|load-code|pending-sign-out|session|stored-session)\\.',
    '|app[/\\\\](?:root|role-routes|screens[/\\\\]not-found|layouts[/\\\\]guest|go-to|unreachable)\\.',
    ')|[/\\\\]dominio[/\\\\]src[/\\\\](?:acceso|lado|textos[/\\\\](?:comun|publicos))\\.',
  ].join(''),
)
const isOnEveryPage = (id: string) => LIBRARIES.test(id) || ROOT_PARTS.test(id)

/** What the sign-in, sign-up and recovery screens share. */
const ACCESS =
  /[/\\]features[/\\]auth[/\\](?!on-submit|closed-text)|[/\\]access-page\.|[/\\]src[/\\]ui[/\\](?:field|field-error|form|input|password-input|label)\.|[/\\]dominio[/\\]src[/\\]textos[/\\]acceso/

/** These screens load the rules of their forms after the forms are live (docs/decisions/048). */
const SCHEMAS = /[/\\]node_modules[/\\]zod[/\\]/

/** What a submit of these screens needs too. Without a group of its own it would be in the larger file of what is signed in. */
const CALLS = /[/\\]lib[/\\](?:access|auth-failure|personal-store|recovery|sign-up)\.ts/

/**
 * What every page needs are two files: each file costs its headers, and one file is compressed better than several. React is
 * alone, because pages that contain their code run it while the rest arrives (vite/code-in-pages.ts). The sign-in screens load
 * as little as possible, so what they do without is in other files.
 */
const GROUPS = [
  { name: 'react', test: REACT, priority: 4 },
  { name: 'base', test: isOnEveryPage, priority: 4 },
  { name: 'schemas', test: SCHEMAS, priority: 4 },
  { name: 'calls', test: CALLS, priority: 3 },
  { name: 'access', minShareCount: 3, test: ACCESS, priority: 2 },
  { name: 'sign-up', minShareCount: 2, test: SIGN_UP, priority: 1 },
  { name: 'signed-in', minShareCount: 4, test: SIGNED_IN, priority: 1 },
]

export default defineConfig({
  plugins: [
    loadCodeWithRetries(),
    onlyPrerendered(),
    stylesForOldChrome(),
    sonnerWithoutInjectedStyles(),
    tailwindcss(),
    reactRouter(),
  ],
  resolve: {
    alias: {
      // Radix uses this package to lock the scroll of the page with a <style> element, which our Content-Security-Policy
      // refuses. The replacement adopts a stylesheet.
      'react-style-singleton': fileURLToPath(new URL('src/lib/adopted-style.ts', import.meta.url)),
    },
  },
  build: {
    target: OLDEST,
    cssTarget: OLDEST,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
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
