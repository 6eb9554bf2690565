import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { getClient } from './client.ts'

/** One channel of the live surface, held open for as long as someone wants it. */

type Wanted = {
  topic: string
  /** Only those whom the server lets in; the others join with what row-level security lets them see. */
  restricted?: boolean
  /** What is listened to: called for each channel that is opened, before it is joined. */
  bind: (channel: RealtimeChannel) => void
  /** True at every join, the ones after a gap too. */
  onJoined: (joined: boolean) => void
}

export type Held = { send: (event: string, payload: object) => void; end: () => void }

/** The client joins again by itself after an error; a channel that the server has closed, it leaves closed. */
const REOPEN_MS = [1000, 2000, 5000, 10_000]

/** A topic can be joined anew only when the leave before it has been answered. */
const leaving = new Map<string, Promise<unknown>>()

/** A socket that is being closed cannot be opened: whoever comes meanwhile waits for it. */
let hangingUp: Promise<unknown> | undefined

async function realtime(): Promise<RealtimeClient> {
  return (await getClient()).realtime()
}

export async function hangUp(client: RealtimeClient) {
  hangingUp ??= client.disconnect().finally(() => {
    hangingUp = undefined
  })
  await hangingUp
}

export function holdChannel({ topic, restricted = false, bind, onJoined }: Wanted): Held {
  let ended = false
  let channel: RealtimeChannel | undefined
  let joined = false
  let closed = 0
  let reopening: ReturnType<typeof setTimeout> | undefined

  const open = async () => {
    const client = await realtime()
    await Promise.all([leaving.get(topic), hangingUp])
    // The first join must carry the person's token: the client itself fetches it too late for that.
    await client.setAuth()
    if (ended) return
    const opened = client.channel(topic, { config: { private: restricted } })
    channel = opened
    bind(opened)
    opened.subscribe((status) => {
      if (opened !== channel) return
      joined = `${status}` === 'SUBSCRIBED'
      if (joined) closed = 0
      onJoined(joined)
      if (`${status}` === 'CLOSED') reopen()
      // Joined again with the token that was refused, it would be refused again.
      else if (!joined) void client.setAuth()
    })
  }
  const reopen = () => {
    channel = undefined
    reopening = setTimeout(attempt, REOPEN_MS[Math.min(closed, REOPEN_MS.length - 1)])
    closed += 1
  }
  const attempt = () => void open().catch(() => ended || reopen())
  attempt()

  return {
    // Never through the client's own fallback over HTTP: what is sent here is worth nothing later.
    send: (event, payload) => {
      if (joined) void channel?.send({ type: 'broadcast', event, payload })
    },
    end: () => {
      ended = true
      joined = false
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
