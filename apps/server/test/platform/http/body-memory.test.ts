import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'
import { blob, noisyJpeg } from '../../setup/rows/pictures.ts'

let app: TestApp
const sockets: Socket[] = []
beforeAll(async () => {
  app = await startApp()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  const fill = () =>
    Promise.all(Array.from({ length: 8 }, async () => (await post('/nada', 1_000_000)).status))
  await expect.poll(fill).not.toContain(503)
})
afterAll(() => app.close())

const MB = 1024 * 1024

/** Sends a request whose body never ends. */
async function startBody(path: string, headers: Record<string, string>): Promise<Socket> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  await once(socket, 'connect')
  const all = { host: hostname, apikey: app.services.secrets.publishableKey, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\ncontent-type: application/json\r\n${lines.join('')}\r\n`)
  return socket
}
const LARGE = { 'content-length': String(MB) }
const WITHOUT_LENGTH = { 'transfer-encoding': 'chunked' }

/** The first line of the answer. */
const answerOf = async (socket: Socket) => {
  const [bytes] = await once(socket, 'data')
  return String(bytes).split('\r\n', 1)[0]
}
/** The same; undefined when there is none, because the server waits for the rest of the body. */
const answerSoon = (socket: Socket) => Promise.race([answerOf(socket), delay(500, undefined, { ref: false })])

const post = (path: string, bytes: number) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { apikey: app.services.secrets.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(bytes)),
  })

test('eight large bodies of an address that have not arrived refuse a ninth on every surface, and no small one', async () => {
  const waiting = await Promise.all(
    Array.from({ length: 8 }, (_, nth) => startBody('/nada', nth % 2 ? LARGE : WITHOUT_LENGTH)),
  )
  expect(await Promise.all(waiting.map(answerSoon))).toEqual(waiting.map(() => undefined))
  const paths = ['/nada', '/rest/v1/chats', '/functions/v1/send-message']
  for (const path of paths) {
    for (const headers of [LARGE, WITHOUT_LENGTH]) {
      expect(await answerOf(await startBody(path, headers))).toBe('HTTP/1.1 503 Service Unavailable')
    }
    const refused = await post(path, 100_000)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await post(path, 30_000)).status).not.toBe(503)
  }
  waiting[0]?.destroy()
  for (const path of paths) await expect.poll(async () => (await post(path, 100_000)).status).not.toBe(503)
})

test('large bodies that have not arrived do not refuse an upload, whose memory is counted separately', async () => {
  const { client, id } = await makeBuscador(app)
  const bytes = await noisyJpeg(1500, 1500)
  expect(bytes.length).toBeGreaterThan(MB)
  await Promise.all(Array.from({ length: 8 }, () => startBody('/nada', LARGE)))
  await expect.poll(async () => (await post('/nada', 100_000)).status).toBe(503)
  const { error } = await client.storage.from('support-tickets').upload(`${id}/grande.jpg`, blob(bytes))
  expect(error).toBeNull()
})
