import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { build } from 'vite'
import { runningPage, type Tab } from './browser.ts'
import type * as ClientModule from './client.ts'
import type * as TabModule from './tab.ts'

/**
 * The code of a tab. The modules of the app keep their state, so each tab needs its own; loading them again takes 150 ms. One script of
 * them, which is compiled once and called for each tab with the globals of its page, takes about 1 ms.
 *
 * What keeps no state outside of its objects is loaded once for all tabs, so that V8 optimizes it: rules, contracts, zod, and the parts
 * of the official client, whose globals are those of the page that runs.
 */

const STATELESS = /^(?:zod|@maestros\/(?:dominio|contrato))(?:\/|$)/
// The auth client is not among them: it remembers for a page whether its storage can be written.
const CLIENT = /^(?:@supabase\/(?!auth)[\w-]+|idb)$/
const ROOT = join(import.meta.dirname, '../..')

type Require = (name: string) => unknown
type Load = (tab: Tab) => typeof TabModule

export async function loadTabs(example: Tab): Promise<Load> {
  const names = Object.keys(example.globals)
  const tab = await bundle(join(import.meta.dirname, 'tab.ts'), (id) => STATELESS.test(id) || CLIENT.test(id))
  const shared = new Map<string, unknown>()
  const client = await loadClient(example)
  for (const [name, module] of Object.entries(client)) shared.set(name, module)
  for (const name of tab.imports) if (!CLIENT.test(name)) shared.set(name, await import(name))
  const code = compileFunction(tab.code, ['exports', 'require', ...names], { filename: 'tab.js' })
  const require: Require = (name) => shared.get(name)
  return (page) => {
    const exports = {}
    code(exports, require, ...names.map((name) => page.globals[name]))
    return exports as typeof TabModule
  }
}

async function loadClient(example: Tab): Promise<typeof ClientModule.client> {
  const globals = forwarding(example.globals)
  const { code } = await bundle(join(import.meta.dirname, 'client.ts'), () => false)
  const exports = {}
  const names = Object.keys(globals)
  example.enter()
  const load = compileFunction(code, ['exports', ...names], { filename: 'client.js' })
  load(exports, ...names.map((name) => globals[name]))
  return (exports as typeof ClientModule).client
}

async function bundle(entry: string, external: (id: string) => boolean) {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: [{ find: /^react$/, replacement: join(import.meta.dirname, 'react.ts') }] },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      lib: { entry, formats: ['cjs'] },
      rolldownOptions: { external, onLog: () => undefined, output: { codeSplitting: false } },
    },
  })
  const [output] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (output?.type !== 'chunk') throw new Error(`${entry} is not one file`)
  // The copies of a module's exports that make it look like CommonJS take as long as the rest.
  const code = output.code
    .replaceAll(/__toESM\((require\("[^"]+"\))(?:, 1)?\)/g, '$1')
    .replaceAll(/\bimport\(("@supabase\/[^"]+")\)/g, 'Promise.resolve(require($1))')
  return { code, imports: output.imports }
}

/** Globals that are those of the page that runs. */
function forwarding(example: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.keys(example).map((name): [string, unknown] => {
    const value = example[name]
    if (name.startsWith('IDB') || value === undefined) return [name, value]
    const now = () => runningPage()[name] as object
    if (typeof value !== 'function') return [name, new Proxy({}, handlerFor(now))]
    // Most are called, and a proxy for that would be slow.
    const isClass = /^[A-Z]/.test(name)
    if (isClass) return [name, new Proxy(function forwarded() {}, handlerFor(now))]
    return [name, (...given: unknown[]) => Reflect.apply(now() as () => unknown, undefined, given)]
  })
  return Object.fromEntries(entries)
}

const handlerFor = (now: () => object): ProxyHandler<object> => ({
  get: (_, name) => {
    const value: unknown = Reflect.get(now(), name)
    return typeof value === 'function' && !/^[A-Z]/.test(String(name)) ? value.bind(now()) : value
  },
  has: (_, name) => Reflect.has(now(), name),
  apply: (_, __, given) => Reflect.apply(now() as () => unknown, undefined, given),
  construct: (_, given) => Reflect.construct(now() as new () => object, given),
})
