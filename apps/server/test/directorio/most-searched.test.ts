import { oficiosBuscados } from '@maestros/contrato/directorio/oficios-buscados'
import { MAS_BUSCADOS } from '@maestros/dominio/limites'
import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { searchCounter, writeCounts } from '../../src/subjects/directorio/search-counter.ts'
import { appForTests } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { makeBuscador, makeMaestro } from '../setup/rows/maestros.ts'

const app = appForTests()
beforeAll(async () => {
  await makeMaestro(app, { oficios: ['Electricidad', 'Plomería'], alcaldias: ['Coyoacán', 'Tlalpan'] })
})
beforeEach(() => app.sql`delete from interno.busquedas_diarias`)

async function mostSearched(alcaldia: string) {
  const { data } = await call(app.client(), `oficios-buscados?alcaldia=${encodeURIComponent(alcaldia)}`)
  return oficiosBuscados.output.parse(data).oficios
}

const counted = () =>
  app.sql<{ alcaldia: string; oficio: string; total: number }[]>`
    select alcaldia, oficio, total from interno.busquedas_diarias order by alcaldia, oficio`

const add = (rows: Parameters<ReturnType<typeof writeCounts>>[0]) => writeCounts(app.services.db.sql)(rows)
const of = (oficio: string, total: number, alcaldia = 'Coyoacán') => ({ alcaldia, oficio, total })

test('unfiltered searches are counted by borough, trade and day; those that found somebody suggest trades, those that found nobody do not', async () => {
  const [anyone, person] = [app.client(), (await makeBuscador(app)).client]
  const here = { alcaldia: 'Coyoacán', oficio: 'Plomería' }
  const nobody = { alcaldia: 'Tlalpan', oficio: 'Jardinería' }
  for (const client of [anyone, anyone, person]) await search(client, here)
  for (const client of [anyone, person]) await search(client, nobody)
  await search(anyone, { ...here, oficio: 'Electricidad' })
  await search(anyone, { ...here, oficio: 'Jardinería' })
  for (const alcaldia of ['Narnia', 'No existe']) await search(anyone, { ...here, alcaldia })
  await search(anyone, { ...nobody, disponibles: 1 })
  const filtered = await search(anyone, { ...here, alcaldia: 'Tlalpan', nivel: 'nuevo' })
  expect(filtered.data).toHaveLength(1)
  const stored = async () => [
    ...(await app.sql`
      select alcaldia, oficio, total, sin_resultado, dia = interno.dia_de_la_ciudad(now()) as hoy
      from interno.busquedas_diarias order by alcaldia, oficio`),
  ]
  // The server writes the counts at intervals.
  await expect.poll(stored).toEqual([
    { ...here, oficio: 'Electricidad', total: 1, sin_resultado: 0, hoy: true },
    { ...here, oficio: 'Jardinería', total: 0, sin_resultado: 1, hoy: true },
    { ...here, total: 2, sin_resultado: 0, hoy: true },
    { ...nobody, total: 0, sin_resultado: 2, hoy: true },
  ])
  expect(await mostSearched('Coyoacán')).toEqual(['Plomería', 'Electricidad'])
  expect(await mostSearched('Tlalpan')).toEqual([])
})

describe('the trades that are searched most in a borough', () => {
  test('are added up over 30 days, and older days are deleted', async () => {
    await add([of('Pintura', 5)])
    await app.sql`update interno.busquedas_diarias set dia = dia - 30`
    await add([of('Herrería', 1)])
    await app.sql`update interno.busquedas_diarias set dia = dia - 29 where oficio = 'Herrería'`
    await add([of('Herrería', 2), of('Limpieza', 2)])
    expect(await mostSearched('Coyoacán')).toEqual(['Herrería', 'Limpieza'])
    expect(await counted()).toEqual([of('Herrería', 1), of('Herrería', 2), of('Limpieza', 2)])
  })

  test('have equal counts in the order of the names, are active, and are at most six', async () => {
    const names = await app.sql<
      { nombre: string }[]
    >`select nombre from public.oficios_disponibles order by nombre`
    await add(names.map(({ nombre }) => of(nombre, 1)))
    const first = names.slice(0, MAS_BUSCADOS).map(({ nombre }) => nombre)
    expect(await mostSearched('Coyoacán')).toEqual(first)
    const [gone = ''] = first
    await app.sql`update public.oficios_disponibles set activo = false where nombre = ${gone}`
    expect(await mostSearched('Coyoacán')).not.toContain(gone)
    await app.sql`update public.oficios_disponibles set activo = true where nombre = ${gone}`
  })

  test('ignore names that are not in the catalogues', async () => {
    await add([of('Magia', 3), of('Pintura', 3, 'Narnia'), of('Pintura', 1)])
    expect(await counted()).toEqual([of('Pintura', 1)])
    expect(await mostSearched('Narnia')).toEqual([])
  })

  test('keep every count when several processes write at once', async () => {
    const writers = Array.from({ length: 6 }, (_, nth) => {
      const rows = [of('Pintura', 1), of('Herrería', 1), of('Limpieza', 1)]
      return writeCounts(app.services.db.sql)(nth % 2 === 0 ? rows : rows.reverse())
    })
    await Promise.all(writers)
    expect(await counted()).toEqual([of('Herrería', 6), of('Limpieza', 6), of('Pintura', 6)])
  })
})

describe('searches that found nobody', () => {
  test('are counted once for each caller in an interval', async () => {
    const written: unknown[] = []
    const counter = searchCounter(async (counts) => void written.push(...counts), pino({ level: 'silent' }))
    const nobody = { alcaldia: 'Tlalpan', oficio: 'Jardinería' }
    for (const caller of ['a', 'a', 'b']) counter.add(nobody, caller, false)
    await counter.flush()
    expect(written).toEqual([{ ...nobody, total: 0, sin_resultado: 2 }])
  })

  test('are at most a thousand in an interval, and none with a long name', async () => {
    const written: { sin_resultado?: number }[] = []
    const counter = searchCounter(async (counts) => void written.push(...counts), pino({ level: 'silent' }))
    for (let nth = 0; nth < 1500; nth++)
      counter.add({ alcaldia: 'Narnia', oficio: `Oficio ${nth}` }, 'a', false)
    counter.add({ alcaldia: 'Coyoacán', oficio: 'Pintura' }, 'a')
    await counter.flush()
    expect(written.filter(({ sin_resultado }) => sin_resultado === 1)).toHaveLength(1000)
    expect(written).toHaveLength(1001)
    counter.add({ alcaldia: 'x'.repeat(81), oficio: 'Pintura' }, 'a', false)
    await counter.flush()
    expect(written).toHaveLength(1001)
  })
})

describe('the counter of searches', () => {
  const log = pino({ level: 'silent' })

  test('writes sums by borough and trade, and begins again afterwards', async () => {
    const written: unknown[] = []
    const counter = searchCounter(async (counts) => void written.push(counts), log)
    for (const caller of ['a', 'b', 'a']) counter.add({ alcaldia: 'Coyoacán', oficio: 'Pintura' }, caller)
    counter.add({ alcaldia: 'Tlalpan', oficio: 'Pintura' }, 'a')
    await counter.flush()
    await counter.flush()
    counter.add({ alcaldia: 'Coyoacán', oficio: 'Pintura' }, 'a')
    await counter.flush()
    expect(written).toEqual([[of('Pintura', 2), of('Pintura', 1, 'Tlalpan')], [of('Pintura', 1)]])
  })

  test('counts at most ten thousand callers in one interval', async () => {
    let total = 0
    const counter = searchCounter(async ([count]) => {
      total += count?.total ?? 0
    }, log)
    for (let nth = 0; nth < 10_500; nth++)
      counter.add({ alcaldia: 'Coyoacán', oficio: 'Pintura' }, String(nth))
    await counter.flush()
    expect(total).toBe(10_000)
  })

  test('goes on after a failed write', async () => {
    let tries = 0
    const counter = searchCounter(async () => {
      tries += 1
      throw new Error('down')
    }, log)
    for (const caller of ['a', 'b']) {
      counter.add({ alcaldia: 'Coyoacán', oficio: 'Pintura' }, caller)
      await counter.flush()
    }
    expect(tries).toBe(2)
  })
})
