import { maestros } from '@maestros/contrato/directorio/maestros'
import { panelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { diaDentroDe } from '@maestros/dominio/maestro/disponibilidad'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { describe, expect, test } from 'vitest'
import { addJob } from '../../src/platform/jobs/definition.ts'
import { keepDirectoryCurrent } from '../../src/subjects/directorio/keep-current.ts'
import type { TestApp } from '../setup/app.ts'
import { appForTests } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { askFor, makePair, sent } from '../setup/rows/chats.ts'
import { makeMaestro, profileOf, type TestMaestro } from '../setup/rows/maestros.ts'

const app = appForTests()

const inDays = (days: number) => diaDentroDe(days, new Date())
const set = (maestro: TestMaestro, body: Record<string, unknown>) =>
  call(maestro.client, 'cambiar-disponibilidad', { body })

/** Each test has its own borough, so that its totals are its own. */
const places = [
  'Azcapotzalco',
  'Iztacalco',
  'Tláhuac',
  'Xochimilco',
  'Milpa Alta',
  'Iztapalapa',
  'Tlalpan',
  'Álvaro Obregón',
  'Benito Juárez',
  'Cuauhtémoc',
  'Gustavo A. Madero',
  'Miguel Hidalgo',
]
const newPlace = () => ({ alcaldias: [places.pop()!], oficios: ['Herrería'] })

async function found(maestro: TestMaestro, filters: Record<string, string | number> = {}) {
  const [alcaldia = ''] = maestro.alcaldias
  const [oficio = ''] = maestro.oficios
  const { data, headers } = await search(app.client(), { alcaldia, oficio, ...filters })
  const cards = maestros.output.parse(data)
  return { cards, ids: cards.map(({ id }) => id), total: headers.get('content-range')?.split('/')[1] }
}

/** Changes stored rows without the triggers, as time does. */
const asTime = (change: (sql: TestApp['sql']) => Promise<unknown>) =>
  app.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await change(sql as unknown as TestApp['sql'])
  })

/** Lets the hourly job run. */
async function runJob() {
  await addJob(app.sql, keepDirectoryCurrent, {})
  await app.runJobs()
}

describe('a maestro who is available today', () => {
  test('has a mark on card and profile, and is found by the filter with the exact total', async () => {
    const place = newPlace()
    const [luis, otra] = [await makeMaestro(app, place), await makeMaestro(app, place)]
    expect(await found(luis, { disponibles: 1 })).toMatchObject({ ids: [], total: '0' })
    const answer = await set(luis, { estado: 'disponible' })
    expect(answer.data).toEqual({ disponible_el: inDays(0), pausa_hasta: null })
    const { cards, total } = await found(luis)
    expect(total).toBe('2')
    expect(Object.fromEntries(cards.map((card) => [card.id, card.disponible_el]))).toEqual({
      [luis.id]: inDays(0),
      [otra.id]: null,
    })
    for (const orden of ['recomendados', 'calificacion', 'trabajos'])
      expect(await found(luis, { disponibles: 1, orden })).toMatchObject({ ids: [luis.id], total: '1' })
    expect(await found(luis, { disponibles: 1, nivel: 'experto' })).toMatchObject({ ids: [], total: '0' })
    expect(await profileOf(app.client(), luis.id)).toMatchObject({
      disponible_el: inDays(0),
      en_pausa_hasta: null,
    })
    await set(luis, { estado: 'normal' })
    expect(await found(luis, { disponibles: 1 })).toMatchObject({ ids: [], total: '0' })
  })

  test('is not found as available after midnight, also before the job has run, and totals stay exact', async () => {
    const luis = await makeMaestro(app, newPlace())
    await set(luis, { estado: 'disponible' })
    const yesterday = inDays(-1)
    await asTime(async (sql) => {
      await sql`update interno.disponibilidad set disponible_el = ${yesterday} where maestro_id = ${luis.id}`
      await sql`
        update interno.directorio set disponible_el = ${yesterday},
          tarjeta = replace(tarjeta, ${inDays(0)}, ${yesterday}) where maestro_id = ${luis.id}`
      await sql`update interno.directorio_disponibles set dia = ${yesterday} where alcaldia = ${luis.alcaldias[0]!}`
    })
    expect(await found(luis, { disponibles: 1 })).toMatchObject({ ids: [], total: '0' })
    const { cards, total } = await found(luis)
    expect({ total, mark: cards[0]?.disponible_el }).toEqual({ total: '1', mark: yesterday })
    const panel = panelMaestro.output.parse((await call(luis.client, 'panel-maestro')).data)
    expect(panel.disponibilidad).toEqual({ disponible_el: null, pausa_hasta: null })

    await runJob()
    expect((await found(luis)).cards[0]?.disponible_el).toBeNull()
    const left = await app.sql`
      select from interno.directorio_disponibles where alcaldia = ${luis.alcaldias[0]!}`
    expect(left).toHaveLength(0)
    expect(await app.sql`select from interno.disponibilidad where maestro_id = ${luis.id}`).toHaveLength(0)
  })
})

describe('a maestro on pause', () => {
  test('leaves the list at once, keeps chats open, and the chat shows the seeker until when', async () => {
    const { ana, luis, chat } = await makePair(app)
    await set(luis, { estado: 'disponible' })
    const answer = await set(luis, { estado: 'pausa', hasta: inDays(7) })
    expect(answer.data).toEqual({ disponible_el: null, pausa_hasta: inDays(7) })
    expect((await found(luis)).ids).not.toContain(luis.id)
    expect((await found(luis, { disponibles: 1 })).total).toBe('0')
    expect(await profileOf(ana.client, luis.id)).toMatchObject({
      en_pausa_hasta: inDays(7),
      disponible_el: null,
    })
    expect((await sent(ana.client, chat, '¿Cuándo vuelve?')).contenido).toBe('¿Cuándo vuelve?')
    await sent(luis.client, chat, 'La próxima semana')
    const { data } = await ana.client.from('chats').select('maestros(en_pausa_hasta)').eq('id', chat).single()
    expect(data).toEqual({ maestros: { en_pausa_hasta: inDays(7) } })
    expect((await call(ana.client, 'chat-initiate', { body: askFor(luis.id) })).status).toBe(200)
  })

  test('is listed again on the day by the job, and shows no pause from that day on', async () => {
    const luis = await makeMaestro(app, newPlace())
    await set(luis, { estado: 'pausa', hasta: inDays(1) })
    expect((await found(luis)).total).toBe('0')
    await runJob()
    expect((await found(luis)).total).toBe('0')
    await asTime(
      (sql) =>
        sql`update interno.disponibilidad set pausa_hasta = ${inDays(0)} where maestro_id = ${luis.id}`,
    )
    expect((await profileOf(app.client(), luis.id)).en_pausa_hasta).toBeNull()
    await runJob()
    expect(await found(luis)).toMatchObject({ ids: [luis.id], total: '1' })
  })

  test('is listed again at once when the maestro ends it or is available today', async () => {
    const luis = await makeMaestro(app, newPlace())
    await set(luis, { estado: 'pausa', hasta: inDays(90) })
    await set(luis, { estado: 'normal' })
    expect((await found(luis)).total).toBe('1')
    await set(luis, { estado: 'pausa', hasta: inDays(1) })
    await set(luis, { estado: 'disponible' })
    expect((await found(luis, { disponibles: 1 })).total).toBe('1')
  })

  test.each([
    ['that ends today', 0],
    ['that ends after more than 90 days', 91],
    ['that ended before', -1],
  ])('is refused with a sentence for a pause %s', async (_what, days) => {
    const luis = await makeMaestro(app)
    const answer = await set(luis, { estado: 'pausa', hasta: inDays(days) })
    expect(answer).toMatchObject({ status: 400, message: textos.pausaFueraDeRango })
    expect((await found(luis)).ids).toContain(luis.id)
  })

  test.each([
    { estado: 'pausa' },
    { estado: 'pausa', hasta: '2026-02-30' },
    { estado: 'disponible', hasta: '2026-02-20' },
    { estado: 'vacaciones' },
    {},
  ])('is not set by the input %j', async (body) => {
    const luis = await makeMaestro(app)
    expect(await set(luis, body)).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(await app.sql`select from interno.disponibilidad where maestro_id = ${luis.id}`).toHaveLength(0)
  })
})

test('changes of one maestro at the same moment all succeed and leave one state with exact totals', async () => {
  const luis = await makeMaestro(app, newPlace())
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      i % 3 === 0
        ? set(luis, { estado: 'disponible' })
        : i % 3 === 1
          ? set(luis, { estado: 'pausa', hasta: inDays(3) })
          : set(luis, { estado: 'normal' }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const [state] = await app.sql`
    select disponible_el is not null as disponible, pausa_hasta is not null as pausa
    from interno.disponibilidad where maestro_id = ${luis.id}`
  expect((await found(luis)).total).toBe(state?.pausa ? '0' : '1')
  expect((await found(luis, { disponibles: 1 })).total).toBe(state?.disponible ? '1' : '0')
})

test('an incomplete maestro sets a state that takes effect once the profile is listed', async () => {
  const luis = await makeMaestro(app, { incompleto: true })
  expect((await set(luis, { estado: 'disponible' })).status).toBe(200)
  expect((await found(luis, { disponibles: 1 })).ids).not.toContain(luis.id)
})
