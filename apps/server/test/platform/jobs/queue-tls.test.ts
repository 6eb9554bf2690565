import { expect, test } from 'vitest'
import { pgOptions } from '../../../src/platform/db/pg-options.ts'
import { openDatabase } from '../../../src/platform/db/pool.ts'

/** The connections of the job queue, which another driver opens, use TLS as the others do. */
test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?sslmode=verify-ca', true],
  ['?sslmode=verify-full', true],
])('with DATABASE_URL…%s their TLS is %j', async (query, ssl) => {
  const db = openDatabase({ url: `postgres://user:password@db.example:5432/maestros${query}` }, { pool: 1 })
  expect(pgOptions(db.maintenance).ssl).toEqual(ssl)
  await db.close()
})
