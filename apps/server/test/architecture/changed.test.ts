import { expect, test } from 'vitest'
import { selectTests } from '../../../../scripts/changed.ts'

/** Which tests `npm test -- --changed` chooses, in an invented tree. */

const IMPORTS: Record<string, string[]> = {
  'apps/server/src/app.ts': ['apps/server/src/subjects/chat/routes.ts'],
  'apps/server/src/subjects/chat/routes.ts': ['packages/dominio/src/chat/rules.ts'],
  'apps/server/test/setup/app.ts': ['apps/server/src/app.ts', 'packages/dominio/src/chat/rules.ts'],
  'apps/server/test/chat/send.test.ts': ['apps/server/test/setup/app.ts'],
  'apps/server/test/platform/db/pool.test.ts': ['apps/server/src/platform/db/pool.ts'],
  'apps/server/test/start/routes.test.ts': ['apps/server/src/subjects/chat/routes.ts'],
  'apps/web/src/features/chat/inbox.tsx': ['packages/dominio/src/chat/rules.ts'],
  'apps/web/test/chat/inbox.test.ts': ['apps/web/src/features/chat/inbox.tsx'],
  'e2e/chat/send.spec.ts': ['e2e/support/fixtures.ts'],
  'e2e/app/lost-network.spec.ts': ['e2e/support/fixtures.ts'],
  'e2e/support/fixtures.ts': ['packages/dominio/src/chat/rules.ts'],
  'packages/dominio/test/chat/rules.test.ts': ['packages/dominio/src/chat/rules.ts'],
}
const TESTS = [
  ...Object.keys(IMPORTS).filter((path) => /\.(test|spec)\.ts$/.test(path)),
  'apps/server/test/architecture/docs/paths.test.ts',
  'apps/server/test/matrix/tables.test.ts',
]

const importers = new Map<string, string[]>()
for (const [path, targets] of Object.entries(IMPORTS))
  for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])

const chosen = (...changed: string[]) => selectTests(changed, { tests: TESTS, importers })

test.each<[what: string, file: string, tests: string[]]>([
  [
    'a rule chooses the tests that import it, and the folders of its subject',
    'packages/dominio/src/chat/rules.ts',
    [
      'apps/server/test/chat/send.test.ts',
      'apps/server/test/start/routes.test.ts',
      'apps/web/test/chat/inbox.test.ts',
      'e2e/chat/send.spec.ts',
      'packages/dominio/test/chat/rules.test.ts',
    ],
  ],
  [
    'code of the server does not choose what only starts it',
    'apps/server/src/subjects/chat/routes.ts',
    ['apps/server/test/chat/send.test.ts', 'apps/server/test/start/routes.test.ts', 'e2e/chat/send.spec.ts'],
  ],
  [
    'a feature of the web app chooses no test of the server',
    'apps/web/src/features/chat/inbox.tsx',
    ['apps/web/test/chat/inbox.test.ts', 'e2e/chat/send.spec.ts'],
  ],
  [
    'SQL chooses the tests of its subject and the access matrix',
    'db/chat/start-chat.sql',
    ['apps/server/test/chat/send.test.ts', 'apps/server/test/matrix/tables.test.ts'],
  ],
  [
    'what browser tests share chooses all that import it',
    'e2e/support/fixtures.ts',
    ['e2e/app/lost-network.spec.ts', 'e2e/chat/send.spec.ts'],
  ],
  ['a test chooses itself', 'e2e/app/lost-network.spec.ts', ['e2e/app/lost-network.spec.ts']],
  [
    'a document chooses the tests of documents',
    'docs/architecture.md',
    ['apps/server/test/architecture/docs/paths.test.ts'],
  ],
])('%s', (_what, file, tests) => {
  expect(chosen(file)).toEqual({ tests, shared: [], left: [] })
})

test('shared code chooses what imports it and names the kinds that need a whole run', () => {
  const pool = 'apps/server/src/platform/db/pool.ts'
  const form = 'apps/web/src/ui/fields/form.tsx'
  expect(chosen(pool)).toEqual({
    tests: ['apps/server/test/platform/db/pool.test.ts'],
    shared: [pool],
    left: ['server', 'journey'],
  })
  expect(chosen(form)).toEqual({ tests: [], shared: [form], left: ['journey'] })
  expect(chosen('package.json').left).toContain('rules')
})
