import { EPOCH, guidOf } from './browser.ts'
import type { Chance, Clock } from './clock.ts'
import { Answer, type Request } from './network.ts'
import { Realtime } from './realtime.ts'

/**
 * What the real server promises: a message is written once for its `client_id`, messages of a chat are numbered in the order in which
 * they are written, read marks only grow, and changes are sent to the living sockets of their readers.
 */

export type Side = 'buscador' | 'maestro'
export type Person = { id: string; role: Side; email: string }
export type Message = {
  id: string
  chat_id: string
  autor_id: string
  contenido: string
  client_id: string | null
  secuencia: number
}
export type Chat = {
  id: string
  buscador: Person
  maestro: Person
  messages: Message[]
  read: Record<Side, number>
}

/** The server refuses texts that begin like this, as moderation and blocks do. */
export const REFUSED = 'refused'
const PAGE = 40
/** How long an access token is good. */
const TOKEN_S = 3600

export class Server {
  people: Person[]
  chats: Chat[]
  realtime: Realtime
  /** Sessions that have not ended, by their tokens. */
  sessions = new Map<string, Person>()
  /** Until when the server refuses messages of a person. */
  limitedUntil = new Map<string, number>()
  onMark: (person: Person, chat: Chat, upTo: number) => void = () => undefined
  onMessage: (caller: Person, message: Message) => void = () => undefined
  /** Runs what the model checks. */
  guard: (act: () => void) => void = (act) => act()
  #clock: Clock
  #chance: Chance
  #session = 0

  constructor(people: Person[], chats: Chat[], clock: Clock, chance: Chance) {
    this.people = people
    this.chats = chats
    this.#clock = clock
    this.#chance = chance
    this.realtime = new Realtime(this, clock)
  }

  /** A new session, as the auth client stores it. */
  openSession(person: Person, clockOffset = 0) {
    this.#session += 1
    const token = `token-${this.#session}-${person.id}`
    this.sessions.set(token, person)
    return {
      access_token: token,
      refresh_token: token,
      token_type: 'bearer',
      expires_in: TOKEN_S,
      expires_at: Math.floor((EPOCH + this.#clock.now + clockOffset) / 1000) + TOKEN_S,
      user: { id: person.id, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
    }
  }

  endSessions(person: Person, except?: string) {
    for (const [token, one] of this.sessions)
      if (one === person && token !== except) this.sessions.delete(token)
    this.realtime.checkSessions()
  }

  answer(request: Request): Answer {
    const [, surface, , name = ''] = request.path.split('/')
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const caller = this.sessions.get(token)
    if (request.path === '/config.json') return ok({ url: '', publishableKey: 'key', production: false })
    if (surface === 'auth') return this.#auth(name, request, { token, caller })
    if (!caller)
      return surface === 'functions' ? EXPIRED() : refused(401, { code: 'PGRST301', message: 'no session' })
    if (surface === 'rest') return this.#rest(request, caller)
    return this.#call(name, request, caller)
  }

  #auth(
    name: string,
    { query, body }: Request,
    { token, caller }: { token: string; caller: Person | undefined },
  ) {
    if (name === 'logout') {
      if (!caller) return refused(403, { code: 'session_not_found', message: 'x' })
      this.endSessions(caller, query.get('scope') === 'others' ? token : undefined)
      return ok({})
    }
    if (name === 'user')
      return caller ? ok({ id: caller.id }) : refused(403, { code: 'session_not_found', message: 'x' })
    if (query.get('grant_type') === 'password') {
      const person = this.people.find(({ email }) => email === body.email)
      return person
        ? ok(this.openSession(person))
        : refused(400, { code: 'invalid_credentials', message: 'x' })
    }
    const person = this.sessions.get(String(body.refresh_token))
    // A token that is renewed stays good, because the answer may be lost.
    return person
      ? ok(this.openSession(person))
      : refused(400, { code: 'refresh_token_not_found', message: 'x' })
  }

  #rest({ path, query, body }: Request, caller: Person): Answer {
    const name = path.split('/').at(-1)
    if (name === 'profiles') return ok([{ role: caller.role }])
    if (name === 'maestros') return ok([{ perfil_completo: true }])
    if (name === 'mark_messages_as_read') {
      const chat = this.chatOf(caller, String(body.p_chat_id))
      if (chat) this.#mark(caller, chat, Number(body.p_hasta))
      return ok(null)
    }
    const chat = this.chatOf(caller, query.get('id')?.replace('eq.', '') ?? '')
    return ok(chat ? [rowOf(chat)] : [])
  }

  chatOf(caller: Person, id: string): Chat | undefined {
    return this.chats.find((chat) => chat.id === id && (chat.buscador === caller || chat.maestro === caller))
  }

  #mark(caller: Person, chat: Chat, upTo: number) {
    const side = chat.buscador === caller ? 'buscador' : 'maestro'
    const marked = Math.min(upTo, chat.messages.at(-1)?.secuencia ?? 0)
    this.guard(() => this.onMark(caller, chat, marked))
    if (marked <= chat.read[side]) return
    chat.read[side] = marked
    this.#publish('chats', 'UPDATE', rowOf(chat), chat)
  }

  #publish(table: string, type: 'INSERT' | 'UPDATE', record: object, chat: Chat) {
    this.realtime.deliver({ table, type, record, chatId: chat.id, readers: [chat.buscador, chat.maestro] })
  }

  #call(name: string, { body }: Request, caller: Person): Answer {
    const chat = this.chatOf(caller, String(body.chat_id))
    if (!chat) return refused(404, { success: false, code: 'NOT_FOUND', error: 'no' })
    if (name === 'send-message') return this.#send(caller, chat, body)
    const end = body.cursor === undefined ? Infinity : Number(body.cursor)
    const before = chat.messages.filter(({ secuencia }) => secuencia < end)
    const messages = before.slice(-PAGE)
    const cursor = before.length > PAGE ? String(messages[0]?.secuencia) : null
    return this.#ok({ success: true, messages, cursor })
  }

  #ok = (json: object) => ok(json, { date: new Date(EPOCH + this.#clock.now).toUTCString() })

  #send(caller: Person, chat: Chat, body: Record<string, unknown>): Answer {
    const clientId = String(body.client_id)
    const contenido = String(body.contenido)
    const known = this.chats
      .flatMap(({ messages }) => messages)
      .find(({ autor_id, client_id }) => autor_id === caller.id && client_id === clientId)
    if (known) {
      if (known.contenido === contenido && known.chat_id === chat.id)
        return this.#ok({ success: true, message: known })
      return refused(409, { success: false, code: 'CONFLICT', error: 'no' })
    }
    const wait = (this.limitedUntil.get(caller.id) ?? 0) - this.#clock.now
    if (wait > 0) {
      const headers = { 'retry-after': String(Math.ceil(wait / 1000)) }
      return refused(429, { success: false, code: 'RATE_LIMITED', error: 'Espera un momento.' }, headers)
    }
    if (contenido.startsWith(REFUSED))
      return refused(403, { success: false, code: 'FORBIDDEN', error: 'No se puede.' })
    const message = this.write(chat, caller, contenido, clientId)
    this.guard(() => this.onMessage(caller, message))
    this.#publish('mensajes', 'INSERT', message, chat)
    this.#publish('chats', 'UPDATE', rowOf(chat), chat)
    return this.#ok({ success: true, message })
  }

  write(chat: Chat, author: Person, contenido: string, clientId: string | null): Message {
    const message = {
      id: guidOf(this.#chance),
      chat_id: chat.id,
      autor_id: author.id,
      tipo: 'texto',
      contenido,
      creado_en: new Date(EPOCH + this.#clock.now).toISOString(),
      bloqueado: false,
      client_id: clientId,
      secuencia: chat.messages.length + 1,
    }
    chat.messages.push(message)
    return message
  }
}

const unreadOf = ({ messages, read, buscador, maestro }: Chat, side: Side) => {
  const reader = side === 'buscador' ? buscador : maestro
  return messages.filter(({ autor_id, secuencia }) => autor_id !== reader.id && secuencia > read[side]).length
}

const rowOf = (chat: Chat) => ({
  id: chat.id,
  buscador_id: chat.buscador.id,
  maestro_id: chat.maestro.id,
  contexto: {},
  no_leidos_buscador: unreadOf(chat, 'buscador'),
  no_leidos_maestro: unreadOf(chat, 'maestro'),
  leido_buscador_hasta: chat.read.buscador,
  leido_maestro_hasta: chat.read.maestro,
  ultimo_mensaje_en: new Date(EPOCH).toISOString(),
  cerrado_en: null,
  pausado_en: null,
  bloqueado_en: null,
  maestros: { nombre: 'Ana', apellido: 'S.', foto_perfil_url: null },
  profiles: { display_name: 'Luis P.' },
})

const JSON_HEADERS = { 'content-type': 'application/json' }
const ok = (json: unknown, headers: Record<string, string> = {}) =>
  new Answer(JSON.stringify(json), { headers: { ...JSON_HEADERS, ...headers } })
const refused = (status: number, json: object, headers: Record<string, string> = {}) =>
  new Answer(JSON.stringify(json), { status, headers: { ...JSON_HEADERS, ...headers } })
const EXPIRED = () => refused(401, { success: false, code: 'SESSION_REQUIRED', error: 'Session expired' })
