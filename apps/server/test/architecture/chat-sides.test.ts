import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * A chat has two sides, and an account has a role. A new role must not change any code of the chat, so this code neither
 * imports the roles nor reads the role of the session.
 */
const ROOT = join(import.meta.dirname, '../../../..')
const CHAT = [
  'packages/dominio/src/chat/*.ts',
  'packages/contrato/src/{vivo,chat/*}.ts',
  'apps/web/src/features/chat/**/*.{ts,tsx}',
  'apps/server/src/subjects/chat/{*,functions/{get,send}-*}.ts',
]
const files = CHAT.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe('the code of the chat', () => {
  test('is found', () => {
    expect(files.length).toBeGreaterThan(30)
  })

  test('does not use the roles of accounts', () => {
    const users = files.filter((file) =>
      /\/acceso\/roles(?:\.ts)?'|\bRole\b|session\.role/.test(textOf(file)),
    )
    expect(users).toEqual([])
  })
})

test('no page of the web app is chosen by a word in the address', () => {
  const pattern =
    /(?:pathname|path|location\.\w+)\.(?:includes|indexOf|match|search)\(\s*['"/](?:maestro|buscador|operador)/
  const found = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT })
    .concat(globSync('packages/dominio/src/**/*.ts', { cwd: ROOT }))
    .filter((file) => pattern.test(textOf(file)))
  expect(found).toEqual([])
})
