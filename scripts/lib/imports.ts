import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type EcmaScriptModule, parseSync } from 'oxc-parser'

/** The source files of the tree, and what they import of each other. */

const ROOT = join(import.meta.dirname, '../..')
const FILES = '{apps,packages,scripts,db,e2e,bench,mutants}/**/*.{ts,tsx,mjs}'
const SKIPPED = /(^|\/)(node_modules|build|must-not-compile|bad-definitions)(\/|$)/

const PACKAGES: [prefix: string, folder: string][] = [
  ['#', 'apps/web/src/'],
  ['@maestros/dominio/', 'packages/dominio/src/'],
  ['@maestros/contrato/', 'packages/contrato/src/'],
]

export interface Source {
  code: string
  module: EcmaScriptModule
  /** Offsets of comments, which are not a use. */
  comments: { start: number; end: number }[]
}

interface Import {
  /** The imported file, from the root. */
  target: string
  /** '*' stands for all names, and none is read where a file is imported for its effects. */
  name: string | undefined
  isType: boolean
}

/** By path from the root. */
export function readSources(): Map<string, Source> {
  return new Map(
    globSync(FILES, { cwd: ROOT, exclude: (path) => SKIPPED.test(path) })
      .filter((path) => !SKIPPED.test(path))
      .map((path) => {
        const code = readFileSync(join(ROOT, path), 'utf8')
        const { module, comments } = parseSync(path, code)
        return [path, { code, module, comments }]
      }),
  )
}

/** What a file imports or exports again of the tree's files. Packages are left out. */
export function importsOf(path: string, { code, module }: Source): Import[] {
  const found: Import[] = []
  const add = (specifier: string, name: string | undefined, isType = false) => {
    const target = importTarget(path, specifier)
    if (target !== undefined) found.push({ target, name, isType })
  }
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length === 0) add(moduleRequest.value, undefined)
    for (const { importName, isType } of entries) add(moduleRequest.value, nameOf(importName), isType)
  }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, isType } of entries)
      if (moduleRequest) add(moduleRequest.value, nameOf(importName), isType)
  for (const [, specifier = ''] of code.matchAll(/\bimport\(\s*'([^']+)'/g)) add(specifier, '*')
  return found
}

/** The file that `from` imports by this name, from the root. Undefined for a package. */
export function importTarget(from: string, specifier: string): string | undefined {
  if (specifier === '@maestros/contrato') return 'packages/contrato/src/index.ts'
  const mapped = PACKAGES.find(([prefix]) => specifier.startsWith(prefix))
  if (!mapped) return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
  const path = mapped[1] + specifier.slice(mapped[0].length)
  return existsSync(join(ROOT, path)) ? path : `${path}.ts`
}

export const nameOf = ({ kind, name }: { kind: string; name: string | null }) =>
  kind === 'Name' && name !== null ? name : kind === 'Default' ? 'default' : '*'
