import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Target } from './attack.ts'

/**
 * The building blocks of attacks: requests on persistent connections, plain sockets and WebSockets, all from
 * 127.0.0.1.
 */

const FROM = '127.0.0.1'
const ANSWER_MS = 10_000
/** The pause after a refused connection, so that there is no busy loop against a stopped server. */
const PAUSE_MS = 50

export interface Request {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The person whose token is sent in addition to the key. */
  token?: string
}

const agents = new Map<number, Agent>()

/** Sends one request, reads and discards the answer, and counts its status. */
export function send(target: Target, one: Request, connections: number): Promise<void> {
  const agent = agents.get(connections) ?? new Agent({ keepAlive: true, maxSockets: connections })
  agents.set(connections, agent)
  const { method = 'GET', path, body, token } = one
  const headers = {
    apikey: target.key,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...one.headers,
  }
  const { host, port } = target
  return new Promise((resolve) => {
    const failed = async () => {
      target.count('none')
      await delay(PAUSE_MS)
      resolve()
    }
    const asked = request({ host, port, localAddress: FROM, agent, method, path, headers }, (response) => {
      target.count(String(response.statusCode))
      response.resume().once('close', resolve)
    })
    asked.setTimeout(ANSWER_MS, () => asked.destroy())
    asked.once('error', failed).end(body)
  })
}

/** Runs `count` loops, each repeating `work` until the attack is over. */
export async function loops(
  target: Target,
  count: number,
  work: (loop: number) => Promise<unknown>,
): Promise<void> {
  const loop = async (number: number) => {
    while (!target.isOver()) await work(number)
  }
  await Promise.all(Array.from({ length: count }, (_, i) => loop(i)))
}

export const flood = (target: Target, connections: number, make: () => Request) =>
  loops(target, connections, () => send(target, make(), connections))

/** A plain connection to which the given bytes are written. The answer is not read. */
export function openUnread(target: Target, bytes: string): Promise<Socket> {
  const socket = connect({ host: target.host, port: target.port, localAddress: FROM })
  socket.pause()
  socket.on('error', () => {})
  return new Promise((resolve) => {
    socket.once('connect', () => socket.write(bytes))
    for (const event of ['connect', 'close'] as const) socket.once(event, () => resolve(socket))
  })
}

/** An open WebSocket of the realtime surface, or undefined when it was refused. */
export async function openSocket(target: Target): Promise<WebSocket | undefined> {
  const url = `ws://${target.host}:${target.port}/realtime/v1/websocket?vsn=2.0.0&apikey=${target.key}`
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    localAddress: FROM,
    handshakeTimeout: ANSWER_MS,
  })
  socket.on('error', () => {})
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  target.count(opened ? 'socket' : 'none')
  if (opened) return socket
  await delay(PAUSE_MS)
  return undefined
}
