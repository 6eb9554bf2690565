import { LRUCache } from 'lru-cache'
import type { RowChange } from '../../../platform/bus/bus.ts'

/** Inserted rows that a process remembers. */
const ROWS_MAX = 5000

/**
 * Tells whether a process has had the event of an inserted row before. A call whose answer was lost is repeated, maybe by another server,
 * and each of the two publishes the row: a server that hung publishes late. An update is always delivered, because it can tell of what
 * its row does not contain, such as a block by the other person.
 */
export function repetitions(): (change: RowChange) => boolean {
  const known = new LRUCache<string, true>({ max: ROWS_MAX })
  return ({ table, type, record }) => {
    if (type !== 'INSERT') return false
    const row = `${table}:${String(record.id)}`
    const isKnown = known.has(row)
    known.set(row, true)
    return isKnown
  }
}
