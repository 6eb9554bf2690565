import { setTimeout as delay } from 'node:timers/promises'
import { errors, Pool } from 'undici'
import { WebSocket } from 'ws'
import { type HttpInput, type Input, render, type SocketInput } from './input.ts'
import { KEYS, type World } from './world.ts'

/** The result of an input. */
export type Answer =
  | { kind: 'http'; status: number; headers: Record<string, string | string[] | undefined>; text: string }
  | { kind: 'socket'; closed: number | undefined }
  /** No answer: the connection ended, or nothing came within ANSWER_MS. */
  | { kind: 'none'; reason: string }

export interface Sender {
  send(input: Input): Promise<{ answer: Answer; ms: number }>
  close(): Promise<void>
}

const ANSWER_MS = 20_000
/** A server may answer and close before it has read a body of this size, and then the answer can be lost. */
const LARGE_BYTES = 900_000
const JOIN_MS = 60
const HEARTBEAT = 'fuzz-heartbeat'

export function openSender(url: string, world: World, connections: number): Sender {
  if (!/^http:\/\/127\.\d+\.\d+\.\d+:\d+$/.test(url)) throw new Error('only a loopback server may be fuzzed')
  const pool = new Pool(url, { connections, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS })
  return {
    send: async (input) => {
      const began = performance.now()
      const answer = await (input.kind === 'http'
        ? sendRequest(pool, world, input)
        : sendFrames(url, world, input))
      return { answer, ms: performance.now() - began }
    },
    close: () => pool.destroy(),
  }
}

async function sendRequest(pool: Pool, world: World, input: HttpInput, retried = false): Promise<Answer> {
  const body = input.body && render(input.body)
  try {
    const {
      statusCode,
      headers,
      body: came,
    } = await pool.request({
      method: input.method as 'GET',
      path: input.path,
      headers: { ...world.headers(input.who), ...input.headers },
      body: body ?? null,
    })
    return { kind: 'http', status: statusCode, headers, text: await came.text() }
  } catch (error) {
    if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
      return { kind: 'none', reason: `no answer in ${ANSWER_MS} ms` }
    }
    if (error instanceof errors.InvalidArgumentError) throw error
    // The server may close an idle connection at the moment it is used again. HTTP allows this, and a client
    // retries.
    if (!retried) return sendRequest(pool, world, input, true)
    if (body && body.length > LARGE_BYTES) return { kind: 'http', status: 413, headers: {}, text: '' }
    return { kind: 'none', reason: `the connection ended: ${error instanceof Error ? error.message : error}` }
  }
}

const answered = (socket: WebSocket) => new Promise((resolve) => socket.once('message', resolve))

/** The server has handled all frames when it answers a heartbeat that follows them, or closes the socket. */
async function sendFrames(url: string, world: World, { who, vsn, frames }: SocketInput): Promise<Answer> {
  const key = who === 'secret' ? KEYS.SECRET_KEY : who === 'nobody' ? 'none' : KEYS.PUBLISHABLE_KEY
  const query = `vsn=${encodeURIComponent(vsn)}&apikey=${key}`
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`, {
    perMessageDeflate: false,
  })
  let status: number | undefined
  socket.on('error', () => {})
  socket.on('unexpected-response', (_request, response) => {
    status = response.statusCode
    response.resume()
    socket.terminate()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  try {
    const opened = await Promise.race([
      new Promise<boolean>((resolve) => socket.once('open', () => resolve(true))),
      closed.then(() => false),
      delay(ANSWER_MS, undefined, { ref: false }),
    ])
    if (status !== undefined) return { kind: 'http', status, headers: {}, text: '' }
    if (!opened) return { kind: 'none', reason: 'the socket did not open' }
    const beat = new Promise<undefined>((resolve) => {
      socket.on('message', (data, isBinary) => {
        if (!isBinary && String(data).includes(HEARTBEAT)) resolve(undefined)
      })
    })
    for (const { binary, pieces } of frames) {
      const bytes = render(pieces)
      const text = binary ? '' : bytes.toString().replaceAll('{token}', world.token(who))
      socket.send(binary ? bytes : text, { binary })
      // Frames after a join are for the joined channel. They would be refused before the join is complete.
      if (text.includes('phx_join')) await Promise.race([answered(socket), closed, delay(JOIN_MS)])
    }
    socket.send(
      vsn.startsWith('2')
        ? JSON.stringify([null, HEARTBEAT, 'phoenix', 'heartbeat', {}])
        : JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: HEARTBEAT }),
    )
    const ended = await Promise.race([beat, closed, delay(ANSWER_MS, 'late' as const, { ref: false })])
    return ended === 'late'
      ? { kind: 'none', reason: `no heartbeat in ${ANSWER_MS} ms` }
      : { kind: 'socket', closed: ended }
  } finally {
    socket.terminate()
  }
}
