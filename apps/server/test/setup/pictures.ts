import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Pictures for the tests of storage: honest ones of one colour, and those that someone means harm with. */

export type Red = number

export const flat = (width: number, height: number, red: Red = 200, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: red, g: 40, b: 40, alpha } } })

export const jpeg = (width = 60, height = 40, red: Red = 200) => flat(width, height, red).jpeg().toBuffer()

export const blob = (bytes: Buffer, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })

/** The colour of a stored picture, to tell which of several it is. */
export async function redOf(bytes: Buffer): Promise<Red> {
  const { channels } = await sharp(bytes).stats()
  return Math.round(channels[0]?.mean ?? -1)
}

/** Taken with the telephone on its side, in a place that is nobody's business. */
export const sideways = (width: number, height: number) =>
  flat(width, height)
    .withExif({
      IFD0: { Make: 'Secretófono', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 25/1 42/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Some hundred bytes that ask for gigabytes of memory. */
export function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export async function animated(): Promise<Buffer> {
  const frames = await Promise.all([10, 90, 170].map((red) => flat(30, 30, red).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, lossless: true })
    .toBuffer()
}
