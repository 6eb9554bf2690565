import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SUBJECTS } from '../../../src/platform/db/text.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/operations.md',
  'docs/chat-scenarios.md',
  ...readdirSync(join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
]

/** A path from the root. Words in capitals are placeholders, as in `apps/server/test/SURFACE`. */
const PATH = /(?<![\w./#-])(?:apps|bench|db|docs|e2e|mutants|packages|scripts)\/[\w./-]*[\w-]/g
const PLACEHOLDER = /(?:^|\/)[A-Z]{3,}(?:[-/.]|$)/
/** A function, table or view of one of our schemas, in backticks. */
const SQL_NAME = /`((?:auth|interno|public|storage)\.[a-z_]+)(?:\([^`]*\))?`/g

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pathsIn = (page: string) =>
  [...new Set(read(page).match(PATH) ?? [])].filter((path) => !PLACEHOLDER.test(path))

function sqlNames(): Set<string> {
  const files = SUBJECTS.flatMap((subject) =>
    readdirSync(join(ROOT, 'db', subject)).map((name) => read(`db/${subject}/${name}`)),
  )
  const created = files.join('\n').matchAll(/^create .*?(?:function|table|view) ([a-z_]+\.[a-z_]+)/gim)
  return new Set([...created].map(([, name]) => name ?? ''))
}

test('paths are found in pages', () => {
  expect(pathsIn('docs/architecture.md').length).toBeGreaterThan(100)
})

describe.each(PAGES)('%s', (page) => {
  test('names only files and folders that exist', () => {
    expect(pathsIn(page).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('names only functions, tables and views of db/', () => {
    const known = sqlNames()
    const names = [...read(page).matchAll(SQL_NAME)].map(([, name]) => name ?? '')
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })
})
