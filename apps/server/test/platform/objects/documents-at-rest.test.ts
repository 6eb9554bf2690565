import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makeMaestro, type TestMaestro } from '../../setup/rows/maestros.ts'
import { blob, jpeg, SMALL } from '../../setup/rows/pictures.ts'

let app: TestApp
let luis: TestMaestro
let photo: Buffer
beforeAll(async () => {
  app = await startApp()
  luis = await makeMaestro(app)
  photo = await jpeg()
})
afterAll(() => app.close())

const box = () => luis.client.storage.from('chat-media')
const keyOf = async (name: string): Promise<string> => {
  const [row] = await app.sql`select key from storage.objects where name = ${name}`
  return row?.key
}
const fileOf = async (name: string, ending = '') =>
  readFile(join(app.services.config.DATA_DIR, 'objects', (await keyOf(name)) + ending))
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

let moment = 1_700_000_000_000
const documents = () => [
  `ine_${luis.id}_${++moment}.jpg`,
  `documentos/${luis.id}/ine_reverso_${++moment}.jpg`,
  `documentos/${luis.id}/comprobante_domicilio_${++moment}.jpg`,
]

async function download(name: string): Promise<Buffer> {
  const { data, error } = await box().download(name)
  if (!data) throw error
  return Buffer.from(await data.arrayBuffer())
}

async function uploaded(name: string): Promise<Buffer> {
  const { error } = await box().upload(name, blob(photo))
  expect(error).toBeNull()
  return download(name)
}

test('identity documents are encrypted on disk, and their owner and a signed address read them', async () => {
  for (const name of documents()) {
    const shown = await uploaded(name)
    expect(shown.subarray(0, 3)).toEqual(JPEG)
    for (const stored of [await fileOf(name), await fileOf(name, '.mini')]) {
      expect(stored.subarray(0, 5).toString()).toBe('MSEAL')
      expect(stored.includes(shown.subarray(0, 16))).toBe(false)
      expect(stored.includes('WEBP')).toBe(false)
      expect(stored.includes(shown.subarray(-64))).toBe(false)
    }
    const { data } = await box().createSignedUrl(name, 60)
    const whole = await fetch(data?.signedUrl ?? '')
    expect(whole.headers.get('content-length')).toBe(String(shown.length))
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(shown)
    const part = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=1-4' } })
    expect(part.headers.get('content-range')).toBe(`bytes 1-4/${shown.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(shown.subarray(1, 5))
    const mini = await box().createSignedUrl(name, 60, {
      transform: { width: 480, height: 480, resize: 'contain' },
    })
    expect((await fetch(mini.data?.signedUrl ?? '')).headers.get('content-type')).toBe('image/webp')
    const [row] = await app.sql`select size from storage.objects where name = ${name}`
    expect(row?.size).toBe(shown.length)
  }
})

test('other pictures are stored as they are', async () => {
  const selfie = `profile-photos/${luis.id}/${++moment}.jpg`
  const shown = await uploaded(selfie)
  expect(await fileOf(selfie)).toEqual(shown)
})

test('a plain file in the place of a document is refused, not shown', async () => {
  for (const name of documents()) {
    await uploaded(name)
    const key = await keyOf(name)
    for (const [place, transform] of [
      [key, undefined],
      [`${key}.mini`, SMALL],
    ] as const) {
      await app.services.objects.write(place, photo)
      const { data } = await box().createSignedUrl(name, 60, transform && { transform })
      expect((await fetch(data?.signedUrl ?? '')).status).toBe(500)
      expect(app.takeErrors().join()).toContain(`${place} must be encrypted and is not`)
    }
  }
})

test('no call of the official client puts another file in the place of a document', async () => {
  const [ine = '', back = ''] = documents()
  const shown = await uploaded(ine)
  const { data } = await box().createSignedUploadUrl(back)
  await uploaded(back)
  const other = blob(photo)
  for (const client of [luis.client, app.client(app.services.secrets.secretKey)]) {
    const files = client.storage.from('chat-media')
    const calls = [
      files.upload(ine, other),
      files.upload(ine, other, { upsert: true }),
      files.update(ine, other),
      files.move(back, ine),
      files.copy(back, ine),
      files.createSignedUploadUrl(ine, { upsert: true }),
      files.uploadToSignedUrl(back, data?.token ?? '', other, { upsert: true }),
    ]
    for (const { error } of await Promise.all(calls)) expect(error).not.toBeNull()
  }
  expect(await download(ine)).toEqual(shown)
  expect((await fileOf(ine)).subarray(0, 5).toString()).toBe('MSEAL')
})

test('a second server with the same key reads a document, and one with another key says which key is missing', async () => {
  const [ine = ''] = documents()
  const shown = await uploaded(ine)
  const key = await keyOf(ine)
  const same = await startApp({}, app)
  const other = await startApp({ DOCUMENTS_KEY: 'otra-clave-de-documentos-con-32-letras' }, app)
  try {
    expect((await same.services.objects.read(key))?.bytes).toEqual(shown)
    await expect(other.services.objects.read(key)).rejects.toThrow(
      /is encrypted with the key [0-9a-f]{16}, and DOCUMENTS_KEY is the key [0-9a-f]{16}/,
    )
  } finally {
    await same.close()
    await other.close()
  }
})

test('a document that was changed or moved on disk is refused', async () => {
  const [ine = '', back = ''] = documents()
  await uploaded(ine)
  await uploaded(back)
  const { objects } = app.services
  const bytes = await fileOf(ine)
  await objects.write(await keyOf(back), bytes)
  await expect(objects.read(await keyOf(back))).rejects.toThrow('damaged, or was moved')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  await objects.write(await keyOf(ine), bytes)
  await expect(objects.read(await keyOf(ine))).rejects.toThrow('damaged, or was moved')
})
