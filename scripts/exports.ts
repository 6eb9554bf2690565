import { importsOf, nameOf, readSources, type Source } from './lib/imports.ts'

/**
 * Fails for an export that no other file reads, and for one that only tests read and that its own file does not use either: its code is not
 * part of the product. Part of `npm run check`.
 */

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

/** The names that are read of a file; '*' stands for all. */
interface Readers {
  product: Set<string>
  tests: Set<string>
}

const sources = readSources()
const readers = new Map<string, Readers>(
  [...sources.keys()].map((path) => [path, { product: new Set(), tests: new Set() }]),
)
for (const [path, source] of sources) {
  for (const { target, name } of importsOf(path, source)) {
    if (name !== undefined) readers.get(target)?.[TESTS.test(path) ? 'tests' : 'product'].add(name)
  }
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
