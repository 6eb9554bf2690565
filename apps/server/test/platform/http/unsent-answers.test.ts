import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { addUnsentAnswerLimit } from '../../../src/platform/http/unsent-answers.ts'

const MB = 1024 * 1024
/** More than the socket buffers of both sides can hold. */
const BODY = 'x'.repeat(16 * MB)

let app: FastifyInstance | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app?.close()
})

/** The last part of the client's address is in the request, because all clients of this test are on one machine. */
async function listen(bounds: { addressBytes: number; totalBytes: number }) {
  const ended: string[] = []
  app = Fastify({ forceCloseConnections: true, trustProxy: true })
  addUnsentAnswerLimit(app, bounds)
  app.get('/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    reply.raw.once('close', () => ended.push(`${name} ${reply.raw.writableFinished ? 'sent' : 'closed'}`))
    return reply.send(BODY)
  })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const request = (name: string, from: number) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    sockets.push(socket)
    socket.write(`GET /${name} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.${from}\r\n\r\n`)
    return socket
  }
  /** Returns when the server has begun to answer a client that does not read. */
  const stall = async (name: string, from: number) => {
    const socket = request(name, from)
    await new Promise((resolve) => socket.once('readable', resolve))
  }
  const read = async (name: string, from: number) => {
    const socket = request(name, from)
    socket.resume()
    await expect.poll(() => ended, { timeout: 10_000 }).toContain(`${name} sent`)
  }
  return { ended, stall, read }
}

test('when the unread answers of an address use up its memory, those that have waited longest are closed', async () => {
  const { ended, stall, read } = await listen({ addressBytes: 35 * MB, totalBytes: 500 * MB })
  await stall('first', 1)
  await stall('second', 1)
  await stall('other', 2)
  expect(ended).toEqual([])
  await read('third', 1)
  expect(ended).toEqual(['first closed', 'third sent'])
})

test('when the unread answers of all use up the memory, those of the address with the most are closed', async () => {
  const { ended, stall, read } = await listen({ addressBytes: 500 * MB, totalBytes: 50 * MB })
  await stall('other', 2)
  await stall('first', 1)
  await stall('second', 1)
  expect(ended).toEqual([])
  await read('third', 3)
  expect(ended).toEqual(['first closed', 'third sent'])
})

test('an answer that was read no longer counts, and its connection stays open', async () => {
  const { ended, read } = await listen({ addressBytes: 20 * MB, totalBytes: 20 * MB })
  for (const name of ['first', 'second', 'third']) await read(name, 1)
  expect(ended).toEqual(['first sent', 'second sent', 'third sent'])
  expect(sockets.map(({ readyState }) => readyState)).toEqual(['open', 'open', 'open'])
})
