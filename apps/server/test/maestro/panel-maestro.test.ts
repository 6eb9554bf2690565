import { PanelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { diaDe } from '@maestros/dominio/fechas'
import { ESTADISTICAS_DIAS } from '@maestros/dominio/limites'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import {
  makeBuscador,
  makeMaestro,
  makePerson,
  makeResena,
  type TestMaestro,
} from '../setup/rows/maestros.ts'

/** The function behind the dashboard: figures by day of Mexico City, verification, unread chats. */

const app = appForTests()

const read = async ({ client }: Pick<TestMaestro, 'client'>) => {
  const { status, data } = await call(client, 'panel-maestro')
  expect(status).toBe(200)
  return PanelMaestro.parse(data)
}

/** Counters of whole days, as the triggers of views and contacts leave them. */
async function setCounters(maestro: string, counters: { dia: string; visitas: number; contactos: number }[]) {
  await app.sql`delete from interno.cifras_diarias where maestro_id = ${maestro}`
  for (const { dia, visitas, contactos } of counters) {
    await app.sql`
      insert into interno.cifras_diarias (maestro_id, dia, visitas, contactos)
      values (${maestro}, ${dia}, ${visitas}, ${contactos})`
  }
}

const daysBefore = (day: string, days: number) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

test('the dashboard has what the level is derived from', async () => {
  const luis = await makeMaestro(app, { ineVerificado: true })
  await makeResena(app, { maestro: luis.id, puntuacion: 5 })
  await makeResena(app, { maestro: luis.id, puntuacion: 4, trabajoRealizado: false })
  expect(await read(luis)).toMatchObject({
    cantidad_reseñas: 2,
    reputacion: { nivel: 'nuevo', identidad_verificada: true, confirmadas: 1, promedio: 4.5 },
  })
})

describe('the days of the dashboard', () => {
  test('are the 60 days of Mexico City that end with the given moment, each with its own counters', async () => {
    const { id } = await makeMaestro(app)
    const moment = fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2035-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    const counters = fc.uniqueArray(
      fc.record({
        ago: fc.integer({ min: -2, max: 70 }),
        visitas: fc.nat(2_000_000),
        contactos: fc.nat(500),
      }),
      { selector: ({ ago }) => ago, maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(moment, counters, async (at, given) => {
        const today = diaDe(at)
        await setCounters(
          id,
          given.map(({ ago, ...counts }) => ({ dia: daysBefore(today, ago), ...counts })),
        )
        const rows = await app.sql`
          select dia::text, visitas, contactos from interno.dias_del_panel(${id}, ${at.toISOString()})`
        const expected = Array.from({ length: 2 * ESTADISTICAS_DIAS }, (_, i) => {
          const ago = 2 * ESTADISTICAS_DIAS - 1 - i
          const day = given.find((one) => one.ago === ago)
          return {
            dia: daysBefore(today, ago),
            visitas: day?.visitas ?? 0,
            contactos: day?.contactos ?? 0,
          }
        })
        expect([...rows]).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  test('change at midnight of Mexico City, not at midnight in UTC', async () => {
    const { id } = await makeMaestro(app)
    const last = async (at: string) =>
      (await app.sql`select max(dia)::text as dia from interno.dias_del_panel(${id}, ${at})`)[0]?.dia
    expect(await last('2026-03-02T05:59:59.999Z')).toBe('2026-03-01')
    expect(await last('2026-03-02T06:00:00Z')).toBe('2026-03-02')
  })
})

describe('panel-maestro', () => {
  test('answers the two figures of the last 30 days, equal to maestro_stats after update_maestro_stats', async () => {
    const maestro = await makeMaestro(app)
    const today = diaDe(new Date())
    await setCounters(maestro.id, [
      { dia: today, visitas: 3, contactos: 1 },
      { dia: daysBefore(today, 29), visitas: 4, contactos: 2 },
      { dia: daysBefore(today, 30), visitas: 50, contactos: 60 },
    ])
    const panel = await read(maestro)
    expect(panel).toMatchObject({ visitas_ultimos_30_dias: 7, contactos_ultimos_30_dias: 3 })
    expect(panel.dias).toHaveLength(60)
    expect(panel.dias.at(-1)).toEqual({ dia: today, visitas: 3, contactos: 1 })
    expect(panel.dias.at(-31)).toMatchObject({ visitas: 50, contactos: 60 })
    expect((await maestro.client.rpc('update_maestro_stats')).error).toBeNull()
    const { data } = await maestro.client
      .from('maestro_stats')
      .select('visitas_ultimos_30_dias, contactos_ultimos_30_dias')
      .eq('maestro_id', maestro.id)
      .single()
    expect(data).toEqual({ visitas_ultimos_30_dias: 7, contactos_ultimos_30_dias: 3 })
  })

  test('counts only the own chats that have unread messages', async () => {
    const [maestro, other] = [await makeMaestro(app), await makeMaestro(app)]
    for (const [owner, unread] of [
      [maestro, 2],
      [maestro, 1],
      [maestro, 0],
      [other, 5],
    ] as const) {
      const seeker = await makeBuscador(app)
      await app.sql`
        insert into public.chats (buscador_id, maestro_id, no_leidos_maestro, no_leidos_buscador)
        values (${seeker.id}, ${owner.id}, ${unread}, 7)`
    }
    expect((await read(maestro)).chats_sin_leer).toBe(2)
  })

  test('describes the profile: name, start, photo, description, references, trades, boroughs', async () => {
    const maestro = await makeMaestro(app, {
      nombre: 'Julia',
      oficios: ['Plomería', 'Pintura'],
      alcaldias: ['Tlalpan'],
    })
    const before = await read(maestro)
    expect(before).toMatchObject({
      nombre: 'Julia',
      perfil_completo: true,
      desde: diaDe(new Date()),
      tiene_foto: true,
      referencias: 2,
      oficios: 2,
      alcaldias: 1,
      cantidad_reseñas: 0,
    })
    await maestro.client.from('maestros').update({ referencia2_nombre_cliente: '' }).eq('id', maestro.id)
    expect((await read(maestro)).referencias).toBe(1)
  })

  test('does not count trades and boroughs that were retired, by which no search finds the maestro', async () => {
    const maestro = await makeMaestro(app, { oficios: ['Herrería', 'Pintura'], alcaldias: ['Tlalpan'] })
    const activate = (activo: boolean) => app.sql`
      with o as (update public.oficios_disponibles set activo = ${activo} where nombre = 'Herrería')
      update public.alcaldias_disponibles set activo = ${activo} where nombre = 'Tlalpan'`
    await activate(false)
    expect(await read(maestro)).toMatchObject({ oficios: 1, alcaldias: 0 })
    await activate(true)
    expect(await read(maestro)).toMatchObject({ oficios: 2, alcaldias: 1 })
  })

  test('tells a maestro who has no profile yet that it was not found', async () => {
    const { client } = await makePerson(app, 'maestro')
    const { status, code, message } = await call(client, 'panel-maestro')
    expect([status, code, message]).toEqual([404, 'NOT_FOUND', textos.sinPerfil])
  })

  test('reads at most 60 counters, however many views there are', async () => {
    const { id } = await makeMaestro(app)
    await app.sql`
      insert into interno.cifras_diarias (maestro_id, dia, visitas)
      select ${id}, current_date - n, 1000 from generate_series(0, 3000) n`
    const read = await app.sql.begin(async (sql) => {
      const counts = async () => {
        const [row] = await sql<{ scanned: number; fetched: number }[]>`
          select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched from pg_stat_xact_all_tables
          where relid = 'interno.cifras_diarias'::regclass`
        return row ?? { scanned: 0, fetched: 0 }
      }
      // The view also counts earlier transactions of this connection that were not added to the totals yet.
      const before = await counts()
      await sql`select * from interno.dias_del_panel(${id}, now())`
      const after = await counts()
      return { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched }
    })
    expect(read.scanned).toBe(0)
    expect(read.fetched).toBeGreaterThan(0)
    expect(read.fetched).toBeLessThanOrEqual(60)
  })
})
