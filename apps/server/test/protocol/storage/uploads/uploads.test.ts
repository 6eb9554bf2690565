import { readdir } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sweep } from '../../../../src/protocol/storage/sweep.ts'
import { appForTests, beforeTests } from '../../../setup/app.ts'
import { showPicture } from '../../../setup/rows/chats.ts'
import { signIn, signOut, suspend } from '../../../setup/rows/maestros.ts'
import { type MatrixPeople, makeMatrixPeople, type PersonName } from '../../../setup/rows/people.ts'
import { animated, blob, bomb, flat, jpeg, redOf, SMALL, sideways } from '../../../setup/rows/pictures.ts'

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))
const photo = await jpeg()

const PATIENCE = { timeout: 30_000, interval: 20 }
let moment = 1_700_000_000_000
const inChat = (ext = 'jpg') => `${fixture.chats.propio}/${++moment}.${ext}`
const box = (who: PersonName = 'buscador', bucket = 'chat-media') => fixture.clients[who].storage.from(bucket)
const bytesOf = async (name: string, transform?: typeof SMALL) => {
  const { data, error } = await box().download(name, transform ? { transform } : undefined)
  if (error) throw error
  return Buffer.from(await data.arrayBuffer())
}
const rowOf = async (name: string) => {
  const [row] = await app.sql`select * from storage.objects where name = ${name}`
  return row
}
/** All files of the store. */
const files = async () => {
  const found = await readdir(join(app.services.config.DATA_DIR, 'objects'), {
    recursive: true,
    withFileTypes: true,
  })
  return found.filter((entry) => entry.isFile()).length
}
const leftovers = async () => (await app.sql`select key from storage.leftovers`).length

describe('an upload', () => {
  test('to the own chat, as a Blob, a File or bare bytes, can be read by both people of the chat [7.sto.01]', async () => {
    for (const body of [
      blob(photo),
      new File([new Uint8Array(photo)], 'foto.jpg'),
      photo,
      new Uint8Array(photo).buffer,
    ]) {
      const name = inChat()
      const contentType = body instanceof Blob ? {} : { contentType: 'image/jpeg' }
      const { data, error } = await box().upload(name, body, contentType)
      expect(error).toBeNull()
      expect(data).toEqual({ id: expect.any(String), path: name, fullPath: `chat-media/${name}` })
      await showPicture(app, { chat: fixture.chats.propio, author: fixture.people.buscador.id, name })
      for (const who of ['buscador', 'maestro'] as const) {
        const read = await box(who).download(name)
        expect([who, read.error, read.data?.type]).toEqual([who, null, 'image/jpeg'])
      }
      expect(await rowOf(name)).toMatchObject({
        owner: fixture.people.buscador.id,
        width: 60,
        height: 40,
        cache_control: 'max-age=3600',
      })
    }
    expect(await leftovers()).toBe(0)
  })

  test('of the INE and of the selfie are stored under their paths, and only the selfie has a public address [7.sto.02] [7.sto.03] [7.sto.04]', async () => {
    const { id } = fixture.people.maestro
    const ine = `ine_${id}_${++moment}.jpg`
    const selfie = `profile-photos/${id}/${++moment}.png`
    expect((await box('maestro').upload(ine, blob(photo), { cacheControl: '60' })).error).toBeNull()
    expect((await box('maestro').upload(selfie, await flat(9, 9).png().toBuffer())).error).toBeNull()
    const publicly = (name: string) => fetch(box().getPublicUrl(name).data.publicUrl)
    // A plain request: no key, no token, no cookie.
    const answer = await publicly(selfie)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height]).toEqual([9, 9])
    // The INE and the pictures of a chat have no public address (docs/decisions/verificacion.md).
    const inTheChat = inChat()
    expect((await box().upload(inTheChat, blob(photo))).error).toBeNull()
    for (const name of [ine, inTheChat]) expect((await publicly(name)).status).toBe(400)
    expect((await box('maestro').download(ine)).error).toBeNull()
    expect((await rowOf(ine))?.cache_control).toBe('max-age=60')
  })

  test('of a picture for a ticket is for its author only, in the own folder even if the name has none [7.sto.05]', async () => {
    const { id } = fixture.people.buscador
    for (const name of ['captura.png', `${id}/captura_2.png`]) {
      const tickets = box('buscador', 'support-tickets')
      expect((await tickets.upload(name, blob(photo))).error).toBeNull()
      const { data } = await tickets.createSignedUrl(name, 60)
      expect((await fetch(data?.signedUrl ?? '')).status).toBe(200)
      expect((await box('maestro', 'support-tickets').download(name)).error?.message).toBe('Object not found')
      // A file of another person with the same name is a different object.
      expect(
        (await box('maestro', 'support-tickets').upload('captura.png', blob(photo))).error?.message,
      ).toBe(name === 'captura.png' ? undefined : 'The resource already exists')
    }
    const listed = await box('buscador', 'support-tickets').list()
    expect(listed.data?.map(({ name }) => name)).toEqual(['1.jpg', 'captura.png', 'captura_2.png'])
  })

  test('never overwrites an object, with any option', async () => {
    const name = inChat()
    await box().upload(name, blob(photo))
    const other = blob(await jpeg(50, 50, 10))
    for (const { error } of [await box().upload(name, other), await box().update(name, other)]) {
      expect(error).toMatchObject({ message: 'The resource already exists', statusCode: '409' })
    }
    for (const { error } of [
      await box().upload(name, other, { upsert: true }),
      await box('maestro').upload(name, other, { upsert: true }),
    ]) {
      expect(error).toMatchObject({
        message: expect.stringMatching(/never overwritten/),
        statusCode: '409',
        code: 'NotSupported',
      })
    }
    expect((await box().update(inChat(), other)).error?.message).toBe('Object not found')
    expect((await box('otroBuscador').update(name, other)).error?.message).toBe('Object not found')
    expect(await redOf(await bytesOf(name))).toBeGreaterThan(190)
    expect((await box().upload(inChat(), other, { upsert: true })).error).toBeNull()
  })

  test('at the same time as others with the same name: one succeeds, the rest are refused, and its bytes are stored', async () => {
    const name = inChat()
    const before = await files()
    const reds = [20, 80, 140, 220]
    const bodies = await Promise.all(reds.map((red) => jpeg(40, 40, red)))
    const answers = await Promise.all(bodies.map((body) => box().upload(name, blob(body))))
    const won = answers.findIndex(({ error }) => error === null)
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(answers.flatMap(({ error }) => (error ? [error.message] : []))).toEqual(
      Array.from({ length: 3 }, () => 'The resource already exists'),
    )
    expect(Math.abs((await redOf(await bytesOf(name))) - (reds[won] ?? 0))).toBeLessThan(5)
    expect([await files(), await leftovers()]).toEqual([before + 2, 0])
  })

  test('whose bytes cannot be written leaves no row, and the sweep removes its leftovers', async () => {
    const { objects } = app.services
    const { write } = objects
    const before = await files()
    let writes = 0
    objects.write = async (path, bytes) => {
      if (++writes === 2) throw new Error('the disk is full')
      await write(path, bytes)
    }
    const name = inChat()
    const { error } = await box().upload(name, blob(photo))
    objects.write = write
    expect(error).toMatchObject({ status: 500 })
    expect(app.takeErrors()).toHaveLength(1)
    expect(await rowOf(name)).toBeUndefined()
    expect([await files(), await leftovers()]).toEqual([before + 1, 1])
    await sweep(app.services)
    expect(await files()).toBe(before + 1)
    await app.sql`update storage.leftovers set since = now() - interval '2 hours'`
    await sweep(app.services)
    expect([await files(), await leftovers()]).toEqual([before, 0])
  })

  test('can be signed for later, for one path and while the session is active', async () => {
    const person = await signIn(app, fixture.people.buscador.id)
    const mine = person.client.storage.from('chat-media')
    const name = inChat()
    const { data } = await mine.createSignedUploadUrl(name)
    const token = data?.token ?? ''
    expect((await box('anonimo').uploadToSignedUrl(inChat(), token, blob(photo))).error?.message).toMatch(
      /token/,
    )
    expect((await box('anonimo').uploadToSignedUrl(name, token, blob(photo))).error).toBeNull()
    expect(await rowOf(name)).toMatchObject({ owner: person.id })
    expect((await mine.createSignedUploadUrl(name)).error?.message).toBe('The resource already exists')
    expect((await box('otroBuscador').createSignedUploadUrl(inChat())).error?.message).toMatch(/row-level/)

    const late = inChat()
    const kept = await mine.createSignedUploadUrl(late)
    await signOut(app, person)
    const { error } = await box('anonimo').uploadToSignedUrl(late, kept.data?.token ?? '', blob(photo))
    expect(error?.message).toBe('La sesión terminó. Inicia sesión de nuevo.')
  })
})

test('uploads that never end are limited for each person, and end when their connection is closed', async () => {
  // Not a picture: an admitted upload is refused for that reason, and nothing is stored.
  const answer = async () => (await box('maestro').upload(inChat(), blob(Buffer.from('nada')))).error?.message
  const stalled: ClientRequest[] = []
  let refused = false
  const stall = () => {
    const upload = request(`${app.url}/storage/v1/object/chat-media/${inChat()}`, {
      method: 'POST',
      headers: {
        apikey: app.services.secrets.publishableKey,
        authorization: `Bearer ${fixture.people.maestro.token}`,
        'content-type': 'image/jpeg',
        'content-length': '1000',
      },
    })
    upload.on('error', () => {})
    upload.once('response', (response) => response.resume().once('end', () => (refused = true)))
    upload.write('x')
    stalled.push(upload)
  }
  // Only stalled uploads until one is refused: any other upload would use one of the places.
  await expect
    .poll(() => {
      if (!refused) stall()
      return refused
    }, PATIENCE)
    .toBe(true)
  expect(await answer()).toMatch(/^Se están subiendo/)
  // Other people are not affected.
  expect((await box('buscador').upload(inChat(), blob(photo))).error).toBeNull()
  for (const upload of stalled) upload.destroy()
  await expect.poll(answer, PATIENCE).toMatch(/mime type/)
})

describe('a picture', () => {
  test('is rotated upright, made no larger than needed, and loses its location', async () => {
    const name = inChat()
    const taken = await sideways(3000, 2000)
    expect((await sharp(taken).metadata()).exif).toBeDefined()
    expect((await box().upload(name, blob(taken))).error).toBeNull()
    const full = await bytesOf(name)
    const meta = await sharp(full).metadata()
    expect(meta).toMatchObject({ format: 'jpeg', width: 1067, height: 1600 })
    expect([meta.exif, meta.xmp, meta.iptc, meta.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(full.includes('Secret')).toBe(false)
    expect(await rowOf(name)).toMatchObject({ width: 1067, height: 1600, size: full.length })
    const mini = await bytesOf(name, SMALL)
    expect(await sharp(mini).metadata()).toMatchObject({ format: 'webp', width: 320, height: 480 })
  })

  test('with transparency keeps it, and a small one is not enlarged', async () => {
    const name = inChat('png')
    const { error } = await box().upload(name, await flat(20, 10, 200, 0.5).png().toBuffer())
    expect(error).toBeNull()
    const meta = await sharp(await bytesOf(name)).metadata()
    expect(meta).toMatchObject({ format: 'webp', hasAlpha: true, width: 20, height: 10 })
    expect((await rowOf(name))?.mimetype).toBe('image/webp')
  })

  test('that is animated becomes a still picture', async () => {
    const name = inChat('webp')
    const moving = await animated()
    expect((await sharp(moving).metadata()).pages).toBe(3)
    expect((await box().upload(name, blob(moving, 'image/webp'))).error).toBeNull()
    const still = await bytesOf(name)
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1)
    expect(await redOf(still)).toBeLessThan(20)
  })

  test('that contains another file loses the other file', async () => {
    const name = inChat()
    const two = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
    expect((await box().upload(name, blob(two))).error).toBeNull()
    expect((await bytesOf(name)).includes('<script>')).toBe(false)
  })

  const TYPE = { statusCode: '415', code: 'InvalidMimeType' }
  const LARGE = { statusCode: '413', code: 'EntityTooLarge' }
  const BROKEN = { statusCode: '422', code: 'InvalidImage' }
  const harm: [string, () => Buffer | Promise<Buffer>, object][] = [
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), TYPE],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), TYPE],
    ['a GIF', () => flat(9, 9).gif().toBuffer(), TYPE],
    ['a TIFF', () => flat(9, 9).tiff().toBuffer(), TYPE],
    ['nothing', () => Buffer.alloc(0), TYPE],
    ['a picture cut short', async () => (await jpeg(800, 800)).subarray(0, 3000), BROKEN],
    [
      'the beginning of one and rubbish',
      () => Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(500, 7)]),
      BROKEN,
    ],
    ['more pixels than anyone takes', () => bomb(30_000, 30_000), LARGE],
    ['a PNG without its pixels', () => bomb(300, 300), BROKEN],
    [
      'a byte too many',
      () => Buffer.concat([photo, Buffer.alloc(IMAGEN_MAX_BYTES + 1 - photo.length)]),
      LARGE,
    ],
    ['many bytes too many', () => Buffer.alloc(IMAGEN_MAX_BYTES * 3), LARGE],
  ]
  test.each(harm)('is not accepted: %s', async (_what, make, refusal) => {
    const bytes = await make()
    const name = inChat()
    const before = await files()
    for (const body of [blob(bytes), bytes]) {
      const { error } = await box().upload(name, body, { contentType: 'image/jpeg' })
      expect(error).toMatchObject(refusal)
    }
    expect(await rowOf(name)).toBeUndefined()
    expect([await files(), await leftovers()]).toEqual([before, 0])
  })
})

test('with an ended session or a suspended account nothing is allowed', async () => {
  const name = inChat()
  await box().upload(name, blob(photo))
  const acts = async (client: MatrixPeople['clients']['buscador'], says: RegExp) => {
    const mine = client.storage.from('chat-media')
    for (const { error } of [
      await mine.upload(inChat(), blob(photo)),
      await mine.download(name),
      await mine.createSignedUrl(name, 60),
      await mine.createSignedUrls([name], 60),
      await mine.list(fixture.chats.propio),
      await mine.remove([name]),
      await mine.info(name),
      await mine.createSignedUploadUrl(inChat()),
    ]) {
      expect(error?.message).toMatch(says)
      expect(error).toMatchObject({ statusCode: '403' })
    }
  }
  const ended = await signIn(app, fixture.people.buscador.id)
  await signOut(app, ended)
  await acts(ended.client, /La sesión terminó/)
  await suspend(app, fixture.people.buscador.id)
  const again = await signIn(app, fixture.people.buscador.id)
  await acts(again.client, /La cuenta está suspendida/)
})
