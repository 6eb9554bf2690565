import { maestros, type Tarjeta } from '@maestros/contrato/directorio/maestros'
import { ORDENES } from '@maestros/dominio/directorio/filtros'
import { NIVELES } from '@maestros/dominio/resenas/reputacion'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { search } from '../setup/functions.ts'
import { makeBuscador, makeMaestro, makeResena, suspend } from '../setup/rows/maestros.ts'

/** Pages against a naive computation: every filter, order and size, over directories made at random. */

const app = appForTests()
const OFICIOS = ['Plomería', 'Pintura', 'Herrería']
const CUANTOS = 50
const BUSCADORES = 11

interface Known {
  id: string
  verificada: boolean
  nivel: (typeof NIVELES)[number]
  promedio: number
  cantidad: number
  trabajos: number
  activo: number
  oficios: string[]
  disponible: boolean
}
let all: Known[] = []

beforeAll(async () => {
  const buscadores = await Promise.all(Array.from({ length: BUSCADORES }, () => makeBuscador(app)))
  const random = fc.sample(
    fc.record({
      oficios: fc.subarray(OFICIOS, { minLength: 1 }),
      verificada: fc.boolean(),
      disponible: fc.boolean(),
      puntuaciones: fc.oneof(
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: BUSCADORES }),
        // Enough good ones that every level is there, and many alike, so that keys tie.
        fc.integer({ min: 0, max: BUSCADORES }).map((n) => Array.from({ length: n }, () => 5)),
      ),
    }),
    { numRuns: CUANTOS, seed: 7 },
  )
  for (const one of random) {
    const maestro = await makeMaestro(app, {
      oficios: one.oficios,
      alcaldias: ['Tlalpan'],
      ineVerificado: one.verificada,
    })
    if (one.disponible)
      await app.sql`select interno.cambiar_disponibilidad(${maestro.id}, 'disponible', null, 1, 90)`
    for (const [i, puntuacion] of one.puntuaciones.entries()) {
      await makeResena(app, {
        maestro: maestro.id,
        buscador: buscadores[i]!.id,
        puntuacion,
        trabajoRealizado: i > 0,
      })
    }
  }
  // Not one of the few experts: every level must stay.
  const [gone] = await app.sql<{ id: string }[]>`
    select id from maestros where reputacion_nivel = 'nuevo' order by id limit 1`
  await suspend(app, gone!.id)
  all = await app.sql<Known[]>`
    select m.id, ine_verificado as verificada, reputacion_nivel as nivel, promedio_calificacion::float8 as promedio,
      "cantidad_reseñas" as cantidad, numero_trabajos_completados as trabajos,
      activo_en - date '2020-01-01' as activo,
      array(select oficio from maestro_oficios where maestro_id = m.id) as oficios,
      exists (select from interno.disponibilidad where maestro_id = m.id) as disponible
    from maestros m join profiles p using (id) where p.suspendido_en is null`
}, 60_000)

const bayes = ({ promedio, cantidad }: Known) =>
  Math.round(((19 + promedio * cantidad) / (5 + cantidad)) * 1000)

/** Best first, as the design says in words; ties by id. */
const RANKS: Record<(typeof ORDENES)[number], (m: Known) => number[]> = {
  recomendados: (m) => [Number(m.verificada), NIVELES.indexOf(m.nivel), bayes(m), m.activo],
  calificacion: (m) => [m.promedio, m.cantidad],
  trabajos: (m) => [m.trabajos, m.promedio],
}

function naive(filter: {
  oficio: string
  verificados: boolean
  disponibles?: boolean
  niveles: string[]
  minima: number
  orden: (typeof ORDENES)[number]
}) {
  const rank = RANKS[filter.orden]
  return all
    .filter((m) => m.oficios.includes(filter.oficio))
    .filter((m) => !filter.verificados || m.verificada)
    .filter((m) => !filter.disponibles || m.disponible)
    .filter((m) => filter.niveles.length === 0 || filter.niveles.includes(m.nivel))
    .filter((m) => m.promedio >= filter.minima)
    .sort((a, b) => {
      const ours = rank(a)
      const theirs = rank(b)
      const different = ours.findIndex((value, i) => value !== theirs[i])
      return different < 0 ? (a.id < b.id ? -1 : 1) : theirs[different]! - ours[different]!
    })
    .map(({ id }) => id)
}

test('the random directory contains maestros of every level', () => {
  for (const nivel of NIVELES) expect(all.some((m) => m.nivel === nivel)).toBe(true)
})

test('following the cursor gives every maestro of a search once, in order, with the exact total on every page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        oficio: fc.constantFrom(...OFICIOS),
        verificados: fc.boolean(),
        disponibles: fc.boolean(),
        niveles: fc.subarray([...NIVELES]),
        minima: fc.integer({ min: 0, max: 10 }).map((halves) => halves / 2),
        orden: fc.constantFrom(...ORDENES),
        limit: fc.constantFrom(1, 2, 3, 7, 20, 50),
      }),
      fc.boolean(),
      async (filter, unfiltered) => {
        const asked = unfiltered
          ? { ...filter, verificados: false, disponibles: false, niveles: [], minima: 0 }
          : filter
        const expected = naive(asked)
        const query = {
          alcaldia: 'Tlalpan',
          oficio: asked.oficio,
          limit: asked.limit,
          orden: asked.orden,
          ...(asked.verificados ? { verificados: 1 } : {}),
          ...(asked.disponibles ? { disponibles: 1 } : {}),
          ...(asked.niveles.length > 0 ? { nivel: asked.niveles.join(',') } : {}),
          ...(asked.minima > 0 ? { calificacion_minima: asked.minima } : {}),
        }
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const page = await search(app.client(), cursor === null ? query : { ...query, cursor })
          const cards: Tarjeta[] = maestros.output.parse(page.data)
          const range = cards.length === 0 ? '*' : `${seen.length}-${seen.length + cards.length - 1}`
          expect(page.headers.get('content-range')).toBe(`${range}/${expected.length}`)
          seen.push(...cards.map(({ id }) => id))
          cursor = page.headers.get('x-next-cursor')
        } while (cursor !== null)
        expect(seen).toEqual(expected)
      },
    ),
    { numRuns: 50 },
  )
}, 60_000)

test('many searches at once each get their own answer', async () => {
  const asked = Array.from({ length: 60 }, (_, i) => OFICIOS[i % OFICIOS.length]!)
  const answers = await Promise.all(
    asked.map((oficio) => search(app.client(), { alcaldia: 'Tlalpan', oficio })),
  )
  for (const [i, { data }] of answers.entries()) {
    const expected = naive({
      oficio: asked[i]!,
      verificados: false,
      niveles: [],
      minima: 0,
      orden: 'recomendados',
    })
    expect(maestros.output.parse(data).map(({ id }) => id)).toEqual(expected.slice(0, 20))
  }
})

test('a page that is read after the directory has changed omits no maestro who stayed in it', async () => {
  const at = { alcaldia: 'Milpa Alta', oficio: 'Pintura', limit: 2 }
  const made = []
  for (let i = 0; i < 6; i++)
    made.push(await makeMaestro(app, { oficios: ['Pintura'], alcaldias: ['Milpa Alta'] }))
  const first = await search(app.client(), at)
  const shown = maestros.output.parse(first.data).map(({ id }) => id)
  await suspend(app, shown[0]!)
  const rest: string[] = []
  let cursor = first.headers.get('x-next-cursor')
  while (cursor !== null) {
    const page = await search(app.client(), { ...at, cursor })
    rest.push(...maestros.output.parse(page.data).map(({ id }) => id))
    cursor = page.headers.get('x-next-cursor')
  }
  expect([...shown, ...rest].sort()).toEqual(made.map(({ id }) => id).sort())
})
