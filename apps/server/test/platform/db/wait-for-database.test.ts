import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/db/pool.ts'
import { waitForDatabase } from '../../../src/platform/db/wait-for-database.ts'

const name = `prueba_${randomBytes(8).toString('hex')}`
let admin: Database
beforeEach(() => {
  const { host, port, username, password } = inject('admin')
  const env = { PGHOST: host, PGPORT: String(port), PGUSER: username, PGPASSWORD: password }
  for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value)
  admin = openDatabase(inject('admin'), { pool: 1 })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await admin.sql`drop database ${admin.sql(name)} with (force)`
  await admin.close()
})

test('a database with another encoding than UTF8 is refused before its migration, and one with UTF8 is accepted', async () => {
  const waiting = () => waitForDatabase(`postgres:///${name}`, new AbortController().signal)
  await admin.sql.unsafe(
    `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  )
  await expect(waiting()).rejects.toThrow(
    'DATABASE_URL es de una base de datos con la codificación SQL_ASCII; se necesita UTF8',
  )
  await admin.sql.unsafe(`drop database ${name}`)
  await admin.sql.unsafe(`create database ${name} template template0 encoding 'UTF8'`)
  await waiting()
})
