import { z } from 'zod'
import type { Person } from '../../platform/caller.ts'
import { type Authorizer, isChatTopic, Refusal } from './authorizer.ts'
import type { Message } from './frames.ts'
import { endFailed } from './guard.ts'
import {
  add,
  end,
  enterRoom,
  type Hub,
  PREFIX,
  pushSystem,
  remove,
  reply,
  setOwner,
  shutDown,
} from './hub.ts'
import { CHANNELS_PER_SOCKET, JOIN_BYTES, SUBSCRIPTIONS_BYTES, TOPIC_CHARS } from './limits.ts'
import type { Presence } from './presence.ts'
import type { Channel, LiveSocket } from './socket.ts'

/** Joins a channel, and replaces the token of an open channel. */

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
        broadcast: z
          .object({ self: flag, ack: flag, replay: z.unknown().optional() })
          .catch({ self: false, ack: false })
          .optional(),
        presence: z
          .object({ key: z.string().max(100).catch('').default(''), enabled: flag })
          .catch({ key: '', enabled: false })
          .optional(),
        private: flag,
        postgres_changes: z.unknown().optional(),
        postgres_changes_options: z.object({ wait: flag }).catch({ wait: false }).optional(),
      })
      .optional()
      .catch(undefined),
  })
  .catch({})
const NewToken = z.object({ access_token: z.string().nullish() })

export interface JoinHandler {
  join(socket: LiveSocket, message: Message, bytes: number): void
  token(channel: Channel, payload: unknown): void
}

export function joinHandler(
  hub: Hub,
  authorizer: Authorizer,
  presence: Presence,
  limits: { socketsPerPerson: number },
): JoinHandler {
  let lastNumber = 0

  const enter = async (
    channel: Channel,
    message: Message,
    token: string | undefined,
    { presenceOn, restricted, waits }: Record<'presenceOn' | 'restricted' | 'waits', boolean>,
  ) => {
    const { socket, topic, subscriptions } = channel
    if (subscriptions.answer.length > 0 && authorizer.isSecretKey(token)) throw noReader()
    const person = await authorizer.personOf(token)
    // The channel was left, replaced or closed while the check ran.
    if (isClosed(channel)) return
    // At once after the check of the session: its end then closes the channel, also while the topic is checked.
    if (person) admit(channel, person)
    const { blocked } = await authorizer.checkTopic(topic, person, restricted)
    if (isClosed(channel)) return
    if (!hub.bus.connected) throw restarting()
    if (waits && subscriptions.problem !== undefined)
      throw new Refusal('RealtimeDisabledForConfiguration', subscriptions.problem)
    channel.state = 'joined'
    presence.noteBlock(topic, blocked)
    const opened = isChatTopic(topic) ? enterRoom(hub, channel, blocked) : undefined
    reply(hub, socket, message, 'ok', { postgres_changes: subscriptions.answer })
    if (subscriptions.answer.length > 0) pushSubscriptionStatus(channel)
    if (opened?.isNew) presence.requestState(opened.room)
    if (opened && presenceOn) presence.pushState(channel)
  }

  const admit = (channel: Channel, { userId, sessionId, claims }: Person) => {
    const others = new Set(hub.people.get(userId)?.channels.map(({ socket }) => socket))
    others.delete(channel.socket)
    if (others.size >= limits.socketsPerPerson) {
      throw new Refusal('ConnectionRateLimitReached', 'Too many connected users')
    }
    const { channels, maxChannels } = hub.quotas.person(userId)
    if (channel.owner?.person.id !== userId && channels >= maxChannels) throw tooManyChannels()
    setOwner(hub, channel, { userId, sessionId, expires: claims.exp })
  }

  const pushSubscriptionStatus = (channel: Channel) => {
    const { problem } = channel.subscriptions
    const [status, text] =
      problem === undefined ? (['ok', 'Subscribed to PostgreSQL'] as const) : (['error', problem] as const)
    pushSystem(hub, channel, 'postgres_changes', status, text)
  }

  /** Returns why a join is refused before any lookup, or undefined. */
  const problemOf = (socket: LiveSocket, topic: string, bytes: number): string | undefined => {
    if (socket.channels.length >= CHANNELS_PER_SOCKET) return reasonOf(tooManyChannels())
    // A channel counts for the address until its person is known.
    if (socket.address && socket.address.channels >= socket.address.maxChannels) {
      return reasonOf(tooManyChannels())
    }
    if (bytes > JOIN_BYTES) return TOO_LARGE
    if (topic === PREFIX) return 'TopicNameRequired: You must provide a topic name'
    return undefined
  }

  const begin = (socket: LiveSocket, message: Message, joined: z.infer<typeof Joined>) => {
    const { access_token, user_token, config } = joined
    const { topic, ref } = message
    const { key = '', enabled: presenceOn = false } = config?.presence ?? {}
    const channel: Channel = {
      no: ++lastNumber,
      socket,
      topic,
      joinRef: message.joinRef ?? ref,
      state: 'joining',
      owner: undefined,
      subscriptions: hub.subscriptions.take(config?.postgres_changes),
      self: config?.broadcast?.self ?? false,
      ack: config?.broadcast?.ack ?? false,
      room: undefined,
      presenceKey: presenceOn && isChatTopic(topic) ? key || crypto.randomUUID() : undefined,
      tracked: undefined,
    }
    add(hub, channel)
    const waits = config?.postgres_changes_options?.wait ?? false
    // Every join of the official client has the options of broadcasts. One without changes is for nothing else.
    const onlyBroadcasts = config?.broadcast !== undefined && channel.subscriptions.answer.length === 0
    const broadcasts = channel.self || channel.ack || onlyBroadcasts
    const restricted = presenceOn || (config?.private ?? false) || broadcasts
    const options = { presenceOn, restricted, waits }
    const token = user_token ?? access_token
    enter(channel, message, token, options)
      .catch((error: unknown) => endJoin(channel, message, error))
      .catch((error: unknown) => endFailed(hub, socket, 'join', error))
  }

  const endJoin = (channel: Channel, message: Message, error: unknown) => {
    const { state, socket } = channel
    const isKnown = error instanceof Refusal
    // The client was told that it has joined. Closing the socket is the only way to correct that.
    if (!isKnown && state === 'joined') throw error
    remove(hub, channel)
    if (!isKnown) hub.log.error({ err: error }, 'a channel could not be joined')
    if (state !== 'closed') reply(hub, socket, message, 'error', { reason: reasonOf(error) })
  }

  return {
    join: (socket, message, bytes) => {
      const { topic } = message
      const refuse = (reason: string) => reply(hub, socket, message, 'error', { reason })
      if (!topic.startsWith(PREFIX) || topic.length > TOPIC_CHARS) return refuse('unmatched topic')
      if (!hub.bus.connected) return refuse(reasonOf(restarting()))
      // A second join of a topic replaces the first.
      const before = socket.channels.find((channel) => channel.topic === topic)
      if (before) end(hub, before, 'phx_close')
      const problem = problemOf(socket, topic, bytes)
      if (problem !== undefined) return refuse(problem)
      const joined = Joined.parse(message.payload)
      const refusal = refusalOf(joined)
      if (refusal !== undefined) return refuse(refusal)
      begin(socket, message, joined)
    },
    token: (channel, payload) => {
      const parsed = NewToken.safeParse(payload)
      const token = parsed.success ? parsed.data.access_token : undefined
      if (token === null || token === undefined) return
      const renew = async () => {
        const person = await authorizer.personOf(token)
        if (channel.state !== 'joined') return
        const changes = person?.userId !== channel.owner?.person.id
        if (person) admit(channel, person)
        else setOwner(hub, channel, undefined)
        // The topic is checked again only when the person changes: the two people of a chat never change.
        if (changes) await authorizer.checkTopic(channel.topic, person, false)
        if (channel.state !== 'joined') return
        if (channel.subscriptions.answer.length > 0) pushSubscriptionStatus(channel)
      }
      renew()
        .catch((error: unknown) => {
          if (error instanceof Refusal) return shutDown(hub, channel, error.message)
          hub.log.error({ err: error }, 'a new token could not be checked')
          // The client joins again by itself, with its new token.
          if (channel.state !== 'closed') end(hub, channel, 'phx_error')
        })
        .catch((error: unknown) => endFailed(hub, channel.socket, 'token', error))
    },
  }
}

/**
 * Returns the error for a join that requests something which this server does not offer, with the text of
 * Supabase.
 */
function refusalOf({ config }: z.infer<typeof Joined>): string | undefined {
  if (config?.broadcast?.replay !== undefined) {
    return config.private
      ? 'UnableToReplayMessages: Realtime was unable to replay messages'
      : 'UnableToReplayMessages: Replay is not allowed for public channels'
  }
  // The size of what will be stored is known only after JSON.stringify.
  const subscriptions = JSON.stringify(config?.postgres_changes ?? [])
  return Buffer.byteLength(subscriptions) > SUBSCRIPTIONS_BYTES ? TOO_LARGE : undefined
}

/** A function, because the compiler does not expect that the state changes during an await. */
const isClosed = ({ state }: Channel) => state === 'closed'

const TOO_LARGE = 'InvalidJoinPayload: The payload is too large'
const tooManyChannels = () => new Refusal('ChannelRateLimitReached', 'Too many channels')
const noReader = () =>
  new Refusal('Unauthorized', 'Changes are sent to people: the secret key cannot subscribe to them')
const UNKNOWN = 'Unknown Error on Channel'
const restarting = () => new Refusal('RealtimeRestarting', 'Realtime is restarting, please standby')
const reasonOf = (error: unknown) => (error instanceof Refusal ? `${error.code}: ${error.message}` : UNKNOWN)
