import { z } from 'zod'
import type { Sql } from '../../apps/server/src/platform/db/pool.ts'
import { firstPageText } from '../../apps/server/src/subjects/directorio/search-sql.ts'
import { LITE_KEY } from '../tools/lite.ts'
import { PRODUCT_KEY } from '../tools/product.ts'

/** One query in three forms: the first page of maestros of a trade in a borough, and their number. */

export const PAGE = 20

/** The exact text that the server sends: $1 is the borough, $2 the trade. */
export const STATEMENT = firstPageText(PAGE)

export interface Pair {
  alcaldia: string
  oficio: string
}

export interface Answer {
  ids: string[]
  total: number
}

/** One way to send the query over HTTP. */
export interface SearchClient {
  headers: Record<string, string>
  path(pair: Pair): string
  answer(response: Response): Promise<Answer>
  /** Undefined for the whole list. */
  filter?: 'disponibles' | 'verificados'
}

export async function allPairs(sql: Sql): Promise<Pair[]> {
  const rows = await sql<Pair[]>`
    select a.nombre as alcaldia, o.nombre as oficio
    from public.alcaldias_disponibles a cross join public.oficios_disponibles o order by 1, 2`
  return [...rows]
}

export const overProduct: SearchClient = {
  headers: { apikey: PRODUCT_KEY },
  path: ({ alcaldia, oficio }: Pair) =>
    `/functions/v1/maestros?alcaldia=${encodeURIComponent(alcaldia)}&oficio=${encodeURIComponent(oficio)}&limit=${PAGE}`,
  answer: async (response: Response): Promise<Answer> => ({
    ids: Cards.parse(await response.json()).map(({ id }) => id),
    total: totalOf(response),
  }),
}

/** The same search with one filter. */
const filtered = (filter: 'disponibles' | 'verificados'): SearchClient => ({
  ...overProduct,
  path: (pair) => `${overProduct.path(pair)}&${filter}=1`,
  filter,
})
export const overProductAvailable = filtered('disponibles')
export const overProductVerified = filtered('verificados')

export const overLite: SearchClient = {
  headers: { apikey: LITE_KEY, prefer: 'count=exact' },
  path: ({ alcaldia, oficio }: Pair) =>
    `/rest/v1/directorio_a_la_vista?select=tarjeta&alcaldia=eq.${encodeURIComponent(alcaldia)}` +
    `&oficio=eq.${encodeURIComponent(oficio)}&order=recomendado,maestro_id&limit=${PAGE}`,
  answer: async (response: Response): Promise<Answer> => ({
    ids: Rows.parse(await response.json()).map(({ tarjeta }) => Card.parse(JSON.parse(tarjeta)).id),
    total: totalOf(response),
  }),
}

const Card = z.object({ id: z.string() })
const Cards = z.array(Card)
const Rows = z.array(z.object({ tarjeta: z.string() }))

function totalOf(response: Response): number {
  return Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1])
}

/** The expected answer, computed from the rows without our indexes, counters or code. */
async function truth(sql: Sql, { alcaldia, oficio }: Pair, filter: SearchClient['filter']): Promise<Answer> {
  const rows = await sql<{ id: string }[]>`
    select maestro_id as id from interno.directorio
    where alcaldia = ${alcaldia} and oficio = ${oficio}
      and (${filter !== 'disponibles'} or disponible_el = interno.dia_de_la_ciudad(now()))
      and (${filter !== 'verificados'} or (tarjeta::json ->> 'identidad_verificada')::boolean)
    order by recomendado, maestro_id`
  return { ids: rows.slice(0, PAGE).map(({ id }) => id), total: rows.length }
}

/**
 * Checks the answers for some pairs before anything is measured, because a fast wrong answer is worthless.
 */
export async function checkAnswers(
  name: string,
  url: string,
  over: SearchClient,
  sql: Sql,
  pairs: Pair[],
): Promise<void> {
  for (const pair of pairs.filter((_, i) => i % 20 === 0)) {
    const response = await fetch(url + over.path(pair), { headers: over.headers })
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`)
    const [given, expected] = [await over.answer(response), await truth(sql, pair, over.filter)]
    if (JSON.stringify(given) !== JSON.stringify(expected)) {
      throw new Error(`${name} answers another page or total for ${pair.oficio} in ${pair.alcaldia}`)
    }
  }
}
