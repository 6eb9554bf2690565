import { ALCALDIAS_POR_MAESTRO_MAX, OFICIOS_POR_MAESTRO_MAX } from '@maestros/dominio/limites'
import { fichaRechazada } from '@maestros/dominio/seguridad/textos-de-rechazo'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { makeMaestro, type TestMaestro } from '../setup/rows/maestros.ts'

/** One maestro offers a limited number of trades and boroughs, all of them active when they are chosen. */

const app = appForTests()
let oficios: string[]
let alcaldias: string[]
beforeAll(async () => {
  const namesOf = async (table: string) =>
    (await app.sql<{ nombre: string }[]>`select nombre from ${app.sql(table)} order by id`).map(
      ({ nombre }) => nombre,
    )
  oficios = await namesOf('oficios_disponibles')
  // One more borough than the city has, so that a test can choose one too many.
  await app.sql`insert into alcaldias_disponibles (nombre) values ('Otra alcaldía')`
  alcaldias = await namesOf('alcaldias_disponibles')
})

const KINDS = {
  oficio: {
    table: 'maestro_oficios',
    max: OFICIOS_POR_MAESTRO_MAX,
    names: () => oficios,
    tooMany: fichaRechazada.oficiosDeMas(OFICIOS_POR_MAESTRO_MAX),
  },
  alcaldia: {
    table: 'maestro_alcaldias',
    max: ALCALDIAS_POR_MAESTRO_MAX,
    names: () => alcaldias,
    tooMany: fichaRechazada.alcaldiasDeMas(ALCALDIAS_POR_MAESTRO_MAX),
  },
} as const
type Kind = keyof typeof KINDS

const choose = ({ client, id }: TestMaestro, kind: Kind, names: readonly string[]) =>
  client.from(KINDS[kind].table).insert(names.map((name) => ({ maestro_id: id, [kind]: name })))

const count = async ({ id }: TestMaestro, kind: Kind) =>
  (await app.sql`select count(*)::int as n from ${app.sql(KINDS[kind].table)} where maestro_id = ${id}`)[0]?.n

const newcomer = () => makeMaestro(app, { oficios: [], alcaldias: [] })

describe.each(Object.keys(KINDS) as Kind[])('the choices of %s', (kind) => {
  const { max, names, tooMany } = KINDS[kind]

  test('are accepted up to the limit of the product and refused beyond it, with a sentence', async () => {
    const maestro = await newcomer()
    const all = await choose(maestro, kind, names().slice(0, max + 1))
    expect([all.status, all.error]).toMatchObject([422, { code: 'PT422', message: tooMany, details: kind }])
    expect(await count(maestro, kind)).toBe(0)
    expect((await choose(maestro, kind, names().slice(0, max))).error).toBeNull()
    expect((await choose(maestro, kind, names().slice(max, max + 1))).error?.message).toBe(tooMany)
    expect(await count(maestro, kind)).toBe(max)
  })

  test('never exceed the limit when many inserts arrive at once', async () => {
    const maestro = await newcomer()
    const tried = names().slice(0, 20)
    // The city has fewer than twenty boroughs: some are chosen first, so that the rest exceeds the limit.
    const before = Math.max(0, max - 8)
    if (before > 0) expect((await choose(maestro, kind, tried.slice(0, before))).error).toBeNull()
    const answers = await Promise.all(tried.slice(before).map((name) => choose(maestro, kind, [name])))
    const refused = answers.filter(({ error }) => error !== null)
    expect(refused.map(({ error }) => error?.message)).toEqual(refused.map(() => tooMany))
    expect(answers.length - refused.length).toBe(Math.min(max, tried.length) - before)
    expect(await count(maestro, kind)).toBe(max)
  })

  test('are refused by the database too, for any writer', async () => {
    const maestro = await newcomer()
    const { table } = KINDS[kind]
    const rows = names()
      .slice(0, max + 1)
      .map((name) => ({ maestro_id: maestro.id, [kind]: name }))
    const service = app.client(app.services.secrets.secretKey)
    expect((await service.from(table).insert(rows)).error?.code).toBe('PT422')
    await expect(app.sql`insert into ${app.sql(table)} ${app.sql(rows)}`).rejects.toMatchObject({
      code: 'PT422',
    })
  })
})

test('a trade or a borough that is no longer active cannot be chosen, but those who have it keep it', async () => {
  const had = await makeMaestro(app, { oficios: ['Tapicería'], alcaldias: ['Milpa Alta'] })
  await app.sql`update oficios_disponibles set activo = false where nombre = 'Tapicería'`
  await app.sql`update alcaldias_disponibles set activo = false where nombre = 'Milpa Alta'`
  const late = await newcomer()
  expect((await choose(late, 'oficio', ['Pintura', 'Tapicería'])).error).toMatchObject({
    code: 'PT422',
    message: fichaRechazada.oficioInactivo('Tapicería'),
  })
  expect((await choose(late, 'alcaldia', ['Milpa Alta'])).error).toMatchObject({
    code: 'PT422',
    message: fichaRechazada.alcaldiaInactiva('Milpa Alta'),
  })
  expect([await count(late, 'oficio'), await count(late, 'alcaldia')]).toEqual([0, 0])
  expect([await count(had, 'oficio'), await count(had, 'alcaldia')]).toEqual([1, 1])
})
