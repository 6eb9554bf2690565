import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isAnimated, isHeif, mayBePicture } from '#entities/picture/kinds.ts'

const file = (bytes: Uint8Array | string, name: string, type = '') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })

/** Pictures of a picture each, stacked as sharp expects the frames of an animation. */
const frames = (count: number) =>
  sharp(
    Buffer.alloc(20 * 10 * count * 3, 90).map((_, at) => at % 251),
    {
      raw: { width: 20, height: 10 * count, channels: 3, pageHeight: 10 },
    },
  )

test('an animated GIF or WebP is recognized, and one with a single picture is not', async () => {
  expect(await isAnimated(file(await frames(3).gif().toBuffer(), 'a.gif'))).toBe(true)
  expect(await isAnimated(file(await frames(1).gif().toBuffer(), 'a.gif'))).toBe(false)
  expect(await isAnimated(file(await frames(3).webp().toBuffer(), 'a.webp'))).toBe(true)
  expect(await isAnimated(file(await frames(1).webp().toBuffer(), 'a.webp'))).toBe(false)
  expect(await isAnimated(file(await frames(1).jpeg().toBuffer(), 'a.jpg'))).toBe(false)
})

test('reading the blocks of a truncated GIF always ends', async () => {
  const whole = await frames(3).gif().toBuffer()
  for (let length = 0; length < whole.length; length += 7) {
    expect(typeof (await isAnimated(file(whole.subarray(0, length), 'a.gif')))).toBe('boolean')
  }
})

test('a HEIC file is recognized by its type, its name or its first bytes', async () => {
  expect(await isHeif(file('x', 'foto', 'image/heic'))).toBe(true)
  expect(await isHeif(file('x', 'IMG_0001.HEIC'))).toBe(true)
  expect(await isHeif(file('\0\0\0\x18ftypheic\0\0\0\0', 'foto.jpg', 'image/jpeg'))).toBe(true)
  expect(await isHeif(file('\0\0\0\x18ftypavif\0\0\0\0', 'foto.avif', 'image/avif'))).toBe(false)
  expect(await isHeif(file(await frames(1).jpeg().toBuffer(), 'foto.jpg', 'image/jpeg'))).toBe(false)
})

test('a file without a type may be a picture only when its name says HEIC', () => {
  expect(mayBePicture(file('x', 'IMG_0001.HEIC'))).toBe(true)
  expect(mayBePicture(file('x', 'foto', 'image/gif'))).toBe(true)
  expect(mayBePicture(file('x', 'lista.pdf', 'application/pdf'))).toBe(false)
  expect(mayBePicture(file('x', 'lista'))).toBe(false)
})
