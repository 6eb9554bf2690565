import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const PAGES = ['docs/architecture.md', 'CONTRIBUTING.md']

/** A path from the root. Words in capitals are placeholders, as in `apps/server/test/SURFACE`. */
const PATH = /(?<![\w./#-])(?:apps|bench|db|docs|e2e|packages|scripts)\/[\w./-]*[\w-]/g
const PLACEHOLDER = /(?:^|\/)[A-Z]{3,}(?:[-/.]|$)/
/** A function or table of one of our schemas, in backticks. */
const SQL_NAME = /`((?:auth|interno|public|storage)\.[a-z_]+)(?:\([^`]*\))?`/g

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

function sqlNames(): Set<string> {
  const folder = join(ROOT, 'db/migrations')
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const created = text.matchAll(/create (?:or replace )?(?:function|table)\s+([a-z_]+\.[a-z_]+)/g)
  return new Set([...created].map(([, name]) => name ?? ''))
}

describe.each(PAGES)('%s', (page) => {
  test('names only files and folders that exist', () => {
    const paths = [...new Set(read(page).match(PATH) ?? [])].filter((path) => !PLACEHOLDER.test(path))
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('names only functions and tables that a migration creates', () => {
    const known = sqlNames()
    const names = [...read(page).matchAll(SQL_NAME)].map(([, name]) => name ?? '')
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })
})
