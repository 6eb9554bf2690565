import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type EcmaScriptModule, parseSync } from 'oxc-parser'

/**
 * Fails for an export that no other file reads, and for one that only tests read and that its own file does not use either: its code is not
 * part of the product. Part of `npm run check`.
 */

const ROOT = join(import.meta.dirname, '..')
const FILES = '{apps,packages,scripts,db,e2e,bench,mutants}/**/*.{ts,tsx,mjs}'
const SKIPPED = /(^|\/)(node_modules|build|must-not-compile|bad-definitions)(\/|$)/
const TESTS = /(^|\/)(test|e2e|bench|mutants)\//

/** Exports that are read without an import. */
const READ_BY_NAME = [
  // The loader of functions, the router and the tools that have a configuration file.
  /^apps\/server\/src\/subjects\/\w+\/functions\/[^/]+\.ts default$/,
  /^apps\/web\/src\/app\/.+\.tsx? (default|meta|links|clientLoader|Layout|HydrateFallback|ErrorBoundary)$/,
  /^(apps\/web\/[\w-.]+\.config|apps\/server\/test\/setup\/cluster|scripts\/lib\/vitest-outcomes)\.m?[jt]s default$/,
  // Piscina calls the functions of this file by their names.
  /^apps\/server\/src\/protocol\/auth\/passwords\/hash-thread\.ts /,
  // The build of the web app replaces imports by these files, and reads the trades of the landing page.
  /^apps\/web\/src\/.+\/(load-code|adopted-style)\.ts /,
  /^packages\/dominio\/src\/paginas\/landing\/[\w-]+\.ts default$/,
  // The simulation's bundle replaces React by this file.
  /^apps\/web\/test\/order\/react\.ts /,
  // Sentences that people read are in dominio, also those that the database raises. apps/server/test/setup/sentences.ts lists them all.
  /^packages\/dominio\/src\/seguridad\/textos-de-(rechazo\.ts fichaRechazada|moderacion\.ts moderacion)$/,
]

const PACKAGES: [prefix: string, folder: string][] = [
  ['#', 'apps/web/src/'],
  ['@maestros/dominio/', 'packages/dominio/src/'],
  ['@maestros/contrato/', 'packages/contrato/src/'],
]

interface Source {
  code: string
  module: EcmaScriptModule
  /** Offsets of comments, which are not a use. */
  comments: { start: number; end: number }[]
}

/** The names that are read of a file; '*' stands for all. */
interface Readers {
  product: Set<string>
  tests: Set<string>
}

const sources = new Map(
  globSync(FILES, { cwd: ROOT, exclude: (path) => SKIPPED.test(path) })
    .filter((path) => !SKIPPED.test(path))
    .map((path) => {
      const code = readFileSync(join(ROOT, path), 'utf8')
      const { module, comments } = parseSync(path, code)
      return [path, { code, module, comments } satisfies Source] as const
    }),
)

function target(from: string, specifier: string): string {
  if (specifier === '@maestros/contrato') return 'packages/contrato/src/index.ts'
  const mapped = PACKAGES.find(([prefix]) => specifier.startsWith(prefix))
  if (!mapped) return join(dirname(from), specifier)
  const path = mapped[1] + specifier.slice(mapped[0].length)
  return existsSync(join(ROOT, path)) ? path : `${path}.ts`
}

const readers = new Map<string, Readers>(
  [...sources.keys()].map((path) => [path, { product: new Set(), tests: new Set() }]),
)
function note(from: string, specifier: string, name: string) {
  const found = readers.get(target(from, specifier))
  if (found) found[TESTS.test(from) ? 'tests' : 'product'].add(name)
}

const nameOf = ({ kind, name }: { kind: string; name: string | null }) =>
  kind === 'Name' && name !== null ? name : kind === 'Default' ? 'default' : '*'

for (const [path, { code, module }] of sources) {
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName } of entries) note(path, moduleRequest.value, nameOf(importName))
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName } of entries)
      if (moduleRequest) note(path, moduleRequest.value, nameOf(importName))
  for (const [, specifier = ''] of code.matchAll(/\bimport\(\s*'([^']+)'/g)) note(path, specifier, '*')
}

function isUsedInside({ code, comments }: Source, name: string): boolean {
  const text = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)
  return [...text.matchAll(new RegExp(`(?<![\\w$.'])${name.replace('$', '\\$')}(?![\\w$'])`, 'g'))].length > 1
}

const findings: string[] = []
for (const [path, source] of sources) {
  const { product, tests } = readers.get(path) ?? { product: new Set(), tests: new Set() }
  for (const { entries } of source.module.staticExports) {
    for (const { exportName, isType } of entries) {
      // A type may be exported for those who use a function that returns it.
      if (isType) continue
      const name = nameOf(exportName)
      if (name === '*' || READ_BY_NAME.some((known) => known.test(`${path} ${name}`))) continue
      if (product.has(name) || product.has('*')) continue
      const tested = tests.has(name) || tests.has('*')
      if (!tested) findings.push(`${path}: no other file reads ${name}`)
      else if (!TESTS.test(path) && !isUsedInside(source, name))
        findings.push(`${path}: only tests read ${name}`)
    }
  }
}
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
