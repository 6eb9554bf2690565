/** A table of the moderation rules. */
export type Table = Map<string, unknown> | Set<string> | Record<string, unknown>

export const entriesOf = (table: Table): string[] =>
  table instanceof Map || table instanceof Set ? [...table.keys()] : Object.keys(table)

/** Runs `work` while one entry is missing from a table, to show that a result depends on this entry. */
export function without<T>(table: Table, entry: string, work: () => T): T {
  const restore = remove(table, entry)
  try {
    return work()
  } finally {
    restore()
  }
}

function remove(table: Table, entry: string): () => void {
  if (table instanceof Set) {
    table.delete(entry)
    return () => table.add(entry)
  }
  if (table instanceof Map) {
    const value = table.get(entry)
    table.delete(entry)
    return () => table.set(entry, value)
  }
  const value = table[entry]
  delete table[entry]
  return () => {
    table[entry] = value
  }
}
