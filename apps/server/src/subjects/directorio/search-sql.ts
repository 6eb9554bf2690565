import type { Sql } from '../../platform/db/pool.ts'
import type { Orden, Position, Search } from './search-query.ts'

/**
 * The statements of a search. The limit is a literal and not a parameter, so that PostgreSQL plans each statement once.
 * With a parameter it estimates a tenth of the rows, considers that too expensive, and plans again at every call.
 */

/** A page as it is sent. The cards are JSON text already, so they are neither parsed nor serialized here. */
export interface Page {
  /** The list of cards. */
  body: string | Buffer
  count: number
  total: number
  /** The position of the next page, if there is one. */
  next: Omit<Position, 'offset'> | undefined
}

const PREPARED = { prepare: true }

/** A first page without filters: nearly every search. */
export type FirstPage = Pick<Search, 'alcaldia' | 'oficio'>

/**
 * First pages, several at once: for each one range scan of directorio_recomendado and one row of directorio_totales.
 * It returns one row for each search; its JSON text is sent without being parsed.
 */
export async function firstPages(sql: Sql, limit: number, searches: FirstPage[]): Promise<Page[]> {
  const [one] = searches
  const rows = await (searches.length === 1 && one
    ? sql.unsafe(firstPageText(limit), [one.alcaldia, one.oficio], PREPARED).raw()
    : sql
        .unsafe(
          firstPagesText(limit),
          [searches.map(({ alcaldia }) => alcaldia), searches.map(({ oficio }) => oficio)],
          PREPARED,
        )
        .raw())
  return rows.map(readFirstPage)
}

function readFirstPage([body, facts]: Buffer[]): Page {
  if (!body || !facts) throw new Error('the statement for the first page returned no row')
  const [total, count, clave = '', id = ''] = facts.toString('latin1').split(' ')
  const page = { body, count: Number(count), total: Number(total) }
  return { ...page, next: page.count < page.total ? { clave, id } : undefined }
}

const firstPageOf = (alcaldia: string, oficio: string, limit: number) => `
  select
    coalesce('[' || string_agg(p.tarjeta, ',') || ']', '[]') as body,
    concat_ws(' ',
      coalesce((select total from interno.directorio_totales where alcaldia = ${alcaldia} and oficio = ${oficio}), 0),
      count(*), max(p.recomendado), (array_agg(p.maestro_id))[count(*)]) as facts
  from (
    select tarjeta, recomendado, maestro_id from interno.directorio
    where alcaldia = ${alcaldia} and oficio = ${oficio}
    order by recomendado, maestro_id limit ${limit}
  ) p`

export const firstPageText = memoized((limit) => firstPageOf('$1', '$2', limit))

const firstPagesText = memoized(
  (limit) => `
  select r.body, r.facts
  from unnest($1::text[], $2::text[]) with ordinality as q (alcaldia, oficio, orden)
  cross join lateral (${firstPageOf('q.alcaldia', 'q.oficio', limit)}) r
  order by q.orden`,
)

/** Every other page: later ones, filtered ones, other orders. */
export async function anyPage(sql: Sql, search: Search): Promise<Page> {
  const { alcaldia, oficio, limit, orden, celdas, disponibles, after } = search
  // Reads one maestro more than requested, to know whether there is a next page even if the directory has changed.
  const rows =
    orden === 'recomendados' && celdas === undefined
      ? await sql.unsafe<Row[]>(
          unfilteredText(limit + 1),
          [alcaldia, oficio, after?.clave ?? FIRST.clave, after?.id ?? FIRST.id],
          PREPARED,
        )
      : await sql.unsafe<Row[]>(
          byCellsText(orden, disponibles)(limit + 1),
          [alcaldia, oficio, after?.clave ?? FIRST.clave, after?.id ?? FIRST.id, celdas ?? ALL_CELLS],
          PREPARED,
        )
  const found = rows.filter((row) => row.tarjeta !== null)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    body: `[${page.map((row) => row.tarjeta).join(',')}]`,
    count: page.length,
    total: Number(rows[0]?.total ?? 0),
    next: found.length > limit && last ? { clave: last.clave, id: last.id } : undefined,
  }
}

interface Row {
  total: string | null
  tarjeta: string | null
  clave: string
  id: string
}

/** A position before every maestro: the lowest possible key. */
const FIRST = { clave: '-9223372036854775808', id: '00000000-0000-0000-0000-000000000000' }
const CELLS = 66
const ALL_CELLS = Array.from({ length: CELLS }, (_, celda) => celda)

const KEYS: Record<Orden, string> = {
  recomendados: 'recomendado',
  calificacion: 'por_calificacion',
  trabajos: 'por_trabajos',
}

const unfilteredText = memoized(
  (limit: number) => `
  select t.total, p.tarjeta, p.clave, p.id
  from (
    select (select total from interno.directorio_totales where alcaldia = $1 and oficio = $2) as total
  ) t
  left join (
    select tarjeta, recomendado as clave, maestro_id as id from interno.directorio
    where alcaldia = $1 and oficio = $2 and (recomendado, maestro_id) > ($3::bigint, $4::uuid)
    order by recomendado, maestro_id limit ${limit}
  ) p on true
  order by p.clave, p.id`,
)

/**
 * A filter is a set of cells: each gives its first few by the index of the order, these are merged, and only the
 * page's own cards are fetched. The limits inside keep every scan as short as the page. Those who are available today have
 * counters and indexes of their own, by day.
 */
const byCellsText = (orden: Orden, disponibles: boolean) => (disponibles ? AVAILABLE : EVERYONE)[orden]

const ALL_COUNTERS = `
    select celda, total from interno.directorio_celdas
    where alcaldia = $1 and oficio = $2 and celda = any ($5::smallint[]) and total > 0`

const COUNTERS_OF_TODAY = `
    select celda, total, dia from interno.directorio_disponibles
    where alcaldia = $1 and oficio = $2 and dia = interno.dia_de_la_ciudad(now())
      and celda = any ($5::smallint[]) and total > 0`

const byCells = (orden: Orden, disponibles: boolean) =>
  memoized(
    (limit: number) => `
  with celdas as materialized (${disponibles ? COUNTERS_OF_TODAY : ALL_COUNTERS}
  ), pagina as materialized (
    select x.clave, x.id
    from celdas c
    cross join lateral (
      select d.${KEYS[orden]} as clave, d.maestro_id as id from interno.directorio d
      where d.alcaldia = $1 and d.oficio = $2 and d.celda = c.celda${disponibles ? ' and d.disponible_el = c.dia' : ''}
        and (d.${KEYS[orden]}, d.maestro_id) > ($3::bigint, $4::uuid)
      order by d.${KEYS[orden]}, d.maestro_id limit ${limit}
    ) x
    order by x.clave, x.id limit ${limit}
  )
  select t.total, p.tarjeta, p.clave, p.id
  from (select sum(total) as total from celdas) t
  left join (
    select d.tarjeta, pagina.clave, pagina.id
    from pagina
    cross join lateral (
      select tarjeta from interno.directorio
      where maestro_id = pagina.id and alcaldia = $1 and oficio = $2 limit 1
    ) d
  ) p on true
  order by p.clave, p.id`,
  )

const byOrden = (disponibles: boolean): Record<Orden, (limit: number) => string> => ({
  recomendados: byCells('recomendados', disponibles),
  calificacion: byCells('calificacion', disponibles),
  trabajos: byCells('trabajos', disponibles),
})
const EVERYONE = byOrden(false)
const AVAILABLE = byOrden(true)

function memoized(make: (limit: number) => string): (limit: number) => string {
  const texts = new Map<number, string>()
  return (limit) => {
    let text = texts.get(limit)
    if (text === undefined) {
      text = make(limit)
      texts.set(limit, text)
    }
    return text
  }
}
