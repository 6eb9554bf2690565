import { alternativas } from '@maestros/contrato/directorio/alternativas'
import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { PASSWORD, signUp } from '../protocol/auth/people.ts'
import { appForTests } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { whileOpen } from '../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, makeResena, suspend, type TestPerson } from '../setup/rows/maestros.ts'

/** The derived list and its counters. resenas/history.test.ts counts them again after any history. */

const app = appForTests({ DATABASE_POOL: '8' })
const OFICIOS = ['Plomería', 'Pintura', 'Herrería', 'Electricidad']
const ALCALDIAS = ['Coyoacán', 'Tlalpan', 'Iztapalapa']
let buscadores: TestPerson[] = []

beforeAll(async () => {
  buscadores = await Promise.all(Array.from({ length: 4 }, () => makeBuscador(app)))
})

/** What is listed and counted, against what the tables themselves say. */
async function differences() {
  const [found] = await app.sql<{ rows: number; cells: number; totals: number; available: number }[]>`
    with esperado as (
      select a.alcaldia, o.oficio, m.id as maestro_id,
        interno.celda(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion) as celda, d.disponible_el
      from maestros m join profiles p using (id) left join interno.disponibilidad d on d.maestro_id = m.id
      join maestro_alcaldias a on a.maestro_id = m.id join maestro_oficios o on o.maestro_id = m.id
      where m.perfil_completo and p.suspendido_en is null and d.pausa_hasta is null
    )
    select
      (select count(*)::int from (
        (select alcaldia, oficio, maestro_id, celda, disponible_el from esperado
          except select alcaldia, oficio, maestro_id, celda, disponible_el from interno.directorio)
        union all
        (select alcaldia, oficio, maestro_id, celda, disponible_el from interno.directorio
          except select alcaldia, oficio, maestro_id, celda, disponible_el from esperado)) d) as rows,
      (select count(*)::int
        from (select alcaldia, oficio, disponible_el as dia, celda, count(*) as n
          from esperado where disponible_el is not null group by 1, 2, 3, 4) e
        full join interno.directorio_disponibles c using (alcaldia, oficio, dia, celda)
        where coalesce(e.n, 0) <> coalesce(c.total, 0)) as available,
      (select count(*)::int
        from (select alcaldia, oficio, celda, count(*) as n from esperado group by 1, 2, 3) e
        full join interno.directorio_celdas c using (alcaldia, oficio, celda)
        where coalesce(e.n, 0) <> coalesce(c.total, 0)) as cells,
      (select count(*)::int
        from (select alcaldia, oficio, count(*) as n from esperado group by 1, 2) e
        full join interno.directorio_totales t using (alcaldia, oficio)
        where coalesce(e.n, 0) <> coalesce(t.total, 0)) as totals`
  return found
}
const NONE = { rows: 0, cells: 0, totals: 0, available: 0 }

test('simultaneous writes all succeed, and the totals stay exact', async () => {
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, i) => {
      const wide = {
        oficios: i % 2 ? OFICIOS : OFICIOS.toReversed(),
        alcaldias: i % 3 ? ALCALDIAS : ALCALDIAS.toReversed(),
      }
      return makeMaestro(app, { ...wide, ineVerificado: i % 2 === 0 })
    }),
  )
  const writes = made.flatMap(({ id }, i) => [
    ...buscadores.map((buscador) =>
      makeResena(app, { maestro: id, buscador: buscador.id, puntuacion: 1 + (i % 5) }),
    ),
    app.sql`update maestros set ine_verificado = not ine_verificado where id = ${id}`,
    app.sql`delete from maestro_oficios where maestro_id = ${id} and oficio = ${OFICIOS[i % 4]!}`,
    app.sql`update maestros set nombre = 'Otro' where id = ${id}`,
  ])
  const settled = await Promise.allSettled(writes)
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await differences()).toEqual(NONE)
  const [counted] = await app.sql`
    select min("cantidad_reseñas") as least from maestros where id = any (${made.map(({ id }) => id)})`
  expect(counted?.least).toBe(buscadores.length)
})

test('a maestro who edits trades and boroughs at the same moment is listed with both', async () => {
  const { id } = await makeMaestro(app, { oficios: ['Limpieza'], alcaldias: ['Azcapotzalco'] })
  await app.sql`delete from maestro_oficios where maestro_id = ${id}`
  await app.sql`delete from maestro_alcaldias where maestro_id = ${id}`
  const slow = await app.sql.reserve()
  await slow`begin`
  await slow`insert into maestro_oficios (maestro_id, oficio) values (${id}, 'Limpieza')`
  const other =
    app.sql`insert into maestro_alcaldias (maestro_id, alcaldia) values (${id}, 'Azcapotzalco')`.execute()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await slow`commit`
  slow.release()
  await other
  const { headers } = await search(app.client(), { alcaldia: 'Azcapotzalco', oficio: 'Limpieza' })
  expect(headers.get('content-range')).toBe('0-0/1')
})

test('a trade renamed by operators is searched by its new name', async () => {
  const { id } = await makeMaestro(app, { oficios: ['Tapicería'], alcaldias: ['Tláhuac'] })
  await app.sql`update oficios_disponibles set nombre = 'Tapicería fina' where nombre = 'Tapicería'`
  const found = await search(app.client(), { alcaldia: 'Tláhuac', oficio: 'Tapicería fina' })
  expect(found.text).toContain(id)
  expect(found.text).toContain('"oficio_principal":"Tapicería fina"')
  expect(await differences()).toEqual(NONE)
  await suspend(app, id)
})

test('a retired trade or borough is found by no search, offered nowhere and not in the profile, until it is active again', async () => {
  const [oficio, alcaldia] = ['Carpintería', 'Cuauhtémoc']
  const { id } = await makeMaestro(app, { oficios: [oficio, 'Mudanzas'], alcaldias: [alcaldia, 'Tlalpan'] })
  await app.sql`select interno.cambiar_disponibilidad(${id}, 'disponible', null, 1, 90)`
  const where = { alcaldia, oficio }
  const searches = [{}, { limit: 5 }, { orden: 'trabajos' }, { nivel: 'nuevo' }, { disponibles: 1 }]
  const totals = async () => {
    // Equal first pages at the same moment are one statement.
    const found = await Promise.all(
      [...searches, {}, {}, {}].map((more) => search(app.client(), { ...where, ...more })),
    )
    return new Set(found.map(({ text, headers }) => `${text.includes(id)} ${headers.get('content-range')}`))
  }
  const nearby = async () => {
    const { data } = await call(
      app.client(),
      `alternativas?${new URLSearchParams({ alcaldia: 'Venustiano Carranza', oficio })}`,
    )
    return alternativas.output.parse(data).cercanas
  }
  const offered = async () => {
    const { data } = await call(app.client(), `maestro-profile/${id}`)
    const { oficios, alcaldias } = maestroProfile.output.parse(data)
    return [oficios, alcaldias]
  }
  const all = [
    [oficio, 'Mudanzas'],
    [alcaldia, 'Tlalpan'],
  ]
  for (const [table, nombre, left] of [
    ['oficios_disponibles', oficio, [['Mudanzas'], all[1]]],
    ['alcaldias_disponibles', alcaldia, [all[0], ['Tlalpan']]],
  ] as const) {
    const activate = async (activo: boolean) => {
      await app.sql`update ${app.sql(table)} set activo = ${activo} where nombre = ${nombre}`
      await app.runJobs()
    }
    expect([await totals(), await nearby(), await offered()]).toEqual([
      new Set(['true 0-0/1']),
      [{ alcaldia, total: 1 }],
      all,
    ])
    await activate(false)
    expect([await totals(), await nearby(), await offered()]).toEqual([new Set(['false */0']), [], left])
    await activate(true)
  }
  await suspend(app, id)
})

test('a card names the first trade that is not retired', async () => {
  const { id } = await makeMaestro(app, { oficios: ['Herrería', 'Mudanzas'], alcaldias: ['Milpa Alta'] })
  const main = async () => {
    const { text } = await search(app.client(), { alcaldia: 'Milpa Alta', oficio: 'Mudanzas' })
    return z.array(z.object({ id: z.string(), oficio_principal: z.string() })).parse(JSON.parse(text))
  }
  const activate = async (activo: boolean) => {
    await app.sql`update public.oficios_disponibles set activo = ${activo} where nombre = 'Herrería'`
    await app.runJobs()
  }
  await activate(false)
  expect(await main()).toMatchObject([{ id, oficio_principal: 'Mudanzas' }])
  await activate(true)
  expect(await main()).toMatchObject([{ id, oficio_principal: 'Herrería' }])
  await suspend(app, id)
})

test('the maestros of a retired trade leave the directory in batches', async () => {
  const where = { oficios: ['Cerrajería'], alcaldias: ['Milpa Alta'] }
  const made = await Promise.all(Array.from({ length: 5 }, () => makeMaestro(app, where)))
  const ids = made.map(({ id }) => id).sort()
  const listed = async () => {
    const rows = await app.sql<{ maestro_id: string }[]>`
      select maestro_id from interno.directorio where oficio = 'Cerrajería' order by maestro_id`
    return rows.map(({ maestro_id }) => maestro_id)
  }
  const refresh = async (after: string) => {
    const [row] = await app.sql<{ last: string | null }[]>`
      select interno.refrescar_lote('Cerrajería', null, ${after}, 2) as last`
    return row?.last
  }
  await app.sql`update public.oficios_disponibles set activo = false where nombre = 'Cerrajería'`
  expect(await refresh('00000000-0000-0000-0000-000000000000')).toBe(ids[1])
  expect(await listed()).toEqual(ids.slice(2))
  expect(await refresh(ids[1]!)).toBe(ids[3])
  expect(await listed()).toEqual(ids.slice(4))
  expect(await refresh(ids[4]!)).toBeNull()

  await app.runJobs()
  expect(await listed()).toEqual([])
  await app.sql`update public.oficios_disponibles set activo = true where nombre = 'Cerrajería'`
  await app.runJobs()
  expect(await listed()).toEqual(ids)
  for (const id of ids) await suspend(app, id)
})

test.for([
  ['alcaldias_disponibles', 'Xochimilco'],
  ['oficios_disponibles', 'Paneles solares'],
] as const)('a name of %s is not retired while a maestro chooses it', async ([table, nombre]) => {
  const { id } = await makeMaestro(app, { oficios: ['Mudanzas'], alcaldias: ['Tlalpan'] })
  const listed = () =>
    app.sql`select from interno.directorio where ${nombre} in (alcaldia, oficio) and maestro_id = ${id}`
  // As operators do it (docs/operations.md).
  const operator = app.client(app.services.secrets.secretKey)
  const activate = async (activo: boolean) => {
    const { error } = await operator.from(table).update({ activo }).eq('nombre', nombre)
    expect(error).toBeNull()
  }
  await whileOpen(
    app,
    {
      before: (tx) =>
        table === 'alcaldias_disponibles'
          ? tx`insert into maestro_alcaldias (maestro_id, alcaldia) values (${id}, ${nombre})`
          : tx`insert into maestro_oficios (maestro_id, oficio) values (${id}, ${nombre})`,
    },
    () => activate(false),
  )
  await app.runJobs()
  expect(await listed()).toEqual([])
  await activate(true)
  await app.runJobs()
  await suspend(app, id)
})

test('a maestro with activity today is listed before an equal one without, after a sign-in and after a token refresh', async () => {
  const where = { oficios: ['Jardinería'], alcaldias: ['Milpa Alta'] }
  const two = [await makeMaestro(app, where), await makeMaestro(app, where)].map(({ id }) => id).sort()
  const [first, second] = two
  const listed = async () => {
    const { data } = await search(app.client(), { alcaldia: 'Milpa Alta', oficio: 'Jardinería' })
    return z
      .array(z.object({ id: z.string() }))
      .parse(data)
      .map(({ id }) => id)
  }
  const goAway = () => app.sql`update maestros set activo_en = current_date - 30 where id in ${app.sql(two)}`

  await goAway()
  expect(await listed(), 'equals are listed by their ids').toEqual([first, second])
  const { client, email } = await passwordFor(second!)
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  expect(await listed()).toEqual([second, first])

  await goAway()
  expect(await listed()).toEqual([first, second])
  expect((await client.auth.refreshSession()).error).toBeNull()
  expect(await listed()).toEqual([second, first])
})

/** A maestro of makeMaestro has no password. This gives one the password of an account that signed up. */
async function passwordFor(id: string) {
  const { client, user } = await signUp(app)
  const [person] = await app.sql<{ email: string }[]>`
    update auth.users set encrypted_password = (
      select encrypted_password from auth.users where id = ${user.id}
    ) where id = ${id} returning email`
  return { client, email: person!.email }
}
