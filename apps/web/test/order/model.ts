import type { Device, Tab } from './browser.ts'
import { type Chat, type Message, type Person, REFUSED, type Server } from './server.ts'
import type { View } from './tab.ts'

/** What each person must see, and what must never happen. */

export type Typed = {
  text: string
  person: Person
  chat: Chat
  device: Device
  tab: Tab
  at: number
  /** Its person has signed out, or has closed the only page that had it: it may be gone. */
  mayBeGone: boolean
  /** The device could not store it. */
  unstored: boolean
}

/** The keys of the values that may name a person who has signed out. */
const SIGN_OUTS = 'maestros-pending-sign-out'

export class Wrong extends Error {}

export class Model {
  typed: Typed[] = []
  /** The last text of each field, by device, person and chat. */
  drafts = new Map<string, string>()
  /** Devices on which a draft may not have been stored. */
  unsureDrafts = new Set<string>()
  /** Who has signed out and not signed in again. */
  gone = new Set<Person>()
  #server: Server
  #texts = 0
  /** The ids of the messages that each person has had on the screen. */
  #shown = new Map<string, Set<string>>()

  constructor(server: Server) {
    this.#server = server
    server.onMark = (person, chat, upTo) => this.#checkMark(person, chat, upTo)
    server.onMessage = (caller, message) => this.#checkMessage(caller, message)
  }

  newText(refused = false): string {
    this.#texts += 1
    return `${refused ? REFUSED : 'text'} ${this.#texts}.`
  }

  draftKey = (device: Device, person: Person, chat: Chat) => `${device.name} ${person.id} ${chat.id}`

  #checkMark(person: Person, chat: Chat, upTo: number) {
    const shown = this.#shown.get(person.id)
    for (const { id, autor_id, secuencia, contenido } of chat.messages) {
      if (autor_id !== person.id && secuencia <= upTo && !shown?.has(id))
        throw new Wrong(`"${contenido}" was marked as read and was not on the screen of ${person.email}`)
    }
  }

  #checkMessage(caller: Person, { contenido, chat_id }: Message) {
    const typed = this.typed.find(({ text }) => text === contenido)
    if (!typed) throw new Wrong(`"${contenido}" was sent, and nobody has typed it`)
    if (typed.person !== caller)
      throw new Wrong(`"${contenido}" of ${typed.person.email} was sent as ${caller.email}`)
    if (typed.chat.id !== chat_id) throw new Wrong(`"${contenido}" was sent to another chat`)
    if (
      this.#server.chats.flatMap(({ messages }) => messages).filter((one) => one.contenido === contenido)
        .length > 1
    )
      throw new Wrong(`"${contenido}" was written twice`)
  }

  /** Called with what a tab shows, whenever that changes. */
  look(tab: Tab, view: View) {
    const { userId, chatId, messages, pending, draft } = view
    const chat = this.#server.chats.find(({ id }) => id === chatId)
    const person = this.#server.people.find(({ id }) => id === userId)
    if (!chat || !person || (chat.buscador !== person && chat.maestro !== person))
      throw new Wrong(`${person?.email} sees a chat of others`)
    for (const [nth, message] of messages.entries()) {
      if (message.chat_id !== chatId) throw new Wrong(`"${message.contenido}" is shown in another chat`)
      const before = messages[nth - 1]
      if (before && before.secuencia >= message.secuencia)
        throw new Wrong(`"${message.contenido}" is shown twice or not in order`)
    }
    for (const entry of pending)
      if (entry.userId !== userId) throw new Wrong(`${person.email} sees a waiting message of somebody else`)
    for (const typed of this.typed)
      if (typed.person !== person && draft.includes(typed.text))
        throw new Wrong(`${person.email} sees the draft "${typed.text}" of ${typed.person.email}`)
    const other = chat.buscador === person ? 'maestro' : 'buscador'
    if (view.readByOther > chat.read[other])
      throw new Wrong(`${person.email} sees ${view.readByOther} as read, and ${chat.read[other]} was read`)
    if (!tab.visible || tab.frozen) return
    const shown = this.#shown.get(userId) ?? new Set()
    this.#shown.set(userId, shown)
    for (const { id, secuencia } of messages) if (secuencia <= view.seen) shown.add(id)
  }

  /** The person has signed out on this device: what was not delivered may be gone, and drafts are. */
  signedOut(device: Device, person: Person) {
    this.gone.add(person)
    for (const typed of this.typed)
      if (typed.device === device && typed.person === person) typed.mayBeGone = true
    for (const chat of this.#server.chats) this.drafts.delete(this.draftKey(device, person, chat))
  }

  /** The messages that are still to be delivered. */
  missing(person: Person): Typed[] {
    const written = new Set(
      this.#server.chats.flatMap(({ messages }) => messages.map(({ contenido }) => contenido)),
    )
    return this.typed.filter(
      (one) =>
        one.person === person && !one.mayBeGone && !one.text.startsWith(REFUSED) && !written.has(one.text),
    )
  }

  /** At the end, for a person who is signed in, in a tab that was visible for some time. */
  checkEnd(person: Person, view: View) {
    for (const { text } of this.missing(person)) throw new Wrong(`"${text}" was typed and not delivered`)
    const chat = this.#server.chats.find(({ id }) => id === view.chatId) as Chat
    for (const entry of view.pending) {
      const text = entry.tipo === 'texto' ? entry.contenido : ''
      throw new Wrong(`${person.email} sees "${text}" waiting`)
    }
    const texts = (list: readonly { contenido: string }[]) => list.map(({ contenido }) => contenido).join(' ')
    if (texts(view.messages) !== texts(chat.messages))
      throw new Wrong(`${person.email} sees ${texts(view.messages)}, and there are ${texts(chat.messages)}`)
    const [side, other] =
      chat.buscador === person ? (['buscador', 'maestro'] as const) : (['maestro', 'buscador'] as const)
    const last = chat.messages.findLast(({ autor_id }) => autor_id !== person.id)?.secuencia ?? 0
    if (chat.read[side] < last)
      throw new Wrong(`${person.email} has seen ${last}, and only ${chat.read[side]} is read`)
    if (view.readByOther !== chat.read[other])
      throw new Wrong(`${person.email} sees ${view.readByOther} as read, and ${chat.read[other]} was read`)
  }

  /** The messages of one tab are in the order in which they were typed there, and so are those that were typed long after another. */
  checkOrder() {
    for (const chat of this.#server.chats) {
      const place = new Map(chat.messages.map(({ contenido, secuencia }) => [contenido, secuencia]))
      const sent = this.typed.filter(({ text }) => place.has(text))
      for (const [nth, first] of sent.entries()) {
        for (const second of sent.slice(nth + 1)) {
          if (first.person !== second.person || first.chat !== second.chat || first.device !== second.device)
            continue
          // What could not be stored is known to one tab only. Another tab may send before it what was stored later.
          const known = !first.unstored && (first.tab === second.tab || second.at - first.at > KNOWN_MS)
          if (known && (place.get(first.text) ?? 0) > (place.get(second.text) ?? 0))
            throw new Wrong(`"${second.text}" was delivered before "${first.text}"`)
        }
      }
    }
  }

  /** A new tab shows what was typed last and not sent. */
  checkDraft(device: Device, person: Person, view: View) {
    const chat = this.#server.chats.find(({ id }) => id === view.chatId) as Chat
    if (this.unsureDrafts.has(device.name)) return
    const refused = this.typed.filter(
      (one) => one.person === person && one.chat === chat && one.text.startsWith(REFUSED) && !one.mayBeGone,
    )
    const expected = this.drafts.get(this.draftKey(device, person, chat)) ?? ''
    if (refused.length === 0 && view.draft !== expected)
      throw new Wrong(`the field of ${person.email} has "${view.draft}" and should have "${expected}"`)
  }

  /** Nothing of a person who has signed out is left on the device. */
  checkForgotten(device: Device, person: Person) {
    for (const [key, value] of device.stored) {
      if (key !== SIGN_OUTS && (key.includes(person.id) || value.includes(person.id)))
        throw new Wrong(`${key} is left of ${person.email}, who has signed out`)
    }
    for (const [name, { stores }] of device.databases) {
      for (const { rows } of stores.values())
        for (const { key, value } of rows.values())
          if (JSON.stringify([key, value]).includes(person.id))
            throw new Wrong(`${name} has a row of ${person.email}, who has signed out`)
    }
  }
}

/** How long after a message its device has stored it and its other tabs know it. */
const KNOWN_MS = 1000
