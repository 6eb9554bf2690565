import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, readSources } from './lib/imports.ts'
import { KINDS, kindOf } from './lib/kinds.mjs'

/**
 * Prints the test files that depend on what has changed since the last commit on main, for `npm test -- --changed`. A test
 * is chosen when it imports a changed file, also through other files. What imports do not show is found by the name of the
 * subject's folder: server tests and browser tests reach the code of the product over HTTP.
 */

const ROOT = join(import.meta.dirname, '..')

/** Every server test starts the whole server through these modules: the walk does not enter them. */
const START = /^apps\/server\/src\/(app|assemble|function-list|job-list|main|surfaces|workers)\.ts$/

/** What tests of all subjects use. It imports code of the product, but only a change in the folder itself leads to the tests. */
const SUPPORT = [/^e2e\//, /^apps\/server\/test\/setup\//]

/** The subject, or the part of protocol or platform, that a file belongs to. The folder of its tests has the same name. */
const PART =
  /^(?:apps\/web\/src\/(?:features|app\/screens)|packages\/\w+\/src|apps\/server\/src(?:\/subjects|(?=\/p))|db)\/((?:protocol|platform)\/[^/.]+|[^/.]+)[/.]/
const PLATFORM = /^(apps\/server\/src|db)\/platform\//
const SQL = /^db\/.+\.sql$/
const DOCUMENT = /^docs\/|\.md$/
const TEST_CODE = /^(apps|packages)\/\w+\/test\//

export interface Tree {
  tests: readonly string[]
  /** The files that import a file, by its path. */
  importers: ReadonlyMap<string, readonly string[]>
}

export interface Selection {
  tests: string[]
  /** Changed files of no subject, and the kinds whose other tests may depend on them. */
  shared: string[]
  left: string[]
}

export function selectTests(changed: readonly string[], { tests, importers }: Tree): Selection {
  const chosen = new Set<string>()
  const shared: string[] = []
  const left = new Set<string>()
  const choose = (found: readonly string[]) => {
    for (const test of found) chosen.add(test)
    return found.length > 0
  }
  for (const file of changed) {
    const reached = reachedFrom(file, importers)
    choose(tests.filter((test) => reached.has(test)))
    if (SQL.test(file)) choose(tests.filter((test) => test.startsWith('apps/server/test/matrix/')))
    const folders = foldersOf(file)
    const hasFolder = choose(tests.filter((test) => folders.some((folder) => test.startsWith(folder))))
    // All subjects use the platform.
    const kinds = hasFolder && !PLATFORM.test(file) ? [] : kindsOfShared(file)
    if (kinds.length > 0) shared.push(file)
    for (const kind of kinds) left.add(kind)
  }
  return { tests: [...chosen].sort(), shared, left: [...left] }
}

/** The folders of tests that reach the file over HTTP, which imports do not show. */
function foldersOf(file: string): string[] {
  if (DOCUMENT.test(file)) return ['apps/server/test/architecture/docs/']
  const part = PART.exec(file)?.[1]
  if (part === undefined) return []
  const server = `apps/server/test/${part}/`
  const browser = `e2e/${part}/`
  if (SQL.test(file)) return [server]
  return file.startsWith('apps/web/') ? [browser] : [server, browser]
}

/** The file, and those that import it for more than its types. */
function reachedFrom(file: string, importers: Tree['importers']): Set<string> {
  const reached = new Set([file])
  for (const one of reached) {
    for (const importer of importers.get(one) ?? []) {
      const isSupport = SUPPORT.some((folder) => folder.test(importer) && !folder.test(one))
      if (!isSupport && !START.test(importer)) reached.add(importer)
    }
  }
  return reached
}

function kindsOfShared(file: string): string[] {
  if (TEST_CODE.test(file) || DOCUMENT.test(file)) return []
  if (!file.includes('/')) return KINDS.map(({ name }) => name)
  if (file.startsWith('apps/web/')) return ['journey']
  return /^(apps|packages|db)\//.test(file) ? ['server', 'journey'] : []
}

function readTree(): Tree {
  const importers = new Map<string, string[]>()
  for (const [path, source] of readSources()) {
    for (const { target, isType } of importsOf(path, source))
      if (!isType) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  const tests = globSync('{apps,packages,e2e}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
  return { tests: tests.filter((path) => kindOf(path) !== undefined), importers }
}

/** Since the last commit that this branch shares with main, with what is not committed yet. A deleted file has changed too. */
function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const base = git('merge-base', 'HEAD', 'main')
  const listed = [
    git('diff', '--name-only', '--no-renames', '-z', base),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  return [...new Set(listed.join('\0').split('\0').filter(Boolean))]
}

if (import.meta.main) {
  const changed = changedFiles()
  const { tests, shared, left } = selectTests(changed, readTree())
  console.error(`Changed since main: ${changed.length} files. They choose ${tests.length} test files.`)
  if (shared.length > 0) {
    const [first, ...others] = shared
    const named = others.length > 0 ? `${first} and ${others.length} more` : first
    console.error(
      `Shared code changed (${named}): the other tests of these kinds need a whole run: ${left.join(', ')}.`,
    )
  }
  console.log(JSON.stringify({ isEmpty: changed.length === 0, tests }))
}
