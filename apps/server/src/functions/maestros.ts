import { CURSOR_HEADER, maestros as contract, MAESTROS_POR_PAGINA } from '@maestros/contrato'
import type { Caller } from '../caller.ts'
import type { Sql } from '../db/pool.ts'
import type { Call, PublicFunction } from './definition.ts'
import { openLanes } from './lanes.ts'
import { cursorOf, parseSearch, type Search } from './maestros-query.ts'
import { anyPage, type FirstPage, firstPages, type Page } from './maestros-sql.ts'
import { requirePerson } from './person.ts'

/** The search: a plain list of cards, with the exact total and the next cursor in headers. */
export const maestros: PublicFunction = {
  name: contract.name,
  method: contract.method,
  path: '/maestros',
  caller: 'public',
  handler: ({ db: { sql } }) => {
    const find = finder(sql)
    return async (call) => {
      const { request, reply, caller, withConnection } = call
      const search = parseSearch(request.query)
      const asked = find(search, call)
      // Whoever comes signed in must still be: asked at the same time, so that it costs no second wait.
      if (caller.role === 'authenticated') {
        await Promise.all([asked, withConnection(async () => requirePerson(sql, caller, null))])
      }
      const page = await asked
      const offset = search.after?.offset ?? 0
      if (page.next) {
        reply.header(CURSOR_HEADER, cursorOf(search.orden, { ...page.next, offset: offset + page.count }))
      }
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-range', rangeOf(offset, page))
        .send(page.body)
    }
  },
}

/** While one statement is answered, the next is under way. More lanes make groups smaller and gain nothing. */
const LANES = 2
const TOGETHER = 16

function finder(sql: Sql): (search: Search, call: Call<Caller>) => Promise<Page> {
  const lanes = openLanes<FirstPage, Page>({
    lanes: LANES,
    together: TOGETHER,
    ask: (searches) => firstPages(sql, MAESTROS_POR_PAGINA, searches),
  })
  return (search, { key, withConnection }) => {
    const plain = search.orden === 'recomendados' && search.celdas === undefined && search.after === undefined
    if (plain && search.limit === MAESTROS_POR_PAGINA) return lanes.ask(search, key)
    return withConnection(() => anyPage(sql, search))
  }
}

function rangeOf(offset: number, { count, total }: Page): string {
  return count === 0 ? `*/${total}` : `${offset}-${offset + count - 1}/${total}`
}
