import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Checks the direction of imports on resolved paths. A unit is a folder or a file directly below the root. It
 * may import itself and the units of earlier layers, but no unit of its own layer or of a later one.
 */
interface Tree {
  root: string
  /** Prefixes that package.json maps to folders of the tree. */
  alias: Record<string, string>
  /** How many folders deep a unit is, by its first folder. The default is one. */
  depth: Record<string, number>
  layers: string[][]
}

const ROOT = join(import.meta.dirname, '../../../..')

const SERVER: Tree = {
  root: 'apps/server/src',
  alias: {},
  depth: {},
  layers: [
    [
      'config.ts',
      'demo-operator.ts',
      'easy-passwords.ts',
      'error-code.ts',
      'escape-html.ts',
      'password-hash.ts',
      'random-token.ts',
      'sealed-text.ts',
      'text-signer.ts',
    ],
    ['secrets.ts'],
    ['caller.ts'],
    ['limits'],
    ['db'],
    ['jobs', 'key-fingerprints.ts'],
    ['bus', 'mail', 'objects', 'push'],
    ['services.ts'],
    ['accounts', 'backoffice', 'notices'],
    ['http'],
    ['auth', 'rest', 'functions', 'storage', 'realtime', 'mailbox', 'search-pages', 'unsubscribe'],
    ['surfaces.ts', 'job-list.ts', 'operator'],
    ['app.ts'],
    ['assemble.ts', 'workers.ts'],
    ['main.ts'],
  ],
}

const WEB: Tree = {
  root: 'apps/web/src',
  alias: {
    '#app/': 'app/',
    '#features/': 'features/',
    '#entities/': 'entities/',
    '#lib/': 'lib/',
    '#ui/': 'ui/',
  },
  depth: { features: 2 },
  // lib shows failures of background calls as toasts, so it may import ui.
  layers: [['service-worker'], ['ui'], ['lib'], ['entities'], ['features'], ['app']],
}

const IMPORT = /^(?:import|export)\b[^'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

function importsOf(tree: Tree): Map<string, string[]> {
  const folder = join(ROOT, tree.root)
  return new Map(
    globSync('**/*.{ts,tsx}', { cwd: folder }).map((file) => {
      const found = [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)].flatMap(([, a, b, c]) => {
        const target = resolveImport(tree, file, a ?? b ?? c ?? '')
        return target === undefined ? [] : [target]
      })
      return [file, found] as const
    }),
  )
}

/** The imported file, relative to the tree's root. Undefined for a package. */
function resolveImport(tree: Tree, file: string, path: string): string | undefined {
  const prefix = Object.keys(tree.alias).find((name) => path.startsWith(name))
  if (prefix !== undefined) return tree.alias[prefix] + path.slice(prefix.length)
  return path.startsWith('.') ? normalize(join(dirname(file), path)) : undefined
}

function unitOf({ depth }: Tree, file: string): string {
  const parts = file.split('/')
  return parts.slice(0, depth[parts[0] ?? ''] ?? 1).join('/')
}

const layerOf = ({ layers }: Tree, file: string) =>
  layers.findIndex((names) => names.includes(file.split('/')[0] ?? ''))

describe.each([
  ['the server', SERVER],
  ['the web app', WEB],
])('in %s', (_name, tree) => {
  const imports = importsOf(tree)

  test('every file belongs to a layer', () => {
    expect(imports.size).toBeGreaterThan(50)
    expect([...imports.keys()].filter((file) => layerOf(tree, file) < 0)).toEqual([])
  })

  test('no import runs to a later layer or to another unit of the same layer', () => {
    expect(wrongImports(tree, imports)).toEqual([])
  })

  test('no file imports itself through others', () => {
    expect(cycles(imports)).toEqual([])
  })
})

test.each([
  ['a relative path to another feature', 'features/chat/inbox.tsx', '../busqueda/results.tsx'],
  ['a longer relative path to another feature', 'features/chat/api/keys.ts', '../../busqueda/results.tsx'],
  ['an alias of another feature', 'features/chat/inbox.tsx', '#features/busqueda/results.tsx'],
  ['an alias of lib in ui', 'ui/avatar.tsx', '#lib/client.ts'],
  ['a feature in entities', 'entities/maestro/level-chip.tsx', '../../features/perfil/states.tsx'],
  ['a screen in entities', 'entities/maestro/level-chip.tsx', '#app/guard.tsx'],
  ['entities in lib', 'lib/session.ts', '#entities/picture/shrink.ts'],
])('in the web app, %s is found as a wrong import', (_name, file, path) => {
  const imports = new Map([[file, [resolveImport(WEB, file, path) ?? '']]])
  expect(wrongImports(WEB, imports)).toHaveLength(1)
})

function wrongImports(tree: Tree, imports: Map<string, string[]>): string[] {
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => unitOf(tree, target) !== unitOf(tree, file))
      .filter((target) => layerOf(tree, target) >= layerOf(tree, file))
      .map((target) => `${file} imports ${target}`),
  )
}

/** Groups of files that import each other (Tarjan's algorithm). */
function cycles(imports: Map<string, string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    const number = index.size
    index.set(file, number)
    low.set(file, number)
    stack.push(file)
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!index.has(target)) visit(target)
      if (stack.includes(target)) low.set(file, Math.min(low.get(file) ?? 0, low.get(target) ?? 0))
    }
    if (low.get(file) !== number) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) found.push(group.sort())
  }
  for (const file of imports.keys()) if (!index.has(file)) visit(file)
  return found
}
