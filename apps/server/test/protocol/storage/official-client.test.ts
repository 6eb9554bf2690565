import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { makeMatrixPeople, objectsOf } from '../../setup/rows/people.ts'
import { blob, jpeg, SMALL } from '../../setup/rows/pictures.ts'

/** Every method and option of the official storage client either works or is refused with a clear error. */

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))
const photo = await jpeg(900, 600)
let mine: ReturnType<SupabaseClient['storage']['from']>
let selfies: typeof mine
let selfie: string
beforeAll(async () => {
  mine = fixture.clients.buscador.storage.from('chat-media')
  selfies = fixture.clients.maestro.storage.from('chat-media')
  selfie = `profile-photos/${fixture.people.maestro.id}/1700000000000.jpg`
  await selfies.upload(selfie, blob(photo))
})

let moment = 1_700_000_000_000
const free = () => `${fixture.chats.propio}/${++moment}.jpg`
const uploaded = async () => {
  const name = free()
  const { error } = await mine.upload(name, blob(photo))
  if (error) throw error
  return name
}
const NO_ERROR = { error: null }
const unsupported = (feature: string) => ({
  data: null,
  error: {
    statusCode: '409',
    code: 'NotSupported',
    message: expect.stringContaining(`The feature ${feature} is not enabled for this resource`),
  },
})
const invalid = (option: string) => ({
  error: { statusCode: '400', code: 'InvalidRequest', message: expect.stringContaining(option) },
})
const operator = () => app.client(app.services.secrets.secretKey).storage

describe('upload', () => {
  test('accepts a Blob, a FormData, a Buffer and a stream', async () => {
    const form = new FormData()
    form.append('foto', blob(photo), 'foto.jpg')
    const stream = new Blob([new Uint8Array(photo)]).stream()
    for (const body of [blob(photo), form, photo, stream]) {
      const contentType = 'image/jpeg'
      expect(await mine.upload(free(), body, { contentType, cacheControl: '60' })).toMatchObject(NO_ERROR)
    }
    const rows =
      await app.sql`select distinct cache_control from storage.objects where size > 100 and owner = ${fixture.people.buscador.id}`
    expect(rows).toEqual([{ cache_control: 'max-age=60' }])
  })

  test('refuses more bytes than the bucket allows, with and without their length', async () => {
    const large = Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)])
    const stream = new Blob([new Uint8Array(large)]).stream()
    for (const body of [blob(large), large, stream]) {
      const { error } = await mine.upload(free(), body, { contentType: 'image/jpeg' })
      expect(error).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' })
    }
  })

  test.each(['metadata', 'contentEncoding'])('refuses %s, because it would be ignored', async (option) => {
    const value = option === 'metadata' ? { telefono: '5512345678' } : 'gzip'
    for (const body of [blob(photo), photo]) {
      expect(await mine.upload(free(), body, { [option]: value })).toMatchObject(unsupported(option))
    }
  })

  test('refuses a cacheControl that is not a number of seconds', async () => {
    for (const body of [blob(photo), photo]) {
      expect(await mine.upload(free(), body, { cacheControl: 'siempre' })).toMatchObject(
        invalid('cacheControl'),
      )
    }
  })
})

test('createSignedUploadUrl and uploadToSignedUrl upload once, with or without upsert', async () => {
  for (const upsert of [false, true]) {
    const name = free()
    const { data, error } = await mine.createSignedUploadUrl(name, { upsert })
    expect(error).toBeNull()
    const token = data?.token ?? ''
    expect(await mine.uploadToSignedUrl(name, token, blob(photo), { upsert })).toMatchObject(NO_ERROR)
    expect((await mine.uploadToSignedUrl(name, token, blob(photo), { upsert })).error).toMatchObject({
      statusCode: '409',
      message: expect.stringMatching(upsert ? /never overwritten/ : /already exists/),
    })
    expect((await mine.createSignedUploadUrl(name, { upsert })).error).not.toBeNull()
    const metadata = { a: 1 }
    const other = await mine.createSignedUploadUrl(free())
    expect(
      await mine.uploadToSignedUrl(other.data?.path ?? '', other.data?.token ?? '', photo, { metadata }),
    ).toMatchObject(unsupported('metadata'))
  }
})

test('update, move, copy and purgeCache are refused', async () => {
  const name = await uploaded()
  expect(await mine.update(name, blob(photo))).toMatchObject({
    error: { statusCode: '409', message: 'The resource already exists' },
  })
  expect(await mine.move(name, free())).toMatchObject(unsupported('move'))
  expect(await mine.copy(name, free())).toMatchObject(unsupported('copy'))
  expect(await mine.purgeCache(name)).toMatchObject(unsupported('purgeCache'))
})

describe('download', () => {
  test('returns the whole picture, as a Blob and as a stream', async () => {
    const name = await uploaded()
    expect((await mine.download(name)).data?.type).toBe('image/jpeg')
    const { data } = await mine.download(name).asStream()
    const size = (await new Response(data).arrayBuffer()).byteLength
    expect(size).toBe((await mine.download(name)).data?.size)
  })

  test('with the only supported transform returns the small picture, and refuses every other', async () => {
    const name = await uploaded()
    const { data } = await mine.download(name, { transform: SMALL })
    const small = await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).metadata()
    expect(small).toMatchObject({ format: 'webp', width: 480, height: 320 })
    for (const transform of [
      { width: 50 },
      { height: 480 },
      { width: 480, height: 480 },
      { ...SMALL, resize: 'cover' as const },
      { ...SMALL, quality: 50 },
      { ...SMALL, format: 'origin' as const },
      { quality: 90 },
      { width: 2000, height: 2000 },
    ]) {
      expect(await mine.download(name, { transform })).toMatchObject(unsupported('transform'))
      expect(await mine.createSignedUrl(name, 60, { transform })).toMatchObject(unsupported('transform'))
      const { publicUrl } = selfies.getPublicUrl(selfie, { transform }).data
      expect(await (await fetch(publicUrl)).json()).toMatchObject({ code: 'NotSupported' })
    }
    expect(await mine.download(name, { transform: { width: -5 } })).toMatchObject(invalid('width'))
  })

  test('of a version is refused, because versions are not stored', async () => {
    const name = await uploaded()
    const versionId = '1'
    expect(await mine.download(name, { versionId })).toMatchObject(unsupported('versioning'))
    expect(await mine.info(name, { versionId })).toMatchObject(unsupported('versioning'))
    expect(await mine.createSignedUrl(name, 60, { versionId })).toMatchObject(unsupported('versioning'))
    expect(await mine.remove([{ path: name, versionId }])).toMatchObject(unsupported('versioning'))
    const { publicUrl } = selfies.getPublicUrl(selfie, { versionId }).data
    expect((await fetch(publicUrl)).status).toBe(400)
  })
})

describe('list and listV2', () => {
  test('respect limit, offset, cursor, search and sortBy', async () => {
    const chats = fixture.clients.otroMaestro.storage.from('chat-media')
    const folder = fixture.chats.ajeno
    for (const n of [21, 22, 31]) await chats.upload(`${folder}/${n}.jpg`, blob(photo))
    const names = async (options: object) => (await chats.list(folder, options)).data?.map(({ name }) => name)
    expect(await names({})).toEqual(['21.jpg', '22.jpg', '31.jpg'])
    expect((await chats.list(`${folder}/`)).data?.[0]).toMatchObject({
      id: expect.any(String),
      created_at: expect.any(String),
      metadata: { mimetype: 'image/jpeg', size: expect.any(Number), cacheControl: 'max-age=3600' },
    })
    expect(await names({ limit: 1, offset: 1 })).toEqual(['22.jpg'])
    expect(await names({ search: '2' })).toEqual(['21.jpg', '22.jpg'])
    expect(await names({ sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      '31.jpg',
      '22.jpg',
      '21.jpg',
    ])
    const first = await chats.listV2({
      prefix: `${folder}/`,
      limit: 2,
      sortBy: { column: 'name', order: 'desc' },
    })
    expect(first.data?.objects.map(({ key }) => key)).toEqual([`${folder}/31.jpg`, `${folder}/22.jpg`])
    const cursor = first.data?.nextCursor ?? ''
    const next = await chats.listV2({
      prefix: `${folder}/`,
      cursor,
      sortBy: { column: 'name', order: 'desc' },
    })
    expect(next.data).toMatchObject({ hasNext: false, objects: [{ name: `${folder}/21.jpg` }] })
  })

  test('refuse unknown options', async () => {
    const folder = fixture.chats.propio
    expect(await mine.list(folder, { sortBy: { column: 'size' } })).toMatchObject(invalid('column'))
    expect(await mine.list(folder, { limit: 0 })).toMatchObject(invalid('limit'))
    expect(await mine.list(folder, { exactMatch: true })).toMatchObject(invalid('exactMatch'))
    expect(await mine.list(folder, { noncurrentVersions: 'only' })).toMatchObject(
      invalid('noncurrentVersions'),
    )
    expect(await mine.listV2({ prefix: folder, deleteMarkers: 'include' })).toMatchObject(
      invalid('deleteMarkers'),
    )
    expect(await mine.listV2({ prefix: folder, cursor: 'nada' })).toMatchObject(invalid('cursor'))
    expect(await mine.list('/'.repeat(3000))).toMatchObject(invalid('prefix'))
  })

  test('show folders to an operator, who may list them', async () => {
    const box = operator().from('support-tickets')
    const { id } = fixture.people.buscador
    const { ticket } = objectsOf(fixture.people, fixture.chats)
    expect((await box.list()).data).toMatchObject([{ name: id, id: null, metadata: null }])
    expect((await box.list('', { search: 'zz' })).data).toEqual([])
    expect((await box.list(id)).data).toMatchObject([{ name: '1.jpg' }])
    expect((await box.listV2({ with_delimiter: true })).data).toMatchObject({
      folders: [{ key: `${id}/` }],
      objects: [],
    })
    expect((await box.listV2({})).data).toMatchObject({ folders: [], objects: [{ key: ticket.name }] })
  })
})

describe('buckets', () => {
  test('are listed for the secret key with the options of the client', async () => {
    const { data } = await operator().listBuckets()
    expect(data).toMatchObject([
      { id: 'chat-media', name: 'chat-media', public: false, type: 'STANDARD', file_size_limit: 5_242_880 },
      { id: 'support-tickets', created_at: expect.any(String) },
    ])
    const ids = async (options: object) => (await operator().listBuckets(options)).data?.map(({ id }) => id)
    expect(await ids({ sortColumn: 'id', sortOrder: 'desc' })).toEqual(['support-tickets', 'chat-media'])
    expect(await ids({ limit: 1, offset: 1 })).toEqual(['support-tickets'])
    expect(await ids({ search: 'chat' })).toEqual(['chat-media'])
    expect(await operator().listBuckets({ limit: 0 })).toMatchObject(invalid('limit'))
    expect((await operator().getBucket('chat-media')).data).toMatchObject(data?.[0] ?? {})
    expect((await operator().getBucket('no-hay')).error?.message).toBe('Bucket not found')
  })

  test('cannot be created or changed by anyone', async () => {
    const storage = operator()
    expect(await storage.createBucket('mia')).toMatchObject(unsupported('createBucket'))
    expect(await storage.updateBucket('chat-media', { public: true })).toMatchObject(
      unsupported('updateBucket'),
    )
    expect(await storage.emptyBucket('chat-media')).toMatchObject(unsupported('emptyBucket'))
    expect(await storage.deleteBucket('chat-media')).toMatchObject(unsupported('deleteBucket'))
    expect(await storage.getBucketLifecycle('chat-media')).toMatchObject(unsupported('lifecycle'))
    expect(await storage.purgeBucketCache('chat-media')).toMatchObject(unsupported('purgeCache'))
  })
})

test('an upload with the secret key is refused with the reason', async () => {
  const files = operator().from('chat-media')
  const name = `${fixture.chats.propio}/1700000000999.jpg`
  for (const { error } of [await files.upload(name, blob(photo)), await files.createSignedUploadUrl(name)]) {
    expect(error).toMatchObject({
      message:
        'The feature upload with the secret key is not enabled for this resource: an object belongs to the person who uploads it',
    })
  }
})
