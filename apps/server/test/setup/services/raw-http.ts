import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { TestApp } from '../app.ts'

/** Plain HTTP, for requests that fetch and the official client would refuse to send or would correct. */

export interface Sent {
  method: string
  path: string
  headers: Record<string, string | string[]>
  body?: Buffer | string | undefined
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
  ms: number
}

const ANSWER_MS = 10_000

export function rawClient(app: TestApp) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { hostname, port } = new URL(app.url)

  const send = async (one: Sent, retried = false): Promise<Answer> => {
    const { method, path, body } = one
    // Set here, because Node omits it for DELETE, and the body would then be read as the next request.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const headers = { ...one.headers, ...length }
    const start = performance.now()
    const asked = request({
      agent: retried ? false : agent,
      hostname,
      port,
      method,
      path,
      headers,
      timeout: ANSWER_MS,
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')))
    asked.end(body)
    try {
      const [answer]: IncomingMessage[] = await once(asked, 'response')
      if (!answer) throw new Error('no answer')
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      return {
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: Buffer.concat(chunks).toString(),
        ms: performance.now() - start,
      }
    } catch (error) {
      // The server may close an idle connection at the moment it is used again. HTTP allows this, and a
      // client retries.
      if (asked.reusedSocket && !retried) return send(one, true)
      throw error
    }
  }

  /**
   * Sends bytes to the socket, and returns everything that comes back until the server closes it or sends
   * nothing more.
   */
  const sendBytes = async (bytes: Buffer | string, silenceMs = 1500): Promise<string> => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that refuses early may close while bytes are still being sent; its earlier answer counts.
    socket.on('error', () => {})
    socket.setTimeout(silenceMs, () => socket.destroy())
    socket.write(bytes)
    await new Promise((resolve) => socket.once('close', resolve))
    return Buffer.concat(chunks).toString('latin1')
  }

  return { send, sendBytes, close: () => agent.destroy() }
}
