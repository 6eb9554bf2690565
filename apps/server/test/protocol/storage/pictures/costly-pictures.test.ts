import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../../setup/app.ts'
import { makeMatrixPeople } from '../../../setup/rows/people.ts'
import { blob, bomb, jpeg, jpegWithScans, pngWith } from '../../../setup/rows/pictures.ts'

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))

let moment = 1_700_000_000_000
const inChat = () => `${fixture.chats.propio}/${++moment}.png`
const upload = (who: 'buscador' | 'maestro', bytes: Buffer, name = inChat()) =>
  fixture.clients[who].storage.from('chat-media').upload(name, blob(bytes, 'image/png'))

/** 50 MB of zeros. */
const PACKED = deflateSync(Buffer.alloc(50_000_000))
const LARGE = { statusCode: '413', code: 'EntityTooLarge', message: /^The image exceeded/ }
const refused = (error: unknown) =>
  expect(error).toMatchObject({ ...LARGE, message: expect.stringMatching(LARGE.message) })

describe('a picture that costs more than a normal one is refused before a pixel is decoded', () => {
  const cases: [string, () => Buffer][] = [
    ['one column of 40,000,000 rows', () => pngWith(1, 40_000_000, { colour: 0, idat: Buffer.alloc(1000) })],
    ['one row of 40,000,000 columns', () => bomb(40_000_000, 1)],
    ['a side of 12,001 pixels', () => pngWith(12_001, 2)],
    ['49 million pixels of one channel', () => pngWith(7000, 7000, { colour: 0, idat: Buffer.alloc(1000) })],
    ['36 million pixels of four channels with 16 bits', () => bomb(6000, 6000, 16)],
  ]
  test.each(cases)('%s', async (_what, make) => {
    refused((await upload('buscador', make())).error)
  })
})

test('a picture with a side of 12,000 pixels is accepted', async () => {
  const name = inChat()
  expect((await upload('buscador', pngWith(12_000, 3), name)).error).toBeNull()
  const [row] = await app.sql`select width, height from storage.objects where name = ${name}`
  expect(row).toMatchObject({ width: 1600, height: 1 })
})

describe('a small picture with a large compressed chunk is accepted, and the chunk is removed', () => {
  test.each([
    ['zTXt', 'k\0\0'],
    ['iTXt', 'k\0\x01\0\0\0'],
    ['iCCP', 'k\0\0'],
  ])('%s', async (type, start) => {
    const name = inChat()
    const chunk = Buffer.concat([Buffer.from(start, 'latin1'), PACKED])
    const { error } = await upload('buscador', pngWith(10, 10, { chunks: [[type, chunk]] }), name)
    expect(error).toBeNull()
    const { data } = await fixture.clients.buscador.storage.from('chat-media').download(name)
    expect(data?.size).toBeLessThan(1000)
  })
})

test('a picture with many more scans than encoders write is refused before a decoder reads it', async () => {
  refused((await upload('buscador', jpegWithScans(51))).error)
  expect((await upload('buscador', jpegWithScans(50))).error).toBeNull()
})

test('a picture in more pieces than encoders write is refused before a decoder reads it', async () => {
  const pieces = Array<[string, Buffer]>(20_000).fill(['PLTE', Buffer.alloc(3)])
  refused((await upload('buscador', pngWith(10, 10, { chunks: pieces }))).error)
})

test('a hundred compressed texts that expand to 5 GB do not reach the decoder', async () => {
  const texts = ['zTXt', 'iTXt', 'iCCP'].flatMap((type) =>
    Array<[string, Buffer]>(33).fill([type, Buffer.concat([Buffer.from('k\0\0'), PACKED])]),
  )
  const bytes = pngWith(10, 10, { chunks: texts })
  expect(bytes.length).toBeGreaterThan(4_000_000)
  expect((await upload('buscador', bytes)).error).toBeNull()
})

test('a person who uploads costly pictures does not delay another person', async () => {
  const costly = pngWith(5000, 5000)
  // Made before, because making it would wait for the threads that read the costly ones.
  const small = await jpeg()
  const finished: string[] = []
  const noted = async (who: string, work: PromiseLike<{ error: unknown }>) => {
    const { error } = await work
    finished.push(who)
    return error
  }
  const theirs = [1, 2, 3, 4].map(() => noted('costly', upload('maestro', costly)))
  // Four uploads of a person are admitted. When the fifth is refused, all four are in progress.
  const isFull = async () =>
    finished.length > 0 || (await upload('maestro', Buffer.from('x'))).error?.message.startsWith('Se están')
  await expect.poll(isFull, { timeout: 30_000, interval: 10 }).toBe(true)
  expect(await noted('small', upload('buscador', small))).toBeNull()
  // Without turns between people the small one would wait for three of the four.
  expect(finished.indexOf('small')).toBeLessThan(3)
  await Promise.all(theirs)
})
