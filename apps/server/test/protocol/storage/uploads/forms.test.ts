import { Busboy } from '@fastify/busboy'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { formReader } from '../../../../src/protocol/storage/uploads/form.ts'
import { appForTests, beforeTests } from '../../../setup/app.ts'
import { makePerson } from '../../../setup/rows/maestros.ts'
import { blob, jpeg } from '../../../setup/rows/pictures.ts'

const FORM = 'multipart/form-data; boundary=b'
const part = (head: string, body: string | Buffer = '') =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body),
    CRLF,
  ])
const CRLF = Buffer.from('\r\n')
const END = Buffer.from('--b--\r\n')
const field = (name: string, value = '') => part(`name="${name}"`, value)
const tinyParts = () => Buffer.from(`${field('a').toString().repeat(100_000)}${END}`)

const app = appForTests()
const ana = beforeTests(() => makePerson(app, 'buscador'))
const photo = await jpeg()

const file = (name = '') => part(`name="${name}"; filename="blob"\r\nContent-Type: image/jpeg`, photo)
let count = 0
const Refusal = z.looseObject({ message: z.string().optional() })
async function post(body: Buffer, type = FORM) {
  const answer = await fetch(`${app.url}/storage/v1/object/support-tickets/${++count}.jpg`, {
    method: 'POST',
    headers: {
      apikey: app.services.secrets.publishableKey,
      authorization: `Bearer ${ana.token}`,
      'content-type': type,
    },
    body: new Uint8Array(body),
  })
  return { status: answer.status, body: Refusal.parse(await answer.json()) }
}

describe('a form of 100,000 tiny parts', () => {
  test('is refused, and the server answers the next upload', async () => {
    const body = tinyParts()
    expect(body.length).toBeLessThan(5 * 1024 * 1024)
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { statusCode: '400', code: 'InvalidRequest', message: 'The form has too many fields' },
    })
    expect((await ana.client.storage.from('support-tickets').upload('x.jpg', blob(photo))).error).toBeNull()
  })

  test('is refused at the first parts of its first chunk: the rest is not parsed', () => {
    const parsed = vi.spyOn(Busboy.prototype, 'write')
    const reader = formReader(FORM, 1000)
    expect(() => reader.write(tinyParts().subarray(0, 65_536))).toThrow('too many fields')
    const bytes = parsed.mock.calls.map(([chunk]) => z.instanceof(Buffer).parse(chunk).length)
    expect(bytes).toEqual([4096])
    parsed.mockRestore()
  })
})

describe('a form', () => {
  const eight = Array.from({ length: 8 }, (_, n) => field(`f${n}`, 'v'))

  test('of eight fields and a file is accepted, in any order', async () => {
    expect((await post(Buffer.concat([...eight, file(), END]))).status).toBe(200)
    expect((await post(Buffer.concat([file('foto'), ...eight, END]))).status).toBe(200)
  })

  const refused: [string, () => Buffer, RegExp][] = [
    ['nine fields', () => Buffer.concat([...eight, field('f9'), file(), END]), /too many fields/],
    ['two files', () => Buffer.concat([file('a'), file('b'), END]), /more than one file/],
    ['a field of 5,000 bytes', () => Buffer.concat([field('a', 'x'.repeat(5000)), file(), END]), /too long/],
    ['no file', () => Buffer.concat([field('cacheControl', '60'), END]), /No content provided/],
    ['no end', () => Buffer.concat([field('a'), file()]), /cannot be read/],
    ['an end within its file', () => file().subarray(0, 200), /cannot be read/],
    ['no part at all', () => END, /No content provided|cannot be read/],
    ['bytes that are no form', () => Buffer.alloc(100_000, 7), /No content provided|cannot be read/],
    ['metadata', () => Buffer.concat([field('metadata', '{"a":1}'), file(), END]), /feature metadata/],
    ['an encoding', () => Buffer.concat([field('contentEncoding', 'gzip'), file(), END]), /contentEncoding/],
    [
      'a lifetime in words',
      () => Buffer.concat([field('cacheControl', 'siempre'), file(), END]),
      /cacheControl/,
    ],
  ]
  test.each(refused)('with %s is refused with a clear error', async (_what, make, message) => {
    const { status, body } = await post(make())
    expect(status).toBe(400)
    expect(body.message).toMatch(message)
  })

  test('without a boundary is refused', async () => {
    const { body } = await post(file(), 'multipart/form-data')
    expect(body).toMatchObject({ code: 'InvalidRequest', message: 'The form cannot be read' })
  })

  test('whose file is larger than the bucket allows is refused, whatever length it declares', async () => {
    const large = part(
      'name=""; filename="blob"\r\nContent-Type: image/jpeg',
      Buffer.alloc(5 * 1024 * 1024 + 1),
    )
    expect((await post(Buffer.concat([large, END]))).body).toMatchObject({ code: 'EntityTooLarge' })
  })
})
