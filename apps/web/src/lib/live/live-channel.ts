import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { getClient } from '../client/client.ts'

/** One realtime channel, which is opened again whenever it closes, until `end` is called. */

type Options = {
  topic: string
  /** A private channel: the server authorizes each join. On other channels row-level security filters the events. */
  isPrivate?: boolean
  /** Adds the listeners. Called for each channel object, before it is joined. */
  bind: (channel: RealtimeChannel) => void
  /** Called with true at every join, also after an interruption, and with false when the channel is lost. */
  onJoined: (joined: boolean) => void
  /** Called when the server has closed the channel, which it does when the session has ended. */
  onClosed?: () => void
}

export type OpenChannel = { send: (event: string, payload: object) => void; end: () => void }

/** The client rejoins by itself after an error, but not when the server has closed the channel. */
const REOPEN_MS = [1000, 2000, 5000, 10_000]

/** A topic can be joined again only after the previous leave was answered. */
const leaving = new Map<string, Promise<unknown>>()

/** A socket that is closing cannot be opened, so new channels wait for it. */
let disconnecting: Promise<unknown> | undefined

async function realtime(): Promise<RealtimeClient> {
  return (await getClient()).realtime()
}

export async function disconnect(client: RealtimeClient) {
  disconnecting ??= client.disconnect().finally(() => {
    disconnecting = undefined
  })
  await disconnecting
}

/** Tells the open channels that their socket was left. */
const interruptions = new Set<() => void>()

/** Opens a new socket, on which all channels are joined again. */
export async function reconnect(client: RealtimeClient) {
  await disconnect(client)
  for (const interrupt of interruptions) interrupt()
  client.connect()
}

export function openChannel({ topic, isPrivate = false, bind, onJoined, onClosed }: Options): OpenChannel {
  let ended = false
  let channel: RealtimeChannel | undefined
  let joined = false
  let closed = 0
  let reopening: ReturnType<typeof setTimeout> | undefined

  const open = async () => {
    const client = await realtime()
    await Promise.all([leaving.get(topic), disconnecting])
    // The first join must carry the access token. The client by itself would set it after the join.
    await client.setAuth()
    if (ended) return
    const opened = client.channel(topic, { config: { private: isPrivate } })
    channel = opened
    bind(opened)
    opened.subscribe((status) => {
      if (opened !== channel) return
      joined = `${status}` === 'SUBSCRIBED'
      if (joined) closed = 0
      onJoined(joined)
      if (`${status}` === 'CLOSED') {
        onClosed?.()
        reopen()
      }
      // The token may have expired: set a new one before the client rejoins.
      else if (!joined) void client.setAuth()
    })
  }
  const reopen = () => {
    channel = undefined
    reopening = setTimeout(attempt, REOPEN_MS[Math.min(closed, REOPEN_MS.length - 1)])
    closed += 1
  }
  const attempt = () => void open().catch(() => ended || reopen())
  // The client rejoins its channels after the close event. It waits 1.5 s for that; for a socket whose other side does not answer,
  // browsers send it after 10 s.
  const interrupt = () => {
    if (channel?.state !== 'joined' && channel?.state !== 'joining') return
    channel.state = 'errored'
    joined = false
    onJoined(false)
  }
  interruptions.add(interrupt)
  attempt()

  return {
    // Only when joined: the client would otherwise send over HTTP, and a typing event is useless later.
    send: (event, payload) => {
      if (joined) void channel?.send({ type: 'broadcast', event, payload })
    },
    end: () => {
      ended = true
      joined = false
      interruptions.delete(interrupt)
      clearTimeout(reopening)
      const left = channel
      channel = undefined
      if (left) leave(topic, left)
    },
  }
}

function leave(topic: string, channel: RealtimeChannel) {
  const left = realtime()
    .then((client) => client.removeChannel(channel))
    .catch(() => undefined)
    .finally(() => {
      if (leaving.get(topic) === left) leaving.delete(topic)
    })
  leaving.set(topic, left)
}
