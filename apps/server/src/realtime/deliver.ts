import type { RowChange } from '../bus/bus.ts'
import type { Columns } from './columns.ts'
import { encodeText } from './frames.ts'
import { forEachChannel } from './guard.ts'
import { type Hub, send } from './hub.ts'
import type { Channel } from './socket.ts'
import { idsFor } from './subscriptions.ts'

/**
 * Sends a written row to the channels of its readers in this process. The cost depends on the number of
 * readers only: other sockets are not visited, and a frame that several channels receive is encoded once. An
 * error on one socket does not stop the delivery to the others.
 */
export function deliver(hub: Hub, columns: Columns, change: RowChange): void {
  if (!change.readers.some((reader) => hub.people.has(reader))) return
  const now = Date.now() / 1000
  const data = JSON.stringify(dataOf(columns, change))
  const frames = new Map<string, string>()
  const deliverTo = ({ socket, topic, state, owner, subscriptions }: Channel) => {
    if (state !== 'joined' || owner === undefined || owner.expires <= now) return
    const ids = idsFor(subscriptions, change)
    if (ids === '') return
    const key = `${socket.version} ${ids} ${topic}`
    let frame = frames.get(key)
    if (frame === undefined) {
      const to = { joinRef: null, ref: null, topic }
      frame = encodeText(socket.version, to, 'postgres_changes', `{"ids":[${ids}],"data":${data}}`)
      frames.set(key, frame)
    }
    hub.count.delivered += 1
    send(hub, socket, frame)
  }
  for (const reader of change.readers) {
    const person = hub.people.get(reader)
    if (person) forEachChannel(hub, person.channels, 'row delivery', deliverTo)
  }
}

/**
 * The event's data in the format of Supabase. With row-level security the old record contains only the key.
 */
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
