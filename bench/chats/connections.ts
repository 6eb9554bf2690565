import { Agent, request } from 'node:http'
import { RealtimeClient } from '@supabase/realtime-js'
import { z } from 'zod'
import { PRODUCT_KEY } from '../tools/product.ts'
import type { Pair, Person } from './people.ts'

/** A person's connection to a server, for sending and receiving messages. */
export interface Connection {
  send(clientId: string, text: string): void
}

export type MessageListener = (clientId: string) => void
export type Failed = (error: Error) => void
export type Opener = (
  pair: Pair,
  me: Person,
  other: Person,
  on: { onMessage: MessageListener; failed: Failed },
) => Promise<Connection>

/** As many as a busy proxy has open to a server. */
const CONNECTIONS = 64

const Record = z.object({ autor_id: z.string(), client_id: z.string() })

/**
 * `chat`: the subscription of an open conversation. `all`: every change of chats and mensajes, like the
 * navigation bar.
 */
export function productConnections(url: string, subscribe: 'chat' | 'all'): Opener {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  return async (pair, me, _other, { onMessage, failed }) => {
    const client = new RealtimeClient(`${url.replace('http', 'ws')}/realtime/v1`, {
      params: { apikey: PRODUCT_KEY },
      accessToken: async () => me.token,
    })
    // Before a channel is joined, because the client would otherwise join without a token.
    await client.setAuth()
    const onInsert = ({ new: row }: { new: unknown }) => {
      const { autor_id, client_id } = Record.parse(row)
      if (autor_id !== me.id) onMessage(client_id)
    }
    const mensajes = { schema: 'public', table: 'mensajes' } as const
    const channel =
      subscribe === 'chat'
        ? client
            .channel(`chat:${pair.chatId}`)
            .on(
              'postgres_changes',
              { event: 'INSERT', ...mensajes, filter: `chat_id=eq.${pair.chatId}` },
              onInsert,
            )
        : client
            .channel('navbar')
            .on('postgres_changes', { event: '*', schema: 'public', table: 'chats' }, () => {})
            .on('postgres_changes', { event: '*', ...mensajes }, onInsert)
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve()
        else reject(error ?? new Error(`a channel is ${status}`))
      })
    })
    const headers = {
      apikey: PRODUCT_KEY,
      authorization: `Bearer ${me.token}`,
      'content-type': 'application/json',
    }
    return {
      send: (client_id, contenido) => {
        const body = JSON.stringify({ chat_id: pair.chatId, tipo: 'texto', contenido, client_id })
        request(
          `${url}/functions/v1/send-message`,
          { agent, method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
          (response) => {
            response.resume()
            if (response.statusCode !== 200) failed(new Error(`send-message answered ${response.statusCode}`))
          },
        )
          .once('error', failed)
          .end(body)
      },
    }
  }
}

export function bareConnections(url: string): Opener {
  return async (pair, me, other, { onMessage, failed }) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${me.id}`)
    socket.addEventListener('message', ({ data }) =>
      onMessage(Record.parse(JSON.parse(String(data))).client_id),
    )
    socket.addEventListener('error', () => failed(new Error('a socket failed')))
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    const fixed = { chat_id: pair.chatId, autor_id: me.id, to: other.id }
    return {
      send: (client_id, contenido) => socket.send(JSON.stringify({ ...fixed, contenido, client_id })),
    }
  }
}
