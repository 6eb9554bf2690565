import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { holderIn, holderOf, signer } from '../../../src/platform/objects/signed.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { showPicture } from '../../setup/rows/chats.ts'
import { makeMatrixPeople, type PersonName } from '../../setup/rows/people.ts'
import { blob, jpeg, SMALL } from '../../setup/rows/pictures.ts'

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))
let name: string
let selfie: string
const box = (who: PersonName = 'buscador', bucket = 'chat-media') => fixture.clients[who].storage.from(bucket)
beforeAll(async () => {
  name = `${fixture.chats.propio}/1700000000001.jpg`
  selfie = `profile-photos/${fixture.people.maestro.id}/1700000000002.jpg`
  const photo = blob(await jpeg(900, 600))
  for (const one of [name, `${fixture.chats.propio}/1700000000003.jpg`]) {
    await box().upload(one, photo)
    await showPicture(app, { chat: fixture.chats.propio, author: fixture.people.buscador.id, name: one })
  }
  await box('maestro').upload(selfie, photo)
})

const sizeOf = async (answer: Response) =>
  (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width

describe('signed addresses', () => {
  const minted = () => signer(app.services.secrets)

  test('give access to their object without a key, to anyone who has them, until they expire', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { data } = await box('maestro').createSignedUrl(name, 600)
    const url = data?.signedUrl ?? ''
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d{1,3}$/)
    expect(await sizeOf(answer)).toBe(900)

    const token = new URL(url).searchParams.get('token') ?? ''
    const { session, signature } = holderIn(token)
    const grant = { act: 'read', bucket: 'chat-media', name, holder: session && holderOf(session) } as const
    const expires = minted().check(grant, signature) ?? 0
    expect(expires - before).toBeGreaterThanOrEqual(600)
    expect(expires).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 600)
    const late = await fetch(url.replace(signature, minted().token(grant, before - 1)))
    expect(late.status).toBe(400)
    expect(await late.json()).toMatchObject({ code: 'InvalidJWT' })
  })

  test('give no other access: no other object, size or act, and no other expiry', async () => {
    const { data } = await box().createSignedUrl(name, 600)
    const url = data?.signedUrl ?? ''
    const token = new URL(url).searchParams.get('token') ?? ''
    const [person, session, end = '', seal] = token.split('.')
    const longer = [person, session, (Number.parseInt(end, 36) + 9).toString(36), seal].join('.')
    for (const other of [
      url.replace('1700000000001', '1700000000003'),
      url.replace('object/sign', 'render/image/sign'),
      url.replace(token, longer),
      url.replace(token, ''),
      url.replace(token, `${token}x`),
      url.replace(token, fixture.people.buscador.token),
    ]) {
      expect(other).not.toBe(url)
      expect((await fetch(other)).status).toBe(400)
    }
    expect((await box().uploadToSignedUrl(name, token, blob(await jpeg()))).error?.message).toMatch(/token/)
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    const asSession = { apikey: app.services.secrets.publishableKey, authorization: `Bearer ${token}` }
    expect((await fetch(`${app.url}/rest/v1/profiles`, { headers: asSession })).status).toBe(401)
  })

  test('are created many at once, only for objects that the caller may read', async () => {
    const paths = [name, 'no-hay/1.jpg', `ine_${fixture.people.maestro.id}_1.jpg`, '../x']
    const { data } = await box().createSignedUrls(paths, 60)
    const none = 'Either the object does not exist or you do not have access to it'
    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      [name, null],
      ...paths.slice(1).map((path) => [path, none]),
    ])
    expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200)
  })

  test('that the server creates for a page stay the same for an hour, last as long as requested, and show the small picture', async () => {
    let now = 1_000_000 * 3600 + 10
    const { sign, check } = signer(app.services.secrets, () => now)
    const first = sign('chat-media', name, 3600, undefined)
    now += 3000
    expect(sign('chat-media', name, 3600, undefined)).toBe(first)
    const token = first.split('token=')[1] ?? ''
    expect(check({ act: 'read', bucket: 'chat-media', name }, token)).toBeGreaterThanOrEqual(now + 600)
    now += 3600
    expect(sign('chat-media', name, 3600, undefined)).not.toBe(first)

    const full = await fetch(app.url + minted().sign('chat-media', name, 3600, undefined))
    expect(full.headers.get('cache-control')).toMatch(/^private, max-age=3[56]\d{2}$/)
    expect(await sizeOf(full)).toBe(900)
    const mini = await fetch(app.url + minted().sign('chat-media', name, 3600, undefined, 'mini'))
    expect(mini.headers.get('content-type')).toBe('image/webp')
    expect(await sizeOf(mini)).toBe(480)
  })
})

test('an address that is asked for lasts at most a day, for people and for operators', async () => {
  const day = 24 * 60 * 60
  for (const client of [fixture.clients.buscador, app.client(app.services.secrets.secretKey)]) {
    const box = client.storage.from('chat-media')
    const { data } = await box.createSignedUrl(name, day)
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(200)
    const refused = {
      statusCode: '400',
      code: 'InvalidRequest',
      message: expect.stringContaining('expiresIn must be at most 86400 seconds'),
    }
    expect((await box.createSignedUrl(name, day + 1)).error).toMatchObject(refused)
    expect((await box.createSignedUrls([name], day + 1)).error).toMatchObject(refused)
  }
})

describe('the small version', () => {
  test("is returned by the only supported transform: public, signed or with the caller's rights", async () => {
    const widths = async (url: string) => sizeOf(await fetch(url))
    expect(await widths(box().getPublicUrl(selfie, { transform: SMALL }).data.publicUrl)).toBe(480)
    const { data: signed } = await box().createSignedUrl(name, 60, { transform: SMALL })
    expect(await widths(signed?.signedUrl ?? '')).toBe(480)
    const { data } = await box('maestro').download(name, { transform: SMALL })
    expect([data?.type, data?.size]).toEqual(['image/webp', expect.any(Number)])
    expect((await box('otroMaestro').download(name, { transform: SMALL })).error?.message).toBe(
      'Object not found',
    )
    // An object that was not uploaded has no small version: the whole one is returned.
    const old = await fetch(
      box().getPublicUrl(`profile-photos/${fixture.people.maestro.id}/1.jpg`, { transform: SMALL }).data
        .publicUrl,
    )
    expect(await old.text()).toBe('bytes de foto')
  })
})

describe('an answer', () => {
  test('is not sent again to a client that has it, and the two sizes have different ETags', async () => {
    const whole = box().getPublicUrl(selfie).data.publicUrl
    const small = box().getPublicUrl(selfie, { transform: SMALL }).data.publicUrl
    const [a, b] = await Promise.all(
      [whole, small].map(async (url) => (await fetch(url)).headers.get('etag')),
    )
    expect(a).not.toBe(b)
    const again = (url: string, etag: string) => fetch(url, { headers: { 'if-none-match': etag } })
    expect((await again(whole, a ?? '')).status).toBe(304)
    expect((await again(small, b ?? '')).status).toBe(304)
    expect((await again(small, a ?? '')).status).toBe(200)
  })

  test('to a signed-in person is revalidated each time, because another person may use the browser next', async () => {
    const answer = await fetch(`${app.url}/storage/v1/object/chat-media/${name}`, {
      headers: {
        apikey: app.services.secrets.publishableKey,
        authorization: `Bearer ${fixture.people.buscador.token}`,
      },
    })
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('is saved under the requested name', async () => {
    const disposition = async (url: string) => (await fetch(url)).headers.get('content-disposition')
    const download = 'recibo.jpg'
    const one = (await box().createSignedUrl(name, 60, { download })).data?.signedUrl
    const many = (await box().createSignedUrls([name], 60, { download })).data?.[0]?.signedUrl
    for (const url of [one, many])
      expect(await disposition(url ?? '')).toBe("attachment; filename*=UTF-8''recibo.jpg")
    const { publicUrl } = box().getPublicUrl(selfie, { download: 'baño (1).jpg' }).data
    expect(await disposition(publicUrl)).toBe("attachment; filename*=UTF-8''ba%C3%B1o%20%281%29.jpg")
    expect(await disposition(box().getPublicUrl(selfie, { download: true }).data.publicUrl)).toBe(
      'attachment',
    )
  })
})

describe('an object', () => {
  test('can be described', async () => {
    const { data } = await box().info(name)
    expect(data).toMatchObject({
      name,
      bucketId: 'chat-media',
      contentType: 'image/jpeg',
      size: expect.any(Number),
    })
    expect((await box().exists(name)).data).toBe(true)
    expect((await box('otroBuscador').exists(name)).data).toBe(false)
  })

  test('is in a bucket that only operators can see, and nobody can create', async () => {
    for (const { storage } of [fixture.clients.anonimo, fixture.clients.maestro]) {
      expect((await storage.listBuckets()).data).toEqual([])
      expect((await storage.getBucket('chat-media')).error?.message).toBe('Bucket not found')
      expect((await storage.createBucket('mia')).error?.message).toMatch(/row-level security/)
      expect((await storage.emptyBucket('chat-media')).error?.message).toBe('Bucket not found')
      expect((await storage.deleteBucket('chat-media')).error?.message).toBe('Bucket not found')
    }
  })
})

test('an operator with the secret key reads and lists everything, in order to check documents', async () => {
  const operator = app.client(app.services.secrets.secretKey).storage.from('chat-media')
  const ine = `ine_${fixture.people.maestro.id}_1.jpg`
  expect(await (await operator.download(ine)).data?.text()).toBe('bytes de ine')
  expect((await operator.list()).data?.map((one) => one.name)).toContain(ine)
})

test('without a key, or with an invalid token, only public and signed addresses work', async () => {
  const request = (path: string, init?: RequestInit) => fetch(`${app.url}/storage/v1/${path}`, init)
  for (const path of [`object/chat-media/${name}`, `object/info/chat-media/${name}`, 'bucket', 'bucket/x']) {
    const answer = await request(path)
    expect([path, answer.status]).toEqual([path, 400])
    expect(await answer.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
  }
  const bad = await request(`object/chat-media/${name}`, {
    headers: { apikey: app.services.secrets.publishableKey, authorization: 'Bearer x.y.z' },
  })
  expect(await bad.json()).toMatchObject({ statusCode: '403', message: 'Invalid Compact JWS' })
})

test("a range of an object's bytes is returned, and a range outside of it is refused", async () => {
  const { publicUrl } = box().getPublicUrl(selfie).data
  const answer = await fetch(publicUrl)
  const etag = answer.headers.get('etag') ?? ''
  const whole = Buffer.from(await answer.arrayBuffer())
  const request = async (range: string, more: Record<string, string> = {}) => {
    const answer = await fetch(publicUrl, { headers: { range, ...more } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, range: answer.headers.get('content-range'), bytes }
  }
  const size = whole.length
  expect(await request('bytes=10-19')).toEqual({
    status: 206,
    range: `bytes 10-19/${size}`,
    bytes: whole.subarray(10, 20),
  })
  expect(await request('bytes=-5')).toMatchObject({ status: 206, bytes: whole.subarray(size - 5) })
  expect(await request(`bytes=${size - 3}-`)).toMatchObject({ status: 206, bytes: whole.subarray(size - 3) })
  expect(await request('bytes=0-999999999')).toMatchObject({ status: 206, bytes: whole })
  expect(await request('bytes=0-1', { 'if-range': etag })).toMatchObject({ status: 206 })
  expect(await request('bytes=0-1', { 'if-range': '"otra"' })).toMatchObject({ status: 200, bytes: whole })
  // A server may answer these with the whole object.
  for (const range of ['bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'nada']) {
    expect(await request(range)).toMatchObject({ status: 200, bytes: whole })
  }
  for (const range of [`bytes=${size}-`, 'bytes=9-3', 'bytes=-0']) {
    const { status, bytes } = await request(range)
    expect([range, status]).toEqual([range, 400])
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'InvalidRange', error: 'invalid_range' })
  }
})

test('a read that fails has no headers of the object, so that no cache keeps it', async () => {
  const read = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(box().getPublicUrl(selfie).data.publicUrl, { headers })
    await answer.arrayBuffer()
    const [cache, ...ofObject] = ['cache-control', 'etag', 'content-disposition', 'accept-ranges'].map(
      (name) => answer.headers.get(name),
    )
    return { status: answer.status, cache, ofObject }
  }
  const failed = (status: number) => ({ status, cache: 'no-store', ofObject: [null, null, null] })
  expect(await read()).toEqual({
    status: 200,
    cache: expect.stringMatching(/^public, max-age=/),
    ofObject: [expect.any(String), 'inline', 'bytes'],
  })
  for (const range of ['bytes=9-3', 'bytes=999999999-']) expect(await read({ range })).toEqual(failed(400))
  const { objects } = app.services
  const { read: readBytes } = objects
  objects.read = () => Promise.reject(new Error('the store is away'))
  try {
    expect(await read()).toEqual(failed(500))
    objects.read = async () => undefined
    expect(await read()).toEqual(failed(400))
  } finally {
    objects.read = readBytes
  }
  expect(app.takeErrors()).toHaveLength(1)
})
