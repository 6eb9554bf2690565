import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Pictures for the storage tests: normal ones of one colour, and malicious ones. */

export type Red = number

/** The only `transform` that the server offers: the small version. */
export const SMALL = { width: 480, height: 480, resize: 'contain' } as const

export const flat = (width: number, height: number, red: Red = 200, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: red, g: 40, b: 40, alpha } } })

export const jpeg = (width = 60, height = 40, red: Red = 200) => flat(width, height, red).jpeg().toBuffer()

/** A large file: random pixels are not compressed. */
export const noisyJpeg = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()

export const blob = (bytes: Buffer, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })

/** The colour of a stored picture, to identify it. */
export async function redOf(bytes: Buffer): Promise<Red> {
  const { channels } = await sharp(bytes).stats()
  return Math.round(channels[0]?.mean ?? -1)
}

/** A picture taken with a rotated phone, with a location in its metadata. */
export const sideways = (width: number, height: number) =>
  flat(width, height)
    .withExif({
      IFD0: { Make: 'Secretófono', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 25/1 42/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Some hundred bytes that would need gigabytes of memory when decoded. */
export const bomb = (width: number, height: number, bits: 8 | 16 = 8) =>
  pngWith(width, height, { bits, idat: Buffer.alloc(1000) })

interface PngOptions {
  bits?: 8 | 16
  /** 0 is grey, 6 is red, green, blue and alpha. */
  colour?: 0 | 6
  /** Chunks before the pixels, each with a type and data. */
  chunks?: [type: string, data: Buffer][]
  /** The bytes of the rows; the default is zeros. */
  idat?: Buffer
}

/** A PNG written by hand: valid, with any size and any additional chunks. */
export function pngWith(width: number, height: number, options: PngOptions = {}): Buffer {
  const { bits = 8, colour = 6, chunks = [] } = options
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colour, 0, 0, 0], 8)
  const channels = colour === 0 ? 1 : 4
  const rows = options.idat ?? Buffer.alloc(height * (1 + (width * channels * bits) / 8))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks.map(([type, data]) => pngChunk(type, data)),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}

export async function animated(): Promise<Buffer> {
  const frames = await Promise.all([10, 90, 170].map((red) => flat(30, 30, red).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, lossless: true })
    .toBuffer()
}

/** A progressive JPEG of 8 × 8 pixels, with one scan for each bit of each coefficient; at most 883. */
export function jpegWithScans(count: number): Buffer {
  const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data]
  // One code of one bit, which means that nothing follows.
  const codes = (table: number) => segment(0xc4, table, 1, ...Array<number>(15).fill(0), 0)
  const scan = (coefficient: number, before: number, bit: number) => [
    ...segment(0xda, 1, 1, 0, coefficient, coefficient, (before << 4) | bit),
    0x7f,
  ]
  const scans = [scan(0, 0, 0)]
  for (let bit = 13; bit >= 0; bit -= 1) {
    for (let coefficient = 1; coefficient < 64; coefficient += 1) {
      scans.push(scan(coefficient, bit === 13 ? 0 : bit + 1, bit))
    }
  }
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    ...codes(0),
    ...codes(0x10),
    ...scans.slice(0, count).flat(),
    ...[0xff, 0xd9],
  ])
}

/** An animation of one pixel. */
export async function webpWithFrames(count: number): Promise<Buffer> {
  const still = (await flat(1, 1).webp({ lossless: true }).toBuffer()).subarray(12)
  // Position and size of a frame, minus one, its duration and its flags.
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.alloc(12), Buffer.from([1, 0, 0, 0]), still]))
  const animation = Buffer.concat([
    riffChunk('VP8X', Buffer.from([0x12, ...Array<number>(9).fill(0)])),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(count).fill(frame),
  ])
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), animation]))
}

function riffChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type), length, data])
}
