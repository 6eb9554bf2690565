import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { withoutOtherParts } from '../../../../src/protocol/storage/pictures/picture-parts.ts'
import { flat, jpeg, pngWith, webpWithFrames } from '../../../setup/rows/pictures.ts'

/** A picture of a phone: with a colour profile, and held sideways. */
const ofPhone = (format: 'jpeg' | 'png' | 'webp') =>
  flat(40, 20).withMetadata({ orientation: 6 }).withIccProfile('p3').toFormat(format).toBuffer()

const segment = (code: number, data: Buffer) => {
  const start = Buffer.from([0xff, code, 0, 0])
  start.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([start, data])
}
const withSegments = (picture: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)])

describe('of a picture with many other parts the decoder gets the picture alone', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'a %s keeps its colour profile and how it was held',
    async (format) => {
      const { icc, orientation, width } = await sharp(
        withoutOtherParts(format, await ofPhone(format)),
      ).metadata()
      expect(icc?.length).toBeGreaterThan(100)
      expect({ orientation, width }).toEqual({ orientation: 6, width: 40 })
    },
  )

  test('texts, times and profiles of a PNG', async () => {
    const exif = Buffer.from('II*\0\x08\0\0\0\0\0\0\0\0\0', 'latin1')
    const bytes = pngWith(10, 10, {
      chunks: [
        ...Array<[string, Buffer]>(100).fill(['zTXt', randomBytes(1000)]),
        ['iCCP', randomBytes(1000)],
        ['eXIf', Buffer.alloc(70_000)],
        ...Array<[string, Buffer]>(100).fill(['eXIf', exif]),
      ],
    })
    expect(withoutOtherParts('png', bytes).toString('latin1')).toBe(
      pngWith(10, 10, { chunks: [['eXIf', exif]] }).toString('latin1'),
    )
  })

  test('comments and applications of a JPEG, and what follows its end', async () => {
    const plain = await jpeg()
    const others = [0xe1, 0xe2, 0xe3, 0xed, 0xee, 0xef, 0xfe].map((code) => segment(code, randomBytes(5000)))
    const bytes = Buffer.concat([withSegments(plain, ...others), randomBytes(100_000)])
    expect(withoutOtherParts('jpeg', bytes).equals(plain)).toBe(true)
  })

  test('profiles of a JPEG beyond a megabyte, and every Exif but one', async () => {
    const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.alloc(60_000)])
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.alloc(60_000)])
    const many = [0xe2, 0xe1].flatMap((code) =>
      Array<Buffer>(40).fill(segment(code, code === 0xe2 ? profile : exif)),
    )
    expect(withoutOtherParts('jpeg', withSegments(await jpeg(), ...many)).length).toBeLessThan(1_100_000)
  })

  test('all frames of an animation but the first', async () => {
    const frames = (count: number) => webpWithFrames(count).then((bytes) => withoutOtherParts('webp', bytes))
    expect((await frames(50_000)).equals(await frames(1))).toBe(true)
  })
})

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s that was cut off anywhere is read to its end',
  async (format) => {
    const bytes = await ofPhone(format)
    for (let length = 12; length < bytes.length; length += 1) {
      expect(withoutOtherParts(format, bytes.subarray(0, length)).length).toBeLessThanOrEqual(length)
    }
  },
)
