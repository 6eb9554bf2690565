import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { refuseLater } from '../../platform/limits/delayed-refusal.ts'
import type { Version } from './frames.ts'
import { FRAGMENTS, FRAME_BYTES, RETRY_SECONDS } from './limits.ts'
import type { Quota } from './quotas.ts'
import { LiveSocket } from './socket.ts'

const PATH = '/realtime/v1/websocket'
const GOING_AWAY_CODE = 1001
const CLOSE_TIMEOUT_MS = 1000

export interface Sockets {
  all: Set<LiveSocket>
  close(): Promise<void>
}

export interface SocketOptions {
  isKey(key: string): boolean
  /** The quota of the request's address. */
  quotaOf(request: IncomingMessage): Quota
  mayOpen(address: Quota): boolean
  /** Sockets that may be open at once. */
  total: number
  onMessage(socket: LiveSocket, data: Buffer, isBinary: boolean): void
  onControl(socket: LiveSocket, data: Buffer, isPing: boolean): void
  onClose(socket: LiveSocket): void
  onError(socket: LiveSocket, error: Error): void
  onRefused(status: number): void
  /** A handler above has thrown. */
  onFailure(socket: LiveSocket, handler: string, error: unknown): void
  /** An upgrade request could not be handled. */
  onUpgradeFailure(error: unknown): void
}

/**
 * Handles the upgrade requests of the realtime surface. All sockets share the same handler functions. An
 * error in one of them goes to `onFailure` and is not thrown further.
 */
export function openSockets(server: Server, options: SocketOptions): Sockets {
  const wss = new WebSocketServer({
    noServer: true,
    WebSocket: LiveSocket,
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES,
    maxFragments: FRAGMENTS,
    // Pings are answered in onControl instead, where they cost credit.
    autoPong: false,
  })
  const guarded = (socket: WebSocket, handler: string, act: (socket: LiveSocket) => void) => {
    if (!(socket instanceof LiveSocket)) return
    try {
      act(socket)
    } catch (error) {
      options.onFailure(socket, handler, error)
    }
  }
  function onMessage(this: WebSocket, data: RawData, isBinary: boolean) {
    // One read may contain many frames, which still arrive here after the socket was ended.
    if (this.readyState !== this.OPEN || !Buffer.isBuffer(data)) return
    guarded(this, 'message', (socket) => options.onMessage(socket, data, isBinary))
  }
  function onPing(this: WebSocket, data: Buffer) {
    if (this.readyState !== this.OPEN) return
    guarded(this, 'ping', (socket) => options.onControl(socket, data, true))
  }
  function onPong(this: WebSocket, data: Buffer) {
    if (this.readyState !== this.OPEN) return
    guarded(this, 'pong', (socket) => options.onControl(socket, data, false))
  }
  function onClose(this: WebSocket) {
    guarded(this, 'close', options.onClose)
    if (this instanceof LiveSocket) countOut(this)
  }
  function onError(this: WebSocket, error: Error) {
    guarded(this, 'error', (socket) => options.onError(socket, error))
  }

  /** The cheapest checks come first, and nothing is allocated for a refused socket. */
  const accept = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const refuse = (status: keyof typeof REASONS, error: string) => {
      options.onRefused(status)
      if (status === 429)
        refuseLater(
          () => answer(stream, status, error),
          () => stream.destroy(),
        )
      else answer(stream, status, error)
    }
    if (wss.clients.size >= options.total) return refuse(503, 'Too many connections')
    const url = new URL(request.url ?? '', 'http://localhost')
    const version = versionOf(url.searchParams.get('vsn'))
    const header = request.headers['x-api-key']
    const key = url.searchParams.get('apikey') ?? (typeof header === 'string' ? header : undefined)
    if (key === undefined) return refuse(401, 'API key is missing')
    if (!options.isKey(key)) return refuse(401, 'Invalid API key')
    if (version === undefined) return refuse(403, 'Unsupported protocol version')
    const address = options.quotaOf(request)
    if (!options.mayOpen(address)) return refuse(429, 'Too many connections from this address')
    wss.handleUpgrade(request, stream, head, (socket) => {
      countIn(socket, address)
      socket.version = version
      socket.on('message', onMessage)
      socket.on('ping', onPing)
      socket.on('pong', onPong)
      socket.on('close', onClose)
      socket.on('error', onError)
    })
  }
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node.js has removed its own listener. Without one, a client that resets its connection would end the process.
    stream.on('error', ignore)
    try {
      accept(request, stream, head)
    } catch (error) {
      options.onUpgradeFailure(error)
      stream.destroy()
    }
  }
  server.on('upgrade', upgrade)

  return {
    all: wss.clients,
    close: async () => {
      server.off('upgrade', upgrade)
      const open = [...wss.clients]
      const gone = Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
      for (const socket of open) socket.close(GOING_AWAY_CODE, 'The server is going away')
      const timeout = setTimeout(() => {
        for (const socket of open) socket.terminate()
      }, CLOSE_TIMEOUT_MS)
      await gone
      clearTimeout(timeout)
      wss.close()
    },
  }
}

const ignore = () => {}

function countIn(socket: LiveSocket, address: Quota): void {
  const now = Date.now()
  socket.seen = now / 1000
  socket.emptySince = now / 1000
  socket.creditAt = now
  socket.address = address
  socket.payer = address
  address.sockets += 1
  address.anonymous += 1
}

/** Called after its channels were removed, so that the socket is counted as anonymous again. */
function countOut(socket: LiveSocket): void {
  const { address } = socket
  if (!address) return
  address.sockets -= 1
  if (socket.payer === address) address.anonymous -= 1
  socket.address = undefined
  socket.payer = undefined
}

/**
 * For the server's options: an Upgrade header on any other request is ignored, and the request is answered
 * normally.
 */
export const isSocketUpgrade = ({ url = '', headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && (url === PATH || url.startsWith(`${PATH}?`))

function versionOf(text: string | null): Version | undefined {
  const given = text ?? '1.0.0'
  return /^1\.0\.\d+$/.test(given) ? 1 : /^2\.0\.\d+$/.test(given) ? 2 : undefined
}

const REASONS = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const

function answer(stream: Duplex, status: keyof typeof REASONS, error: string): void {
  const body = JSON.stringify({ error })
  const retry = status === 429 || status === 503 ? `Retry-After: ${RETRY_SECONDS}\r\n` : ''
  // A client that never closes its side must not keep the descriptor.
  stream.once('finish', () => stream.destroy())
  stream.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nContent-Type: application/json; charset=utf-8\r\n${retry}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
