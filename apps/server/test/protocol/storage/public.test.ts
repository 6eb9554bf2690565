import { beforeAll, describe, expect, it } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import { makeMaestro, suspend } from '../../setup/rows/maestros.ts'

describe('public photos', () => {
  const app = appForTests()
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
    await keep('chat-media', name)
    await keep('chat-media', 'ine_6a1f0d1c_1.webp')
    await keep('chat-media', '6a1f0d1c-0000-4000-8000-000000000002/1.webp')
    await keep('chat-media', 'profile-photos-no/1.webp')
    await keep('support-tickets', 'profile-photos/1.webp')
    await keep('chat-media', 'profile-photos/x/pagina.html', 'text/html', 'max-age=1\r\nx-evil: 1')
    await keep('chat-media', 'profile-photos/x/ñandú 1.webp')
  })

  it('the public address that the official client gives works without authorization', async () => {
    const { data } = app.client().storage.from('chat-media').getPublicUrl(name)
    const answer = await fetch(data.publicUrl)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(photo)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(photo.length),
      'cache-control': 'public, max-age=3600',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: '"abc123"',
    })
  })

  it('a name with accents and spaces is found by the client’s own address', async () => {
    const { data } = app.client().storage.from('chat-media').getPublicUrl('profile-photos/x/ñandú 1.webp')
    expect((await fetch(data.publicUrl)).status).toBe(200)
  })

  it('a public photo is cached for an hour at most, whatever its uploader has asked for', async () => {
    await keep('chat-media', 'profile-photos/x/un-ano.webp', 'image/webp', 'max-age=31536000')
    await keep('chat-media', 'profile-photos/x/un-minuto.webp', 'image/webp', 'max-age=60')
    const cacheOf = async (path: string) => (await get(`chat-media/${path}`)).headers.get('cache-control')
    expect(await cacheOf('profile-photos/x/un-ano.webp')).toBe('public, max-age=3600')
    expect(await cacheOf('profile-photos/x/un-minuto.webp')).toBe('public, max-age=60')
  })

  it('the photo of a maestro is not found while the account is suspended or being closed', async () => {
    const [suspended, closing] = [await makeMaestro(app), await makeMaestro(app)]
    const photoOf = ({ id }: { id: string }) => `profile-photos/${id}/1700000000000.webp`
    const shown = async () => {
      const answers = await Promise.all([suspended, closing].map((who) => get(`chat-media/${photoOf(who)}`)))
      return answers.map(({ ok }) => ok)
    }
    for (const who of [suspended, closing]) await keep('chat-media', photoOf(who))
    expect(await shown()).toEqual([true, true])
    await suspend(app, suspended.id)
    const closed = await call(closing.client, 'cerrar-cuenta', { body: { usuario_id: closing.id } })
    expect(closed.status).toBe(200)
    expect(await shown()).toEqual([false, false])
    await app.sql`select interno.conservar_cuenta(${closing.id})`
    expect(await shown()).toEqual([false, true])
  })

  it('HEAD returns the same headers and no bytes', async () => {
    const answer = await get(`chat-media/${name}`, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(photo.length))
    expect(answer.headers.get('etag')).toBe('"abc123"')
    expect((await answer.arrayBuffer()).byteLength).toBe(0)
  })

  it.each(['"abc123"', 'W/"abc123"', '"otra", "abc123"', '*'])(
    'a copy with the ETag %s is not sent again',
    async (known) => {
      const answer = await get(`chat-media/${name}`, { headers: { 'if-none-match': known } })
      expect(answer.status).toBe(304)
      expect(await answer.text()).toBe('')
      expect((await get(`chat-media/${name}`, { headers: { 'if-none-match': '"otra"' } })).status).toBe(200)
    },
  )

  it('a file that is not a picture is sent as a download', async () => {
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
  ])('%s is answered like an object that does not exist', async (_what, path) => {
    const answer = await get(path)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(missing)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('a row whose bytes are missing is answered like an object that does not exist, and is not cached', async () => {
    await app.sql`
      insert into storage.objects (bucket_id, name, mimetype, size, etag)
      values ('chat-media', 'profile-photos/x/perdida.webp', 'image/webp', 3, 'zzz')`
    const answer = await get('chat-media/profile-photos/x/perdida.webp')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(missing)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toBeNull()
  })

  it.each(['support-tickets', 'no-existe'])('the bucket %s has no public objects', async (bucket) => {
    const answer = await get(`${bucket}/profile-photos/1.webp`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      statusCode: '404',
      error: 'Bucket not found',
      message: 'Bucket not found',
      code: 'NoSuchBucket',
    })
  })

  const INVALID = { statusCode: '400', code: 'InvalidKey' }
  it.each([
    ['profile-photos/..%2F..%2F..%2Fsecrets.json', INVALID],
    ['profile-photos/%2e%2e/%2e%2e/secrets.json', {}],
    ['profile-photos/..%2Fine_6a1f0d1c_1.webp', INVALID],
    ['profile-photos/%00.webp', {}],
    ['profile-photos//1.webp', INVALID],
    ['profile-photos/', {}],
    ['profile-photos', {}],
    ['', {}],
    ['profile-photos/a%5C..%5Cb', INVALID],
  ])(
    'the address %j is refused with an error of storage, without a lookup where the key is invalid',
    async (path, error) => {
      const answer = await get(`chat-media/${path}`)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(await answer.json()).toMatchObject({
        statusCode: expect.any(String),
        message: expect.any(String),
        ...error,
      })
    },
  )

  it('a name that is too long for a file, or is not text, is refused', async () => {
    for (const path of [
      `profile-photos/${'a'.repeat(300)}`,
      `profile-photos/${'a/'.repeat(1500)}b`,
      'profile-photos/%ff',
    ]) {
      expect((await get(`chat-media/${path}`)).status).toBe(400)
    }
  })
})
