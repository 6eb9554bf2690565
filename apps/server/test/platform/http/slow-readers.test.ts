import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { addSlowReaderRule } from '../../../src/platform/http/slow-readers.ts'

/** More than the socket buffers of both sides can hold. */
const BODY = 'x'.repeat(16 * 1024 * 1024)
const PATIENT = { idleMs: 60_000, graceMs: 60_000, bytesPerSecond: 1e6 }

let app: FastifyInstance | undefined
afterEach(() => app?.close())

async function listen(options: typeof PATIENT) {
  const ended = Promise.withResolvers<{ finished: boolean }>()
  app = Fastify({ forceCloseConnections: true })
  addSlowReaderRule(app, options)
  app.get('/', (_request, reply) => {
    reply.raw.once('close', () => ended.resolve({ finished: reply.raw.writableFinished }))
    return reply.send(BODY)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, ended: ended.promise }
}

test('the connection of a client that does not read its response is closed', async () => {
  const { url, ended } = await listen({ idleMs: 200, graceMs: 60_000, bytesPerSecond: 1e5 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await ended).toEqual({ finished: false })
  socket.destroy()
})

test('the connection of a client that reads a little at a time is closed when the whole takes too long', async () => {
  const { url, ended } = await listen({ idleMs: 500, graceMs: 500, bytesPerSecond: 1e9 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const drip = setInterval(() => socket.read(), 10)
  expect(await ended).toEqual({ finished: false })
  clearInterval(drip)
  socket.destroy()
})

test('a client that reads gets the whole response and may send its next request on the same connection', async () => {
  const { url } = await listen(PATIENT)
  for (let i = 0; i < 2; i++) expect((await (await fetch(url)).text()).length).toBe(BODY.length)
})
