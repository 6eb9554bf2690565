import type { RowChange } from './bus.ts'
import type { Columns } from './columns.ts'
import { encodeText } from './frames.ts'
import { type Hub, send } from './hub.ts'
import { idsFor } from './subscriptions.ts'

/**
 * A written row, to those of its readers who are here. It costs what they cost: nobody else's socket is looked at,
 * and what several get alike is made once.
 */
export function deliver(hub: Hub, columns: Columns, change: RowChange): void {
  const now = Date.now() / 1000
  let data: string | undefined
  const made = new Map<string, string>()
  for (const reader of change.readers) {
    const person = hub.people.get(reader)
    if (!person) continue
    // A slow reader is dropped while we go through: hence the copy.
    for (const { socket, topic, state, owner, asking } of [...person.channels]) {
      if (state !== 'joined' || owner === undefined || owner.expires <= now) continue
      const ids = idsFor(asking, change)
      if (ids === '') continue
      const key = `${socket.version} ${ids} ${topic}`
      let frame = made.get(key)
      if (frame === undefined) {
        data ??= JSON.stringify(dataOf(columns, change))
        const to = { joinRef: null, ref: null, topic }
        frame = encodeText(socket.version, to, 'postgres_changes', `{"ids":[${ids}],"data":${data}}`)
        made.set(key, frame)
      }
      hub.count.delivered += 1
      send(hub, socket, frame)
    }
  }
}

/** As the original tells it; of a row before its change, with row-level security, only the key is told. */
const dataOf = (columns: Columns, { table, type, record, at }: RowChange) => ({
  schema: 'public',
  table,
  commit_timestamp: at,
  type,
  columns: columns[table],
  record,
  ...(type === 'UPDATE' ? { old_record: { id: record.id } } : {}),
  errors: null,
})
