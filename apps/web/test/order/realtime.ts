import type { Tab } from './browser.ts'
import type { Clock } from './clock.ts'
import type { Person, Server } from './server.ts'
import type { SimulatedSocket } from './sockets.ts'

/** The live surface of the server, as far as the hub of the app uses it: channels of a socket, and changes of rows. */

type Subscription = { id: number; event: string; table: string; filter?: string | undefined }
type Channel = {
  socket: SimulatedSocket
  topic: string
  joinRef: string
  token: string
  rows: Subscription[]
}
type Change = { table: string; type: 'INSERT' | 'UPDATE'; record: object; chatId: string; readers: Person[] }

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

export class Realtime {
  #server: Server
  #clock: Clock
  #channels = new Set<Channel>()
  #id = 0
  constructor(server: Server, clock: Clock) {
    this.#server = server
    this.#clock = clock
  }

  /** The channels of a page, which are joined. */
  topicsOf(tab: Tab): string[] {
    return [...this.#channels].filter(({ socket }) => socket.tab === tab).map(({ topic }) => topic)
  }

  gone(socket: SimulatedSocket) {
    for (const channel of this.#channels) if (channel.socket === socket) this.#channels.delete(channel)
  }

  received(socket: SimulatedSocket, text: string) {
    const [joinRef, ref, topic, event, payload] = JSON.parse(text) as [
      string,
      string,
      string,
      string,
      Payload,
    ]
    const reply = (status: 'ok' | 'error', response: object = {}) =>
      send(socket, [joinRef, ref, topic, 'phx_reply', { status, response }])
    const channel = [...this.#channels].find((one) => one.socket === socket && one.joinRef === joinRef)
    if (event === 'heartbeat') return reply('ok')
    if (event === 'phx_join') return this.#join({ socket, joinRef, topic, payload, reply })
    if (event === 'phx_leave') {
      if (channel) this.#channels.delete(channel)
      reply('ok')
      return send(socket, [joinRef, null, topic, 'phx_close', {}])
    }
    if (event === 'access_token' && channel && payload.access_token) {
      channel.token = payload.access_token
      this.checkSessions()
    }
  }

  #join({ socket, joinRef, topic, payload, reply }: Join) {
    const token = payload.access_token ?? ''
    const person = this.#server.sessions.get(token)
    const [, kind, id = ''] = topic.split(':')
    const mayJoin = person && (kind === 'persona' ? id === person.id : this.#server.chatOf(person, id))
    if (!mayJoin) return reply('error', { reason: 'Unauthorized' })
    const rows = (payload.config?.postgres_changes ?? []).map((one) => {
      this.#id += 1
      return { ...one, id: this.#id }
    })
    this.#channels.add({ socket, topic, joinRef, token, rows })
    reply('ok', { postgres_changes: rows })
  }

  /** Closes the channels whose session has ended. */
  checkSessions() {
    for (const channel of this.#channels) {
      if (this.#server.sessions.has(channel.token)) continue
      this.#channels.delete(channel)
      send(channel.socket, [channel.joinRef, null, channel.topic, 'phx_close', {}])
    }
  }

  deliver({ table, type, record, chatId, readers }: Change) {
    const data = { schema: 'public', table, commit_timestamp: '', type, columns: [], record, errors: null }
    this.#clock.after(1, () => {
      for (const { socket, topic, token, rows } of this.#channels) {
        const person = this.#server.sessions.get(token)
        if (!person || !readers.includes(person)) continue
        const ids = rows
          .filter((one) => one.table === table && (one.event === '*' || one.event === type))
          .filter(({ filter }) => filter === undefined || filter === `chat_id=eq.${chatId}`)
          .map(({ id }) => id)
        if (ids.length > 0) send(socket, [null, null, topic, 'postgres_changes', { ids, data }])
      }
    })
  }
}

type Payload = { access_token?: string; config?: { postgres_changes?: Omit<Subscription, 'id'>[] } }
type Join = {
  socket: SimulatedSocket
  joinRef: string
  topic: string
  payload: Payload
  reply: (status: 'ok' | 'error', response?: object) => void
}

const send = (socket: SimulatedSocket, frame: Frame) => socket.deliver(JSON.stringify(frame))
