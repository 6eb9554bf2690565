import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentExample, withTable } from '../../../../../scripts/settings.ts'
import { Environment } from '../../../src/platform/settings/config.ts'
import { DESCRIPTIONS } from '../../../src/platform/settings/descriptions.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../../..', path), 'utf8')

test('each setting of the server is described once', () => {
  const described = DESCRIPTIONS.flatMap(({ names }) => names)
  expect([...described].sort()).toEqual(Object.keys(Environment.shape).sort())
})

test('the table of settings and .env.example are those that `npm run settings` writes', () => {
  const page = read('docs/operations.md')
  expect(page).toContain('<!-- settings -->')
  expect(page).toBe(withTable(page))
  expect(read('.env.example')).toBe(environmentExample())
})
