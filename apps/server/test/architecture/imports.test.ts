import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, importTarget, readSources } from '../../../../scripts/lib/imports.ts'

/**
 * Checks the direction of imports on resolved paths. A unit is a folder or a file directly below the root, or below
 * one of its folders (`depth`). It may import itself and the units of earlier layers, but no unit of its own layer or of a later one.
 */
interface Tree {
  root: string
  /** How many folders deep a unit is, by its first folder. The default is one. */
  depth: Record<string, number>
  /** Files that other units of their layer may import too. */
  shared: string[]
  /** The names of units, or of the folder that they all lie in. */
  layers: string[][]
}

/** Start, subjects, protocol, platform: each floor knows only those below it. Platform knows no subject. */
const SERVER: Tree = {
  root: 'apps/server/src',
  depth: { platform: 2, protocol: 2, subjects: 2 },
  shared: ['subjects/chat/present-mensaje.ts', 'subjects/resenas/review-pages.ts'],
  layers: [
    ['platform/error-code.ts', 'platform/escape-html.ts', 'platform/secrecy'],
    ['platform/settings'],
    ['platform/caller.ts'],
    ['platform/limits'],
    ['platform/db'],
    ['platform/jobs'],
    ['platform/bus', 'platform/mail', 'platform/objects', 'platform/push'],
    ['platform/services.ts'],
    ['platform/http'],
    ['platform/mailbox'],
    ['protocol'],
    ['subjects'],
    ['function-list.ts', 'job-list.ts'],
    ['surfaces.ts'],
    ['app.ts'],
    ['assemble.ts', 'workers.ts'],
    ['main.ts'],
  ],
}

const WEB: Tree = {
  root: 'apps/web/src',
  depth: { features: 2, lib: 2 },
  shared: [],
  // lib shows failures of background calls as toasts, so it may import ui.
  layers: [
    ['service-worker'],
    ['ui'],
    ['lib/device'],
    ['lib/client'],
    ['lib/session'],
    ['lib/live'],
    ['entities'],
    ['features'],
    ['app'],
  ],
}

const sources = [...readSources()]

/** The imports between the files of a tree, by paths from its root. */
const importsIn = ({ root }: Tree) =>
  new Map(
    sources
      .filter(([file]) => file.startsWith(`${root}/`))
      .map(([file, source]) => {
        const targets = new Set(importsOf(file, source).map(({ target }) => target))
        const inside = [...targets].filter((target) => target.startsWith(`${root}/`))
        return [relative(root, file), inside.map((target) => relative(root, target))]
      }),
  )

/** An import that no file has, by paths from the tree's root. */
const importOf = ({ root }: Tree, file: string, specifier: string) =>
  new Map([[file, [relative(root, importTarget(join(root, file), specifier) ?? '')]]])

function unitOf({ depth }: Tree, file: string): string {
  const parts = file.split('/')
  return parts.slice(0, depth[parts[0] ?? ''] ?? 1).join('/')
}

const layerOf = (tree: Tree, file: string) =>
  tree.layers.findIndex(
    (names) => names.includes(unitOf(tree, file)) || names.includes(file.split('/')[0] ?? ''),
  )

describe.each([
  ['the server', SERVER],
  ['the web app', WEB],
])('in %s', (_name, tree) => {
  const imports = importsIn(tree)

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
  ['a relative path to another feature', 'features/chat/inbox.tsx', '../directorio/results.tsx'],
  ['a longer relative path to another feature', 'features/chat/api/keys.ts', '../../directorio/results.tsx'],
  ['an alias of another feature', 'features/chat/inbox.tsx', '#features/directorio/results.tsx'],
  ['an alias of lib in ui', 'ui/elements/avatar.tsx', '#lib/client/client.ts'],
  ['a feature in entities', 'entities/maestro/level-chip.tsx', '../../features/perfil/states.tsx'],
  ['a screen in entities', 'entities/maestro/level-chip.tsx', '#app/access/guard.tsx'],
  ['entities in lib', 'lib/session/session.ts', '#entities/picture/shrink.ts'],
  ['the client in the device', 'lib/device/load-code.ts', '../client/call-error.ts'],
  ['the session in the client', 'lib/client/upload.ts', '../session/session-state.ts'],
  ['live changes in the session', 'lib/session/query-client.ts', '../live/live.ts'],
])('in the web app, %s is found as a wrong import', (_name, file, path) => {
  expect(wrongImports(WEB, importOf(WEB, file, path))).toHaveLength(1)
})

test.each([
  ['a surface in platform', 'platform/http/cors.ts', '../../protocol/auth/errors.ts'],
  ['a later part of platform', 'platform/limits/clock.ts', '../db/pool.ts'],
  ['another surface', 'protocol/auth/plugin.ts', '../rest/errors.ts'],
  ['a subject in protocol', 'protocol/rest/run.ts', '../../subjects/resenas/review-pages.ts'],
  ['another subject', 'subjects/perfil/functions/maestro-profile.ts', '../../chat/inbox.ts'],
  ['the start in a subject', 'subjects/chat/inbox.ts', '../../job-list.ts'],
])('in the server, %s is found as a wrong import', (_name, file, path) => {
  expect(wrongImports(SERVER, importOf(SERVER, file, path))).toHaveLength(1)
})

function wrongImports(tree: Tree, imports: Map<string, string[]>): string[] {
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => unitOf(tree, target) !== unitOf(tree, file))
      .filter((target) => layerOf(tree, target) >= layerOf(tree, file))
      .filter((target) => !(tree.shared.includes(target) && layerOf(tree, target) === layerOf(tree, file)))
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
