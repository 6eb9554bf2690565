import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

/**
 * The push service of Firefox, as far as one browser needs it: a WebSocket for each browser, and an address for each
 * subscription, to which our server sends (Mozilla's autopush protocol). The service cannot read what it forwards.
 */
export interface PushService {
  /** Where our server sends notifications. */
  origin: string
  /** Settings of Firefox, so that it uses this service. */
  preferences: Record<string, unknown>
  /** The VAPID keys with which browsers have subscribed. */
  keys: string[]
  /** The notifications that browsers have received and decrypted. */
  received: number
  stop(): Promise<void>
}

const Frame = z.discriminatedUnion('messageType', [
  z.object({ messageType: z.literal('hello') }),
  // Firefox pads the key; our server does not.
  z.object({
    messageType: z.literal('register'),
    channelID: z.string(),
    key: z.string().transform((key) => key.replace(/=+$/, '')),
  }),
  z.object({ messageType: z.literal('unregister'), channelID: z.string() }),
  z.object({ messageType: z.literal('ack'), updates: z.array(z.object({ code: z.number() })) }),
  z.object({ messageType: z.literal('nack') }),
  z.object({ messageType: z.literal('broadcast_subscribe') }),
])

/** The code of an `ack` for a notification that was decrypted and given to the service worker. */
const DELIVERED = 100

interface Subscription {
  socket: WebSocket
  key: string
}

export async function startPushService(): Promise<PushService> {
  const subscriptions = new Map<string, Subscription>()
  const server = createServer(
    (request, response) => void forward(subscriptions.get(idOf(request)), request, response),
  )
  const sockets = new WebSocketServer({ server })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const host = `127.0.0.1:${address.port}`
  const service: PushService = {
    origin: `http://${host}`,
    preferences: {
      'dom.push.serverURL': `ws://${host}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      // The settings that browsers get for automation switch push off.
      'remote.prefs.recommended': false,
      // The person has allowed notifications.
      'permissions.default.desktop-notification': 1,
      // Firefox shows the notification itself: there is no desktop that would.
      'alerts.useSystemBackend': false,
    },
    keys: [],
    received: 0,
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  sockets.on('connection', (socket) => {
    const send = (frame: object) => socket.send(JSON.stringify(frame))
    socket.on('message', (data) => {
      const text = String(data)
      // A ping.
      if (text === '{}') return socket.send('{}')
      const frame = Frame.parse(JSON.parse(text))
      if (frame.messageType === 'hello') {
        send({ ...frame, uaid: randomUUID().replaceAll('-', ''), status: 200, use_webpush: true })
      } else if (frame.messageType === 'register') {
        const { channelID, key } = frame
        subscriptions.set(channelID, { socket, key })
        service.keys.push(key)
        send({
          messageType: 'register',
          channelID,
          status: 200,
          pushEndpoint: `${service.origin}/${channelID}`,
        })
      } else if (frame.messageType === 'unregister') {
        subscriptions.delete(frame.channelID)
        send({ ...frame, status: 200 })
      } else if (frame.messageType === 'ack') {
        service.received += frame.updates.filter(({ code }) => code === DELIVERED).length
      }
    })
  })
  return service
}

const idOf = ({ url = '' }: IncomingMessage) => url.slice(1)

/** As the real service: only the server whose key the browser has subscribed with may send (RFC 8292). */
async function forward(
  subscription: Subscription | undefined,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await buffer(request)
  if (!subscription) return response.writeHead(410).end()
  const { socket, key } = subscription
  if (!request.headers.authorization?.endsWith(`k=${key}`)) return response.writeHead(403).end()
  socket.send(
    JSON.stringify({
      messageType: 'notification',
      channelID: idOf(request),
      version: randomUUID(),
      data: body.toString('base64url'),
      headers: { encoding: request.headers['content-encoding'] },
    }),
  )
  response.writeHead(201).end()
}
