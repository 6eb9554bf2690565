import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../../platform/db/pool.ts'

/**
 * Counts searches by borough and trade in memory and writes the sums at intervals, so that a search does not wait for the
 * count. Nothing is stored about the caller. A process that ends loses the counts of its last interval.
 */
export interface SearchCounter {
  /**
   * Counts a search once for each caller and interval, so that one caller cannot raise a trade by repeating it. Searches
   * that found nobody are counted apart.
   */
  add(search: Names, caller: string, found?: boolean): void
  /** Writes what has been counted. */
  flush(): Promise<void>
}

type Names = { alcaldia: string; oficio: string }
/** Searches that found somebody, and those that did not. */
type Count = Names & { total: number; sin_resultado?: number }

const INTERVAL_MS = 5000
/** Searches of one interval that are counted. The ones beyond are not, so that memory is bounded. */
const MAX_SEARCHES = 10_000
/**
 * Names that found nobody may be any text, so fewer of them are kept, and no long ones. Those of no catalogue are dropped
 * when the counts are written.
 */
const MAX_NOT_FOUND = 1000
const MAX_NAME = 80

export function searchCounter(
  write: (counts: Count[]) => Promise<void>,
  log: FastifyBaseLogger,
): SearchCounter {
  let counts = new Map<string, Count>()
  let seen = new Set<string>()
  let notFound = 0
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (counts.size === 0) return
    const written = [...counts.values()]
    counts = new Map()
    seen = new Set()
    notFound = 0
    try {
      await write(written)
    } catch (err) {
      // The order of a list of suggestions is not worth a retry.
      log.warn({ err }, 'searches were not counted')
    }
  }

  return {
    add({ alcaldia, oficio }, caller, found = true) {
      if (seen.size >= MAX_SEARCHES) return
      if (!found && (notFound >= MAX_NOT_FOUND || Math.max(alcaldia.length, oficio.length) > MAX_NAME)) return
      const key = `${alcaldia}\0${oficio}`
      const once = `${caller}\0${key}`
      if (seen.has(once)) return
      seen.add(once)
      const count = counts.get(key) ?? { alcaldia, oficio, total: 0 }
      if (found) count.total += 1
      else {
        count.sin_resultado = (count.sin_resultado ?? 0) + 1
        notFound += 1
      }
      counts.set(key, count)
      timer ??= setTimeout(() => void flush(), INTERVAL_MS).unref()
    },
    flush,
  }
}

/** Writes counts with one statement. */
export const writeCounts = (sql: Sql) => async (counts: Count[]) => {
  await sql`select interno.sumar_busquedas(${sql.json(counts)})`
}
