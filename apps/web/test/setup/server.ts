import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

type Head = { status?: number; headers?: Record<string, string> }
/** `text` is a body that is not JSON, as a proxy sends it. */
export type Answer = (Head & { json: unknown }) | (Head & { text: string }) | 'no answer'

type Body = Record<string, unknown>

/**
 * A server on a real port that answers the app's function calls as a test says. `answers` maps a function's name to
 * its answer, which may never come; `calls` holds what was sent, in order.
 */
export function startTestServer() {
  const answers: Record<string, (body: Body, token: string) => Answer | Promise<Answer>> = {}
  const calls: { name: string; query: string; body: Body; token: string }[] = []
  const server = createServer(async (request, response) => {
    const [path = '', query = ''] = request.url?.split('?') ?? []
    const name = path.split('/').at(-1) ?? ''
    if (name === 'config.json' && !answers[name]) {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ url: '', publishableKey: 'key', production: false }))
    }
    const body = await read(request)
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    calls.push({ name, query, body, token })
    const answer = (await answers[name]?.(body, token)) ?? { status: 404, json: {} }
    if (answer === 'no answer') return request.socket.destroy()
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    return response.end('text' in answer ? answer.text : JSON.stringify(answer.json))
  })

  const send = globalThis.fetch
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    // A page resolves addresses against its own; Node needs the whole address.
    const fetchFromPage: typeof fetch = (input, init) =>
      send(typeof input === 'string' ? new URL(input, origin) : input, init)
    Object.assign(globalThis, { fetch: fetchFromPage, location: new URL(origin) })
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return { answers, calls }
}

/** For `expect.poll`, on a machine that is busy with other tests. */
export const SOON = { timeout: 30_000 }

/** The answer of a server that accepts a call and says nothing. */
export const silence = () => new Promise<Answer>(() => undefined)

async function read(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : JSON.parse(text)
}
