import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskStore } from '../src/storage/disk.ts'
import { startApp, type TestApp } from './setup/app.ts'

const UNSAFE = [
  '',
  '/etc/passwd',
  '../secrets.json',
  'chat-media/../../secrets.json',
  'chat-media/..',
  './a',
  'a//b',
  'a/',
  'a\\..\\b',
  'a\0b',
  'a\nb',
  '.drafts/x',
  'chat-media/.oculto',
  `chat-media/${'ñ'.repeat(128)}`,
  'a/'.repeat(600),
  'a\ud800b',
]

describe('objects on disk', () => {
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'maestros-objects-'))
    await writeFile(join(dir, 'secrets.json'), 'secreto')
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))
  const store = () => diskStore(join(dir, 'objects'))

  it('are read back as they were written, replaced whole, and removed', async () => {
    const path = 'chat-media/profile-photos/abc/1.webp'
    await store().write(path, Buffer.from([1, 2, 3]))
    expect(await store().read(path)).toEqual({ bytes: Buffer.from([1, 2, 3]), size: 3 })
    await store().write(path, Buffer.from([9]))
    expect(await store().read(path)).toEqual({ bytes: Buffer.from([9]), size: 1 })
    await store().remove(path)
    expect(await store().read(path)).toBeUndefined()
    await store().remove(path)
  })

  it('are for their owner alone, and leave no draft behind', async () => {
    await store().write('chat-media/a/1.png', Buffer.from('x'))
    expect((await stat(join(dir, 'objects/chat-media/a/1.png'))).mode & 0o777).toBe(0o600)
    // A file where a folder is needed: the write fails and its draft goes too.
    await expect(store().write('chat-media/a/1.png/2.png', Buffer.from('y'))).rejects.toThrow()
    expect(await readdir(join(dir, 'objects/.drafts'))).toEqual([])
  })

  it('that are written many times at once end as one of the writes, whole', async () => {
    const path = 'chat-media/b/1.png'
    const writes = Array.from({ length: 20 }, (_, n) => Buffer.alloc(50_000, n + 1))
    await Promise.all(writes.map((bytes) => store().write(path, bytes)))
    const found = await store().read(path)
    expect(writes.some((bytes) => found?.bytes.equals(bytes))).toBe(true)
  })

  it('a folder is not an object, nor is anything below a file', async () => {
    await store().write('chat-media/c/1.png', Buffer.from('x'))
    expect(await store().read('chat-media/c')).toBeUndefined()
    expect(await store().read('chat-media/c/1.png/2.png')).toBeUndefined()
    await store().remove('chat-media/c')
    expect(await store().read('chat-media/c/1.png')).toBeDefined()
  })

  it.each(UNSAFE.map((path) => ({ path, shown: JSON.stringify(path).slice(0, 40) })))(
    'the path $shown reaches nothing, to read, write or remove',
    async ({ path }) => {
      await expect(store().read(path)).rejects.toThrow(/path/)
      await expect(store().write(path, Buffer.from('x'))).rejects.toThrow(/path/)
      await expect(store().remove(path)).rejects.toThrow(/path/)
      expect(await readFile(join(dir, 'secrets.json'), 'utf8')).toBe('secreto')
    },
  )
})

describe('public photos', () => {
  let app: TestApp
  const photo = Buffer.from('RIFF....WEBPVP8 ', 'latin1')
  const name = 'profile-photos/6a1f0d1c-0000-4000-8000-000000000001/1700000000000.webp'

  async function keep(bucket: string, path: string, mimetype = 'image/webp', cache = 'max-age=3600') {
    await app.services.objects.write(`${bucket}/${path}`, photo)
    await app.sql`
      insert into storage.objects (bucket_id, name, mimetype, size, etag, cache_control)
      values (${bucket}, ${path}, ${mimetype}, ${photo.length}, 'abc123', ${cache})`
  }
  const get = (path: string, init?: RequestInit) => fetch(`${app.url}/storage/v1/object/public/${path}`, init)

  beforeAll(async () => {
    app = await startApp()
    await keep('chat-media', name)
    await keep('chat-media', 'ine_6a1f0d1c_1.webp')
    await keep('chat-media', '6a1f0d1c-0000-4000-8000-000000000002/1.webp')
    await keep('chat-media', 'profile-photos-no/1.webp')
    await keep('support-tickets', 'profile-photos/1.webp')
    await keep('chat-media', 'profile-photos/x/pagina.html', 'text/html', 'max-age=1\r\nx-evil: 1')
    await keep('chat-media', 'profile-photos/x/ñandú 1.webp')
  })
  afterAll(() => app.close())

  it('the public address that the official client gives answers without authorisation', async () => {
    const { data } = app.client().storage.from('chat-media').getPublicUrl(name)
    const answer = await fetch(data.publicUrl)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(photo)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(photo.length),
      'cache-control': 'public, max-age=3600',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      etag: '"abc123"',
    })
  })

  it('a name with accents and spaces is found by the client’s own address', async () => {
    const { data } = app.client().storage.from('chat-media').getPublicUrl('profile-photos/x/ñandú 1.webp')
    expect((await fetch(data.publicUrl)).status).toBe(200)
  })

  it('HEAD answers the same headers and no bytes', async () => {
    const answer = await get(`chat-media/${name}`, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(photo.length))
    expect(answer.headers.get('etag')).toBe('"abc123"')
    expect((await answer.arrayBuffer()).byteLength).toBe(0)
  })

  it.each(['"abc123"', 'W/"abc123"', '"otra", "abc123"', '*'])(
    'a copy known as %s is not sent again',
    async (known) => {
      const answer = await get(`chat-media/${name}`, { headers: { 'if-none-match': known } })
      expect(answer.status).toBe(304)
      expect(await answer.text()).toBe('')
      expect((await get(`chat-media/${name}`, { headers: { 'if-none-match': '"otra"' } })).status).toBe(200)
    },
  )

  it('anything that is no picture is downloaded, never shown', async () => {
    const answer = await get('chat-media/profile-photos/x/pagina.html')
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toBe('attachment')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  })

  const missing = { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' }

  it.each([
    ['an identity document', 'chat-media/ine_6a1f0d1c_1.webp'],
    ['a chat image', 'chat-media/6a1f0d1c-0000-4000-8000-000000000002/1.webp'],
    ['a folder whose name only begins alike', 'chat-media/profile-photos-no/1.webp'],
    ['a photo that is not there', 'chat-media/profile-photos/x/2.webp'],
  ])('%s answers as what does not exist', async (_what, path) => {
    const answer = await get(path)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(missing)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('a row whose bytes are gone answers as what does not exist, and is not kept by caches', async () => {
    await app.sql`
      insert into storage.objects (bucket_id, name, mimetype, size, etag)
      values ('chat-media', 'profile-photos/x/perdida.webp', 'image/webp', 3, 'zzz')`
    const answer = await get('chat-media/profile-photos/x/perdida.webp')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(missing)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toBeNull()
  })

  it.each(['support-tickets', 'no-existe'])('the bucket %s has nothing public', async (bucket) => {
    const answer = await get(`${bucket}/profile-photos/1.webp`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      statusCode: '404',
      error: 'Bucket not found',
      message: 'Bucket not found',
      code: 'NoSuchBucket',
    })
  })

  it.each([
    'profile-photos/..%2F..%2F..%2Fsecrets.json',
    'profile-photos/%2e%2e/%2e%2e/secrets.json',
    'profile-photos/..%2Fine_6a1f0d1c_1.webp',
    'profile-photos/%00.webp',
    'profile-photos//1.webp',
    'profile-photos/',
    'profile-photos',
    '',
    'profile-photos/a%5C..%5Cb',
  ])('the address %j is refused with an error of storage', async (path) => {
    const answer = await get(`chat-media/${path}`)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.json()).toMatchObject({ statusCode: expect.any(String), message: expect.any(String) })
  })

  it.each(['..%2Fine_6a1f0d1c_1.webp', '..%2F..%2F..%2Fsecrets.json', 'a%5C..%5Cb', '/1.webp'])(
    'the key profile-photos/%s is refused as a key, not looked up',
    async (path) => {
      const answer = await get(`chat-media/profile-photos/${path}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidKey' })
    },
  )

  it('a name too long for any file, or that is not text, is refused', async () => {
    for (const path of [
      `profile-photos/${'a'.repeat(300)}`,
      `profile-photos/${'a/'.repeat(1500)}b`,
      'profile-photos/%ff',
    ]) {
      expect((await get(`chat-media/${path}`)).status).toBe(400)
    }
  })

  it('what storage does not do yet is an error that the official client understands', async () => {
    const { data, error } = await app.client().storage.from('chat-media').upload(name, photo)
    expect(data).toBeNull()
    expect(error?.message).toMatch(/not found/)
  })
})
