import type { RowChange } from '../bus/bus.ts'
import type { Columns } from './columns.ts'
import { encodeText } from './frames.ts'
import { forEachChannel } from './guard.ts'
import { type Hub, send } from './hub.ts'
import type { Channel } from './socket.ts'
import { idsFor } from './subscriptions.ts'

/**
 * A written row, to those of its readers who are here. It costs what they cost: nobody else's socket is looked at,
 * and what several get alike is made once. An error for one socket does not keep the row from the others.
 */
export function deliver(hub: Hub, columns: Columns, change: RowChange): void {
  if (!change.readers.some((reader) => hub.people.has(reader))) return
  const now = Date.now() / 1000
  const data = JSON.stringify(dataOf(columns, change))
  const made = new Map<string, string>()
  const deliverTo = ({ socket, topic, state, owner, asking }: Channel) => {
    if (state !== 'joined' || owner === undefined || owner.expires <= now) return
    const ids = idsFor(asking, change)
    if (ids === '') return
    const key = `${socket.version} ${ids} ${topic}`
    let frame = made.get(key)
    if (frame === undefined) {
      const to = { joinRef: null, ref: null, topic }
      frame = encodeText(socket.version, to, 'postgres_changes', `{"ids":[${ids}],"data":${data}}`)
      made.set(key, frame)
    }
    hub.count.delivered += 1
    send(hub, socket, frame)
  }
  for (const reader of change.readers) {
    const person = hub.people.get(reader)
    if (person) forEachChannel(hub, person.channels, 'row delivery', deliverTo)
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
