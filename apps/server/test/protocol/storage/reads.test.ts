import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holderIn, holderOf, signer } from '../../../src/platform/objects/signed.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { showPicture } from '../../setup/rows/chats.ts'
import { type MatrixPeople, makeMatrixPeople, type PersonName } from '../../setup/rows/people.ts'
import { blob, jpeg, SMALL } from '../../setup/rows/pictures.ts'

let app: TestApp
let fixture: MatrixPeople
let name: string
let selfie: string
const box = (who: PersonName = 'buscador', bucket = 'chat-media') => fixture.clients[who].storage.from(bucket)
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
  name = `${fixture.chats.propio}/1700000000001.jpg`
  selfie = `profile-photos/${fixture.people.maestro.id}/1700000000002.jpg`
  const photo = blob(await jpeg(900, 600))
  for (const one of [name, `${fixture.chats.propio}/1700000000003.jpg`]) {
    await box().upload(one, photo)
    await showPicture(app, { chat: fixture.chats.propio, author: fixture.people.buscador.id, name: one })
  }
  await box('maestro').upload(selfie, photo)
})
afterAll(() => app.close())

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
    const { data } = await box().createSignedUrl(name, 60, { download: 'recibo.jpg' })
    expect(await disposition(data?.signedUrl ?? '')).toBe("attachment; filename*=UTF-8''recibo.jpg")
    const { publicUrl } = box().getPublicUrl(selfie, { download: 'baño (1).jpg' }).data
    expect(await disposition(publicUrl)).toBe("attachment; filename*=UTF-8''ba%C3%B1o%20%281%29.jpg")
    expect(await disposition(box().getPublicUrl(selfie, { download: true }).data.publicUrl)).toBe(
      'attachment',
    )
  })
})

describe('the objects of a folder', () => {
  test('are listed in pages and in order, with the fields that the client expects', async () => {
    const folder = fixture.chats.propio
    const { data } = await box().list(folder)
    expect(data?.map((one) => one.name)).toEqual(['1.jpg', '1700000000001.jpg', '1700000000003.jpg'])
    expect(data?.[1]).toMatchObject({
      id: expect.any(String),
      created_at: expect.any(String),
      metadata: { mimetype: 'image/jpeg', size: expect.any(Number), cacheControl: 'max-age=3600' },
    })
    const page = await box('maestro').list(`${folder}/`, {
      limit: 1,
      offset: 1,
      search: '17',
      sortBy: { column: 'name', order: 'desc' },
    })
    expect(page.data?.map((one) => one.name)).toEqual(['1700000000001.jpg'])
    const first = await box().listV2({ prefix: `${folder}/17`, limit: 1 })
    expect(first.data).toMatchObject({ hasNext: true, folders: [], objects: [{ name }] })
    const second = await box().listV2({ prefix: `${folder}/17`, cursor: first.data?.nextCursor ?? '' })
    expect(second.data).toMatchObject({ hasNext: false, objects: [{ key: `${folder}/1700000000003.jpg` }] })
  })

  test('can be described one by one', async () => {
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

  test('are in buckets that only operators can see, and nobody can create', async () => {
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
