import { z } from 'zod'
import type { Person } from '../http/caller.ts'
import { type Authority, isOfChat, Refusal } from './authority.ts'
import type { Message } from './frames.ts'
import { end, enterRoom, type Hub, PREFIX, pushSystem, remove, reply, setOwner, shutDown } from './hub.ts'
import { CHANNELS_PER_SOCKET, JOIN_BYTES, TOPIC_CHARS } from './limits.ts'
import type { Presence } from './presence.ts'
import type { Channel, LiveSocket } from './socket.ts'

/** Entering a channel, and changing the token of one that is open. */

const flag = z
  .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
  .catch(false)
  .default(false)
const Token = z.string().optional().catch(undefined)
const Joined = z
  .object({
    access_token: Token,
    user_token: Token,
    config: z
      .object({
        broadcast: z.object({ self: flag, ack: flag }).catch({ self: false, ack: false }).optional(),
        presence: z
          .object({ key: z.string().max(100).catch('').default(''), enabled: flag })
          .catch({ key: '', enabled: false })
          .optional(),
        postgres_changes: z.unknown().optional(),
      })
      .optional()
      .catch(undefined),
  })
  .catch({})
const NewToken = z.object({ access_token: z.string().nullish() })

export interface Doorman {
  join(socket: LiveSocket, message: Message, bytes: number): void
  token(channel: Channel, payload: unknown): void
}

export function doorman(
  hub: Hub,
  authority: Authority,
  presence: Presence,
  limits: { socketsPerPerson: number },
): Doorman {
  let made = 0

  const enter = async (
    channel: Channel,
    message: Message,
    token: string | undefined,
    presenceOn: boolean,
  ) => {
    const { socket, topic, asking } = channel
    const person = await authority.personOf(token)
    await authority.checkTopic(topic, person)
    // Left, joined again or cut off while we asked.
    if (channel.state === 'closed') return
    if (!hub.bus.whole) throw restarting()
    if (person) admit(channel, person)
    channel.state = 'joined'
    const opened = isOfChat(topic) ? enterRoom(hub, channel) : undefined
    reply(hub, socket, message, 'ok', { postgres_changes: asking.answer })
    if (asking.answer.length > 0) pushAsking(channel)
    if (opened?.isNew) presence.opened(opened.room)
    if (opened && presenceOn) presence.pushState(channel)
  }

  const admit = (channel: Channel, { userId, sessionId, claims }: Person) => {
    const others = new Set(hub.people.get(userId)?.channels.map(({ socket }) => socket))
    others.delete(channel.socket)
    if (others.size >= limits.socketsPerPerson) {
      throw new Refusal('ConnectionRateLimitReached', 'Too many connected users')
    }
    setOwner(hub, channel, { userId, sessionId, expires: claims.exp })
  }

  const pushAsking = (channel: Channel) => {
    const { problem } = channel.asking
    const [status, text] =
      problem === undefined ? (['ok', 'Subscribed to PostgreSQL'] as const) : (['error', problem] as const)
    pushSystem(hub, channel, 'postgres_changes', status, text)
  }

  return {
    join: (socket, message, bytes) => {
      const { topic, ref } = message
      const refuse = (reason: string) => reply(hub, socket, message, 'error', { reason })
      if (!topic.startsWith(PREFIX) || topic.length > TOPIC_CHARS) return refuse('unmatched topic')
      if (topic === PREFIX) return refuse('TopicNameRequired: You must provide a topic name')
      if (!hub.bus.whole) return refuse(reasonOf(restarting()))
      // A second join of a topic takes the place of the first.
      const before = socket.channels.find((channel) => channel.topic === topic)
      if (before) end(hub, before, 'phx_close')
      if (socket.channels.length >= CHANNELS_PER_SOCKET) {
        return refuse('ChannelRateLimitReached: Too many channels')
      }
      if (bytes > JOIN_BYTES) return refuse('InvalidJoinPayload: The payload is too large')
      const { access_token, user_token, config } = Joined.parse(message.payload)
      const { key = '', enabled = false } = config?.presence ?? {}
      const channel: Channel = {
        no: ++made,
        socket,
        topic,
        joinRef: message.joinRef ?? ref,
        state: 'joining',
        owner: undefined,
        asking: hub.askings.take(config?.postgres_changes),
        self: config?.broadcast?.self ?? false,
        ack: config?.broadcast?.ack ?? false,
        room: undefined,
        presenceKey: enabled && isOfChat(topic) ? key || crypto.randomUUID() : undefined,
        tracked: undefined,
      }
      socket.channels.push(channel)
      hub.count.channels += 1
      enter(channel, message, user_token ?? access_token, enabled).catch((error: unknown) => {
        const gone = channel.state === 'closed'
        remove(hub, channel)
        if (!(error instanceof Refusal)) hub.log.error({ err: error }, 'a channel could not be joined')
        if (!gone) refuse(reasonOf(error))
      })
    },
    token: (channel, payload) => {
      const parsed = NewToken.safeParse(payload)
      const token = parsed.success ? parsed.data.access_token : undefined
      if (token === null || token === undefined) return
      const renew = async () => {
        const person = await authority.personOf(token)
        if (channel.state !== 'joined') return
        // Only another person has to be asked for anew: a chat's two never change.
        if (person?.userId !== channel.owner?.person.id) await authority.checkTopic(channel.topic, person)
        if (channel.state !== 'joined') return
        if (person) admit(channel, person)
        else setOwner(hub, channel, undefined)
        if (channel.asking.answer.length > 0) pushAsking(channel)
      }
      renew().catch((error: unknown) => {
        if (!(error instanceof Refusal)) hub.log.error({ err: error }, 'a new token could not be checked')
        shutDown(hub, channel, error instanceof Refusal ? error.message : UNKNOWN)
      })
    },
  }
}

const UNKNOWN = 'Unknown Error on Channel'
const restarting = () => new Refusal('RealtimeRestarting', 'Realtime is restarting, please standby')
const reasonOf = (error: unknown) => (error instanceof Refusal ? `${error.code}: ${error.message}` : UNKNOWN)
