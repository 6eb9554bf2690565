import { randomUUID } from 'node:crypto'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'
import type { TestPerson } from './rows/maestros.ts'

export const VERSIONS = ['1.0.0', '2.0.0'] as const
export type Vsn = (typeof VERSIONS)[number]

/**
 * The official client on its own socket. Its token is requested again at each call of `realtime.setAuth()`,
 * which is awaited once here: a channel that is subscribed before the client has its token is joined without
 * one. It is disconnected after its server is closed: otherwise it would try to connect again until the worker ends.
 */
export async function liveClient(
  app: Pick<TestApp, 'url' | 'services' | 'onClosed'>,
  person?: { token: string },
  vsn: Vsn = '2.0.0',
): Promise<SupabaseClient> {
  const client = createClient(app.url, app.services.secrets.publishableKey, {
    realtime: { vsn, reconnectAfterMs: () => 50, params: { eventsPerSecond: 10 } },
    ...(person && { accessToken: async () => person.token }),
  })
  app.onClosed(() => void client.realtime.disconnect())
  await client.realtime.setAuth()
  return client
}

/** Like `liveClient`, for one test: its channels are removed when the test has ended. */
export async function liveClientOfTest(...options: Parameters<typeof liveClient>): Promise<SupabaseClient> {
  const client = await liveClient(...options)
  onTestFinished(async () => void (await client.removeAllChannels()))
  return client
}

/** Polls until the condition is true, because a machine may be slow. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })

/** Everything that a channel received: its states, the server's system messages, and the rows. */
export interface ChannelLog {
  states: string[]
  reasons: string[]
  system: { extension: string; status: string; message: string; channel: string }[]
  rows: { table: string; eventType: string; new: Record<string, unknown>; old: Record<string, unknown> }[]
  channel: RealtimeChannel
}

export interface SubscriptionOptions {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  schema?: string
  table?: string
  filter?: string
}

export const NAVBAR: SubscriptionOptions[] = [{ table: 'chats' }, { table: 'mensajes' }]

/** A channel with these subscriptions; `rows` has one entry for each call of a listener. */
export function listen(
  client: SupabaseClient,
  subscriptions: SubscriptionOptions[],
  name: string = randomUUID(),
): ChannelLog {
  const channel = client.channel(name)
  const received: ChannelLog = { states: [], reasons: [], system: [], rows: [], channel }
  for (const { event = '*', schema = 'public', table, filter } of subscriptions) {
    channel.on(
      'postgres_changes',
      { event: event as '*', schema, ...(table && { table }), ...(filter && { filter }) },
      (row) => received.rows.push(row as unknown as ChannelLog['rows'][number]),
    )
  }
  channel.on('system', {}, (message) => received.system.push(message))
  channel.subscribe((state, error) => {
    received.states.push(state)
    if (error) received.reasons.push(error.message)
  })
  return received
}

export async function subscribed(received: ChannelLog): Promise<ChannelLog> {
  await eventually(() => received.states.at(-1)).toBe('SUBSCRIBED')
  return received
}

export async function state(received: ChannelLog, wanted: string): Promise<void> {
  await eventually(() => received.states.at(-1)).toBe(wanted)
}

export const contents = (received: ChannelLog) => received.rows.flatMap(({ new: row }) => row.contenido ?? [])

/** A plain socket, for frames that the official client would never send. */
export async function rawSocket(
  app: Pick<TestApp, 'url' | 'services'>,
  vsn: Vsn = '2.0.0',
  headers: Record<string, string> = {},
) {
  const { publishableKey } = app.services.secrets
  const socket = new WebSocket(
    `${app.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=${vsn}&apikey=${publishableKey}`,
    { headers },
  )
  const frames: unknown[] = []
  const closes: { code: number; reason: string }[] = []
  socket.on('message', (data, isBinary) => frames.push(isBinary ? data : JSON.parse(String(data))))
  socket.on('close', (code, reason) => closes.push({ code, reason: String(reason) }))
  socket.on('error', () => {})
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const replyTo = (ref: string) =>
    frames.find((frame) => Array.isArray(frame) && frame[1] === ref && frame[3] === 'phx_reply')
  return {
    socket,
    frames,
    closes,
    send: (...message: unknown[]) => socket.send(JSON.stringify(message)),
    /** The payload of the reply to the message with this ref (2.0.0). */
    async answer(ref: string): Promise<unknown> {
      await eventually(() => replyTo(ref) !== undefined).toBe(true)
      return (replyTo(ref) as unknown[])[4]
    },
    join: (topic: string, person?: TestPerson, config: object = {}, ref = '1') =>
      socket.send(
        JSON.stringify([ref, ref, `realtime:${topic}`, 'phx_join', { config, access_token: person?.token }]),
      ),
  }
}
