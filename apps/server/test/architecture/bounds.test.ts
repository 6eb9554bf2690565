import * as limites from '@maestros/dominio/limites'
import { primerError } from '@maestros/dominio/onboarding/formulario'
import { ETIQUETAS, NIVELES, UMBRALES } from '@maestros/dominio/resenas/reputacion'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALCALDIAS } from '../../../../db/demo/places.ts'
import { startApp, type TestApp } from '../setup/app.ts'
import {
  makeBuscador,
  makeMaestro,
  makeResena,
  type TestMaestro,
  type TestPerson,
} from '../setup/rows/maestros.ts'
import { formOf } from '../setup/rows/onboarding.ts'

/** Dominio's limits and the database's constraints are the same: each limit is tried in the database. */

let app: TestApp
let luis: TestMaestro
let ana: TestPerson
beforeAll(async () => {
  app = await startApp()
  luis = await makeMaestro(app)
  ana = await makeBuscador(app)
  await makeResena(app, { maestro: luis.id, buscador: ana.id, puntuacion: 5 })
  await app.sql`
    insert into accesos_contacto (maestro_id, buscador_id, motivo, detalle)
    values (${luis.id}, ${ana.id}, 'otro', 'Quiero preguntar algo')`
  await app.sql`
    insert into tickets (usuario_id, nombre, correo, mensaje) values (${ana.id}, 'Ana', 'ana@example.com', 'Necesito ayuda')`
})
afterAll(() => app.close())

/** Whether the database takes a value there; nothing stays written. */
async function takes(table: string, column: string, value: unknown): Promise<boolean> {
  try {
    await app.sql.begin(async (sql) => {
      const [row] = await sql`update ${sql(table)} set ${sql(column)} = ${value as string} returning 1`
      expect(row, `${table} has a row to try on`).toBeDefined()
      throw new Taken()
    })
  } catch (error) {
    if (error instanceof Taken) return true
    expect(error).toMatchObject({ code: '23514' })
  }
  return false
}
class Taken extends Error {}

const digits = (n: number) => '5'.repeat(n)
// A letter of two bytes: limits count characters.
const letters = (n: number) => 'ñ'.repeat(n)
const upper = (n: number) => 'A'.repeat(n)
const images = (n: number) => Array.from({ length: n }, (_, i) => `imagen-${i}`)

type Edge = [
  table: string,
  column: string,
  min: number | null,
  max: number | null,
  make: (n: number) => unknown,
]
const EDGES: Edge[] = [
  ['maestros', 'descripcion', limites.DESCRIPCION.min, limites.DESCRIPCION.max, letters],
  ['maestros', 'domicilio', limites.DOMICILIO.min, limites.DOMICILIO.max, letters],
  ['maestros', 'curp', limites.CURP_LARGO, limites.CURP_LARGO, upper],
  ['maestros', 'nombre', 1, limites.NOMBRE_MAX, letters],
  ['maestros', 'apellido', 1, limites.NOMBRE_MAX, letters],
  ['maestros', 'referencia1_descripcion_trabajo', null, limites.REFERENCIA_DESCRIPCION_MAX, letters],
  ['maestros', 'referencia2_descripcion_trabajo', null, limites.REFERENCIA_DESCRIPCION_MAX, letters],
  ['maestros', 'referencia1_nombre_cliente', null, limites.REFERENCIA_NOMBRE_MAX, letters],
  ['maestros', 'referencia2_nombre_cliente', null, limites.REFERENCIA_NOMBRE_MAX, letters],
  ['resenas', 'puntuacion', limites.PUNTUACION.min, limites.PUNTUACION.max, (n) => n],
  ['resenas', 'comentario', limites.RESENA_COMENTARIO.min, limites.RESENA_COMENTARIO.max, letters],
  ['accesos_contacto', 'detalle', limites.MOTIVO_DETALLE.min, limites.MOTIVO_DETALLE.max, letters],
  ['tickets', 'nombre', limites.TICKET_NOMBRE_MIN, limites.TICKET_NOMBRE_MAX, letters],
  ['tickets', 'mensaje', limites.TICKET_MENSAJE_MIN, limites.TICKET_MENSAJE_MAX, letters],
  ['tickets', 'imagenes_url', null, limites.TICKET_IMAGENES_MAX, images],
]

describe('the database takes a value at its limit and refuses the next', () => {
  test.each(EDGES)('%s.%s from %s to %s', async (table, column, min, max, make) => {
    if (min !== null) {
      expect(await takes(table, column, make(min))).toBe(true)
      expect(await takes(table, column, make(min - 1))).toBe(false)
    }
    if (max !== null) {
      expect(await takes(table, column, make(max))).toBe(true)
      expect(await takes(table, column, make(max + 1))).toBe(false)
    }
  })
})

test('a reference keeps the rules of onboarding in the database as in the form', async () => {
  const { min, max } = limites.REFERENCIA_TELEFONO
  const valid = async (name: string | null, work: string | null, phone: string | null) =>
    (await app.sql`select interno.referencia_valida(${name}, ${work}, ${phone}) as valid`)[0]?.valid
  const phones = [...[min - 1, min, max, max + 1].map(digits), '55-1234-5678', '', '٥٥١٢٣٤٥٦']
  const texts = ['Rosa', '', ' \t\n', '\u00a0\u3000', '\ufeff']
  const seen = []
  for (const nombre_cliente of texts)
    for (const descripcion_trabajo of texts)
      for (const numero_referencia of phones) {
        const referencia1 = { nombre_cliente, descripcion_trabajo, numero_referencia }
        const inForm = primerError({ ...formOf(luis.id), referencia1 }) === null
        expect(
          await valid(nombre_cliente, descripcion_trabajo, numero_referencia),
          JSON.stringify(referencia1),
        ).toBe(inForm)
        seen.push(inForm)
      }
  expect(seen.filter((ok) => ok)).toHaveLength(2)
  expect(await valid(null, 'Rosa', digits(min))).toBe(false)
  expect(await valid('Rosa', 'Baño', null)).toBe(false)
})

test('a maestro chooses as many trades and boroughs as the product says, and no more', async () => {
  const maximum = async (table: string) =>
    (
      await app.sql<{ maximum: string }[]>`
        select split_part(encode(tgargs, 'escape'), '\\000', 3) as maximum from pg_trigger
        where tgrelid = ${table}::regclass and tgfoid = 'interno.limitar_elecciones'::regproc`
    ).map((row) => Number(row.maximum))
  expect(await maximum('public.maestro_oficios')).toEqual([limites.OFICIOS_POR_MAESTRO_MAX])
  expect(await maximum('public.maestro_alcaldias')).toEqual([limites.ALCALDIAS_POR_MAESTRO_MAX])
})

test('stored files have the types and the size limit of the product', async () => {
  const rows = await app.sql`select id, file_size_limit, allowed_mime_types from storage.buckets order by id`
  const file_size_limit = limites.IMAGEN_MAX_BYTES
  const images = [...limites.TIPOS_DE_IMAGEN]
  expect([...rows]).toEqual([
    { id: 'chat-media', file_size_limit, allowed_mime_types: [...images, ...limites.TIPOS_DE_AUDIO] },
    { id: 'support-tickets', file_size_limit, allowed_mime_types: images },
  ])
})

test('the demo has maestros in the boroughs of the catalogue, and in no other', async () => {
  const rows = await app.sql<{ nombre: string }[]>`select nombre from alcaldias_disponibles`
  expect(ALCALDIAS.toSorted()).toEqual(rows.map(({ nombre }) => nombre).toSorted())
  expect(rows).toHaveLength(limites.ALCALDIAS_POR_MAESTRO_MAX)
})

test('statistics look back as many days as the product says', async () => {
  const days = limites.ESTADISTICAS_DIAS
  await app.sql`
    insert into vistas_perfil (maestro_id, buscador_id, dia)
    select ${luis.id}, ${ana.id}, interno.dia_de_la_ciudad(now()) - past
    from unnest(array[${days - 1}::int, ${days}::int]) as p (past)`
  const [row] =
    await app.sql`select visitas_ultimos_30_dias as n from maestro_stats where maestro_id = ${luis.id}`
  expect(row?.n).toBe(1)
})

test('the level and its label are the same here and in the database', async () => {
  for (const nivel of NIVELES) {
    const [row] = await app.sql`select interno.chip_de_nivel(${nivel}) as label`
    expect(row?.label).toBe(ETIQUETAS[nivel])
  }
  const cases = fc.sample(
    fc.tuple(
      fc.boolean(),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 380, max: 470 }).map((cents) => cents / 100),
    ),
    200,
  )
  const limits: typeof cases = Object.values(UMBRALES).flatMap(({ confirmadas, promedio }) => [
    [true, confirmadas, promedio],
    [true, confirmadas - 1, promedio],
    [true, confirmadas, promedio - 0.01],
    [false, confirmadas, promedio],
  ])
  const given = [...limits, ...cases].map(([v, n, p]) => ({ v, n, p }))
  const rows = await app.sql<{ v: boolean; n: number; p: number; nivel: string }[]>`
    select v, n, p::float8 as p, interno.nivel_de_reputacion(v, n, p) as nivel
    from json_to_recordset(${JSON.stringify(given)}::text::json) as c (v boolean, n int, p numeric)`
  expect(rows).toHaveLength(given.length)
  const { experto, confianza_comprobada } = UMBRALES
  for (const { v, n, p, nivel } of rows) {
    const reaches = ({ confirmadas, promedio }: typeof experto) => v && n >= confirmadas && p >= promedio
    const expected = reaches(experto)
      ? 'experto'
      : reaches(confianza_comprobada)
        ? 'confianza_comprobada'
        : 'nuevo'
    expect(nivel, `${v} ${n} ${p}`).toBe(expected)
  }
})
