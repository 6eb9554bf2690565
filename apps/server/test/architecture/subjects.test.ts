import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

/** The folders whose folders are named after subjects, each with the other words that may stand beside them. */
const ROOTS: Record<string, readonly string[]> = {
  db: ['platform', 'protocol', 'catalogue', 'changes', 'releases', 'demo'],
  'packages/dominio/src': [],
  'packages/dominio/test': [],
  'packages/contrato/src': [],
  'apps/server/src': ['platform', 'protocol', 'subjects'],
  'apps/server/src/subjects': [],
  'apps/server/test': [
    ...['platform', 'protocol', 'start'],
    ...['architecture', 'faults', 'fuzz', 'matrix', 'setup'],
  ],
  'apps/web/src': ['app', 'entities', 'features', 'lib', 'service-worker', 'ui'],
  'apps/web/src/features': [],
  'apps/web/test': ['app', 'entities', 'lib', 'order', 'service-worker', 'setup', 'ui'],
  e2e: ['app', 'engines', 'support'],
}

/** The words of the table of docs/architecture.md, which is the only list of subjects. */
function subjects(): string[] {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const [, table = ''] = /^## Subjects\n([\s\S]*?)^## /m.exec(page) ?? []
  return [...table.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, word]) => word ?? '')
}

test('the subjects are found in the documentation', () => {
  expect(subjects()).toContain('verificacion')
  expect(subjects()).toHaveLength(15)
})

test.each(Object.keys(ROOTS))(
  '%s has only folders of subjects, and those that are named beside them',
  (root) => {
    const folders = readdirSync(join(ROOT, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    const known = [...subjects(), ...(ROOTS[root] ?? [])]
    expect(folders.length).toBeGreaterThan(2)
    expect(folders.filter((name) => !known.includes(name))).toEqual([])
  },
)
