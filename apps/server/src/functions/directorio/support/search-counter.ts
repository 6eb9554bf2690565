import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../../../db/pool.ts'

/**
 * Counts searches by borough and trade in memory and writes the sums at intervals, so that a search does not wait for the
 * count. Nothing is stored about the caller. A process that ends loses the counts of its last interval.
 */
export interface SearchCounter {
  /** Counts a search once for each caller and interval, so that one caller cannot raise a trade by repeating it. */
  add(search: Names, caller: string): void
  /** Writes what has been counted. */
  flush(): Promise<void>
}

type Names = { alcaldia: string; oficio: string }
type Count = Names & { total: number }

const INTERVAL_MS = 5000
/** Searches of one interval that are counted. The ones beyond are not, so that memory is bounded. */
const MAX_SEARCHES = 10_000

export function searchCounter(
  write: (counts: Count[]) => Promise<void>,
  log: FastifyBaseLogger,
): SearchCounter {
  let counts = new Map<string, Count>()
  let seen = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (counts.size === 0) return
    const written = [...counts.values()]
    counts = new Map()
    seen = new Set()
    try {
      await write(written)
    } catch (err) {
      // The order of a list of suggestions is not worth a retry.
      log.warn({ err }, 'searches were not counted')
    }
  }

  return {
    add({ alcaldia, oficio }, caller) {
      if (seen.size >= MAX_SEARCHES) return
      const key = `${alcaldia}\0${oficio}`
      const once = `${caller}\0${key}`
      if (seen.has(once)) return
      seen.add(once)
      const count = counts.get(key)
      if (count) count.total += 1
      else counts.set(key, { alcaldia, oficio, total: 1 })
      timer ??= setTimeout(() => void flush(), INTERVAL_MS).unref()
    },
    flush,
  }
}

/** Writes counts with one statement. */
export const writeCounts = (sql: Sql) => async (counts: Count[]) => {
  await sql`select interno.sumar_busquedas(${sql.json(counts)})`
}
