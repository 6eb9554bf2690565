import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { beforeAll, expect, test } from 'vitest'
import { readKeys, requireSameKeys } from '../../../src/platform/db/key-fingerprints.ts'
import { appForTests, startApp } from '../../setup/app.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'
import { makeSignedInOperator, operate, operateWith } from '../../setup/rows/operators.ts'

/** The keys that all servers of a database share, and the command that accepts others. */

const OTHER = 'otra-clave-que-tiene-por-lo-menos-32-caracteres'

const app = appForTests()
beforeAll(async () => {
  await check()
})

const check = (others: { jwtSecret?: string; documentsKey?: string } = {}) =>
  requireSameKeys(app.sql, { ...app.services.secrets, ...others }, app.services.config)
const idsOf = async (others: { jwtSecret?: string; documentsKey?: string } = {}) => {
  const [jwt, documents] = await readKeys(app.sql, { ...app.services.secrets, ...others })
  return { JWT_SECRET: jwt!.id, DOCUMENTS_KEY: documents!.id }
}

test('a server with another secret is refused with the name of the setting and the ids of both keys', async () => {
  await check()
  const own = await idsOf()
  const other = await idsOf({ jwtSecret: OTHER, documentsKey: OTHER })
  await expect(check({ jwtSecret: OTHER })).rejects.toThrow(
    new RegExp(`^JWT_SECRET .*${other.JWT_SECRET}.*${own.JWT_SECRET}.*accept-keys`),
  )
  await expect(check({ documentsKey: OTHER })).rejects.toThrow(
    new RegExp(`^DOCUMENTS_KEY .*${other.DOCUMENTS_KEY}.*${own.DOCUMENTS_KEY}.*accept-keys`),
  )
})

test('no secret is stored, and two first starts at once agree on one of their keys', async () => {
  const [stored] = await app.sql`select string_agg(claves::text, ' ') as text from interno.claves`
  for (const secret of [app.services.secrets.jwtSecret, app.services.secrets.documentsKey]) {
    expect(stored?.text).not.toContain(secret)
    expect(stored?.text).not.toContain(Buffer.from(secret).toString('hex'))
  }
  const empty = await startApp()
  const start = (jwtSecret: string) =>
    requireSameKeys(empty.sql, { ...empty.services.secrets, jwtSecret }, empty.services.config)
  try {
    const starts = await Promise.allSettled([start(OTHER), start(`${OTHER}-2`)])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  } finally {
    await empty.close()
  }
})

test('a setting may have two accepted keys', async () => {
  const [jwt] = await readKeys(app.sql, { ...app.services.secrets, jwtSecret: OTHER })
  await app.sql`insert into interno.claves (ajuste, id, huella) values ('JWT_SECRET', ${jwt!.id}, ${jwt!.huella})`
  await check()
  await check({ jwtSecret: OTHER })
  await app.sql`delete from interno.claves where id = ${jwt!.id}`
})

test('accept-keys says what ends, needs the typed confirmation, and then ends it', async () => {
  expect((await operate(app, 'accept-keys')).out).toBe(textos.claves.iguales)
  await makeBuscador(app)
  await makeSignedInOperator(app)
  const settings = { JWT_SECRET: OTHER, DOCUMENTS_KEY: OTHER }
  const ids = Object.values(await idsOf({ jwtSecret: OTHER, documentsKey: OTHER }))

  const refused = await operateWith(app, { settings, answer: 'aceptar' }, 'accept-keys')
  expect(refused).toMatchObject({ code: 1, out: '' })
  for (const line of [...textos.claves.terminaConJwt(2, 0), ...textos.claves.terminaConDocumentos(0, 0, 1)])
    expect(refused.err).toContain(line)
  expect(await app.sql`select from auth.sessions`).toHaveLength(2)
  await check()

  const accepted = await operateWith(app, { settings, answer: textos.claves.frase(ids) }, 'accept-keys')
  expect(accepted).toMatchObject({ code: 0, out: textos.claves.aceptadas(ids) })
  expect(await app.sql`select from auth.sessions`).toHaveLength(0)
  expect(await app.sql`select from auth.mfa_factors`).toHaveLength(0)
  await check({ jwtSecret: OTHER, documentsKey: OTHER })
  await expect(check()).rejects.toThrow('JWT_SECRET')
})
