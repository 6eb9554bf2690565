import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Version } from './frames.ts'
import { FRAME_BYTES } from './limits.ts'
import { LiveSocket } from './socket.ts'

const PATH = '/realtime/v1/websocket'
const GOING_CODE = 1001
const GOING_MS = 1000

export interface Sockets {
  all: Set<LiveSocket>
  close(): Promise<void>
}

/**
 * Takes the upgrade requests of the live surface. `onMessage` and `onClose` are the same functions for every socket.
 */
export function openSockets(
  server: Server,
  options: {
    isKey(key: string): boolean
    onMessage(socket: LiveSocket, data: Buffer, isBinary: boolean): void
    onClose(socket: LiveSocket): void
    onError(error: Error): void
  },
): Sockets {
  const wss = new WebSocketServer({
    noServer: true,
    WebSocket: LiveSocket,
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES,
  })
  function heard(this: WebSocket, data: RawData, isBinary: boolean) {
    if (this instanceof LiveSocket && Buffer.isBuffer(data)) options.onMessage(this, data, isBinary)
  }
  function closed(this: WebSocket) {
    if (this instanceof LiveSocket) options.onClose(this)
  }

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const asked = new URL(request.url ?? '', 'http://localhost')
    const version = versionOf(asked.searchParams.get('vsn'))
    const header = request.headers['x-api-key']
    const key = asked.searchParams.get('apikey') ?? (typeof header === 'string' ? header : undefined)
    if (key === undefined) return refuse(stream, 401, 'API key is missing')
    if (!options.isKey(key)) return refuse(stream, 401, 'Invalid API key')
    if (version === undefined) return refuse(stream, 403, 'Unsupported protocol version')
    wss.handleUpgrade(request, stream, head, (socket) => {
      socket.version = version
      socket.seen = Date.now() / 1000
      socket.creditAt = Date.now()
      socket.on('message', heard)
      socket.on('close', closed)
      socket.on('error', options.onError)
    })
  }
  server.on('upgrade', upgrade)

  return {
    all: wss.clients,
    close: async () => {
      server.off('upgrade', upgrade)
      const open = [...wss.clients]
      const gone = Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
      for (const socket of open) socket.close(GOING_CODE, 'The server is going away')
      const patience = setTimeout(() => {
        for (const socket of open) socket.terminate()
      }, GOING_MS)
      await gone
      clearTimeout(patience)
      wss.close()
    },
  }
}

/** For the server's options: any other wish to upgrade is passed over, and the request answered as it stands. */
export const asksForSocket = ({ url = '', headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && (url === PATH || url.startsWith(`${PATH}?`))

function versionOf(text: string | null): Version | undefined {
  const given = text ?? '1.0.0'
  return /^1\.0\.\d+$/.test(given) ? 1 : /^2\.0\.\d+$/.test(given) ? 2 : undefined
}

function refuse(stream: Duplex, status: 401 | 403, error: string): void {
  const body = JSON.stringify({ error })
  const reason = status === 401 ? 'Unauthorized' : 'Forbidden'
  stream.on('error', () => {})
  stream.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
