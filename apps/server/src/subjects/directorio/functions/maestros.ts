import { CURSOR_HEADER, MAESTROS_POR_PAGINA, maestros } from '@maestros/contrato/directorio/maestros'
import type { Sql } from '../../../platform/db/pool.ts'
import { batchQueue } from '../../../protocol/functions/batch-queue.ts'
import { type Context, defineFunction } from '../../../protocol/functions/define.ts'
import { requirePerson } from '../../../protocol/functions/person.ts'
import { searchCounter, writeCounts } from '../search-counter.ts'
import { cursorOf, parseSearch, type Search } from '../search-query.ts'
import { anyPage, type FirstPage, firstPages, type Page } from '../search-sql.ts'

export default defineFunction(maestros, {
  summary: 'The search: a list of cards, with the exact total and the cursor of the next page in headers.',
  prepare: ({ db: { sql }, log }) => ({ find: finder(sql), counter: searchCounter(writeCounts(sql), log) }),
  parse: ({ query }) => parseSearch(query),
  handle: async (search, context) => {
    const { caller, withConnection, header, json, key, prepared, services } = context
    const found = prepared.find(search, context)
    // The session of a caller who is signed in is checked at the same time, so that it costs no second wait.
    if (caller.role === 'authenticated') {
      await Promise.all([found, withConnection(async () => requirePerson(services.db.sql, caller, null))])
    }
    const page = await found
    // Searches with filters and further pages are not counted: they say nothing about a trade in a borough.
    const isNew = search.after === undefined && search.celdas === undefined
    if (isNew) prepared.counter.add(search, key, page.total > 0)
    const offset = search.after?.offset ?? 0
    if (page.next)
      header(CURSOR_HEADER, cursorOf(search.orden, { ...page.next, offset: offset + page.count }))
    header('content-range', rangeOf(offset, page))
    return json(page.body)
  },
})

/** One statement can start while the results of another are read. More of them make batches smaller and gain nothing. */
const CONCURRENCY = 2
const BATCH_SIZE = 16

type Share = Pick<Context<typeof maestros, unknown>, 'key' | 'withConnection'>

function finder(sql: Sql): (search: Search, share: Share) => Promise<Page> {
  const queue = batchQueue<FirstPage, Page>({
    concurrency: CONCURRENCY,
    batchSize: BATCH_SIZE,
    runBatch: (searches) => firstPages(sql, MAESTROS_POR_PAGINA, searches),
  })
  return (search, { key, withConnection }) => {
    const plain = search.orden === 'recomendados' && search.celdas === undefined && search.after === undefined
    if (plain && search.limit === MAESTROS_POR_PAGINA) return queue.run(search, key)
    return withConnection(() => anyPage(sql, search))
  }
}

function rangeOf(offset: number, { count, total }: Page): string {
  return count === 0 ? `*/${total}` : `${offset}-${offset + count - 1}/${total}`
}
