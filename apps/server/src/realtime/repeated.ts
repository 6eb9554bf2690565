import { LRUCache } from 'lru-cache'
import type { RowChange } from '../bus/bus.ts'

/** Rows whose last event a process knows. */
const ROWS_MAX = 5000

/**
 * Tells whether a process has had an event before. A call whose answer was lost is repeated, maybe by another server, and each of the two
 * publishes the row: a server that hung publishes late. An inserted row is new once, and an update that changes nothing since the last
 * event of its row says nothing.
 */
export function repetitions(): (change: RowChange) => boolean {
  const last = new LRUCache<string, string>({ max: ROWS_MAX })
  return ({ table, type, record }) => {
    const row = `${table}:${String(record.id)}`
    const known = last.get(row)
    if (type === 'INSERT' && known !== undefined) return true
    const text = JSON.stringify(record)
    last.set(row, text)
    return known === text
  }
}
