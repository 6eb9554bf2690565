import type { RowChange } from '../../../platform/bus/bus.ts'
import type { MessageFile } from '../../../platform/objects/message-files.ts'
import { encodeText } from '../frames.ts'
import { forEachChannel } from '../guard.ts'
import { type Hub, send } from '../hub.ts'
import type { Channel, Owner } from '../socket.ts'
import type { Columns } from './columns.ts'
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
  // The addresses of a file end with the session of their reader. Messages without a file are written once for all.
  const dataFor = (file: MessageFile, { person, sessionId }: Owner) => {
    const addresses = hub.fileAddresses(file, { userId: person.id, sessionId })
    return JSON.stringify(dataOf(columns, { ...change, record: { ...change.record, ...addresses } }))
  }
  const frames = new Map<string, string>()
  const deliverTo = ({ socket, topic, state, owner, subscriptions }: Channel) => {
    if (state !== 'joined' || owner === undefined || owner.expires <= now) return
    const ids = idsFor(subscriptions, change)
    if (ids === '') return
    const key = `${socket.version} ${ids} ${topic} ${change.file ? owner.sessionId : ''}`
    let frame = frames.get(key)
    if (frame === undefined) {
      const to = { joinRef: null, ref: null, topic }
      const text = change.file ? dataFor(change.file, owner) : data
      frame = encodeText(socket.version, to, 'postgres_changes', `{"ids":[${ids}],"data":${text}}`)
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
