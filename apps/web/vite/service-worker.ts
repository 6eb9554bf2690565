import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ENTRY = fileURLToPath(new URL('../src/service-worker/worker.ts', import.meta.url))
const WEB = fileURLToPath(new URL('..', import.meta.url))

/**
 * The screens that can be read without a network, those that the app starts with, and the sign-in after a sign-out: their
 * code is stored before it is needed. The first screen has no path, so that its id is here.
 */
const OFFLINE_SCREENS = [
  'chats',
  'chats/:id',
  'chat-maestro',
  'chat-maestro/:id',
  'perfil/:id',
  'perfil-maestro/:id',
  'inicio',
  'dashboard-maestro',
  'login',
  'login-maestro',
]

/** Mobile data is expensive: the build fails when the stored files together become larger than this, uncompressed. */
const PRECACHE_MAX_BYTES = 1_300_000

/** As far as it is read here; React Router writes it into every build. */
interface Manifest {
  version: string
  entry: Files
  routes: Record<string, Files & { id: string; parentId?: string; path?: string; css?: string[] }>
}
interface Files {
  module: string
  imports?: string[]
  clientLoaderModule?: string
}

/** Bundles the service worker as sw.js, with the list of files that it stores. */
export async function buildServiceWorker(folder: string, target: string[]) {
  const { manifest, path } = readManifest(folder)
  const precached = precachedFiles(folder, manifest, path)
  const bytes = precached.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  if (bytes > PRECACHE_MAX_BYTES) throw new Error(`the service worker would store ${bytes} bytes`)
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'warn',
    define: {
      __BUILD__: JSON.stringify(manifest.version),
      __PRECACHED__: JSON.stringify(precached),
      __MANIFEST__: JSON.stringify(path),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target,
      lib: { entry: ENTRY, formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  })
}

function readManifest(folder: string): { manifest: Manifest; path: string } {
  const [name] = globSync('assets/manifest-*.js', { cwd: folder })
  const text = name === undefined ? '' : readFileSync(join(folder, name), 'utf8')
  const json = /^window\.__reactRouterManifest\s*=\s*([\s\S]*?);?\s*$/.exec(text)?.[1]
  if (name === undefined || json === undefined)
    throw new Error('The manifest of React Router is not as expected')
  return { manifest: JSON.parse(json), path: `/${name}` }
}

/**
 * The entry, the screens above with their layouts, and the parts that these load later, each with everything that it
 * imports statically. Parts of parts are left out: they are stored when they are first used.
 */
function precachedFiles(folder: string, { entry, routes }: Manifest, manifestPath: string): string[] {
  const found = new Set([manifestPath])
  const parts = new Set<string>()
  const add = (path: string, withParts: boolean) => {
    if (found.has(path)) return
    found.add(path)
    if (!path.endsWith('.js')) return
    const code = readFileSync(join(folder, path), 'utf8')
    const near = (name: string) => `${path.slice(0, path.lastIndexOf('/') + 1)}${name}`
    for (const [, name = ''] of code.matchAll(STATIC_IMPORT)) add(near(name), withParts)
    if (withParts) for (const [, name = ''] of code.matchAll(DYNAMIC_IMPORT)) parts.add(near(name))
  }
  const addAll = ({ module, imports = [], clientLoaderModule }: Files, css: string[] = []) => {
    for (const path of [module, ...imports, ...css, clientLoaderModule ?? []].flat()) add(path, true)
  }
  addAll(entry)
  for (const route of Object.values(routes)) {
    if (route.id !== 'root' && !OFFLINE_SCREENS.includes(route.path ?? route.id)) continue
    for (let one: typeof route | undefined = route; one; one = routes[one.parentId ?? ''])
      addAll(one, one.css)
  }
  for (const path of parts) add(path, false)
  for (const path of stylesOf(folder)) add(path, false)
  return [...found].sort()
}

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g
const DYNAMIC_IMPORT = /\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g

/** The stylesheets of the page that starts the app. */
function stylesOf(folder: string): string[] {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)
}
