import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { snapshot, watchAnswers } from '../setup/leak-watch.ts'
import {
  type MatrixPeople,
  makeMatrixPeople,
  objectsOf,
  PEOPLE,
  type PersonName,
} from '../setup/rows/people.ts'
import { blob, jpeg, SMALL } from '../setup/rows/pictures.ts'

/**
 * Every kind of path and every act on it, for each person. A person without access gets exactly the same
 * answer as for an object that does not exist.
 */

let app: TestApp
let fixture: MatrixPeople
let photo: Blob
const watch = watchAnswers(() => fixture)
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
  // This person has no identity documents: anything that a list of the folder shows belongs to somebody else.
  await app.sql`delete from storage.objects where owner = ${fixture.people.otroMaestro.id}`
  photo = blob(await jpeg(9, 9))
})
afterAll(() => app.close())

interface Target {
  bucket: string
  name: string
  owner: string
  /** Another name of the same kind, for an upload. */
  free: string
  /** The same kind of path without an owner. */
  absent: string
  sent: boolean
}

let moment = 1_700_000_000_000
function targets(): Record<Kind, Target> {
  const { foto, ine, documento, chat, ticket } = objectsOf(fixture.people, fixture.chats)
  const file = `${++moment}.jpg`
  const nobody = randomUUID()
  const { maestro, buscador } = fixture.people
  const { propio } = fixture.chats
  type Stored = Pick<Target, 'bucket' | 'name' | 'owner'>
  const at = (stored: Stored, own: string, pathOf: (own: string) => string, sent = true): Target => ({
    ...stored,
    sent,
    free: pathOf(own),
    absent: pathOf(nobody),
  })
  const inFolder = (own: string) => `${own}/${file}`
  const acta = { bucket: 'chat-media', name: `documentos/${maestro.id}/acta_1.jpg`, owner: maestro.id }
  const otro = { bucket: 'chat-media', name: 'otra-carpeta/1.jpg', owner: buscador.id }
  return {
    foto: at(foto, maestro.id, (own) => `profile-photos/${own}/${file}`),
    ine: at(ine, maestro.id, (own) => `ine_${own}_${file}`),
    documento: at(documento, maestro.id, (own) => `documentos/${own}/comprobante_domicilio_${file}`),
    otroDocumento: at(acta, maestro.id, (own) => `documentos/${own}/acta_${file}`, false),
    chat: at(chat, propio, inFolder),
    sinEnviar: at({ ...chat, name: `${propio}/2.jpg` }, propio, inFolder, false),
    ticket: at(ticket, buscador.id, inFolder),
    otro: { ...at(otro, 'otra-carpeta', inFolder, false), absent: `ninguna-carpeta/${file}` },
  }
}

type Act = 'public' | 'read' | 'list' | 'upload' | 'remove'
const all: readonly PersonName[] = PEOPLE
const two: readonly PersonName[] = ['buscador', 'maestro']

const MATRIX = {
  foto: { public: all, read: all, list: ['maestro'], upload: ['maestro'], remove: [] },
  ine: { public: [], read: ['maestro'], list: ['maestro'], upload: ['maestro'], remove: [] },
  documento: { public: [], read: ['maestro'], list: ['maestro'], upload: ['maestro'], remove: [] },
  // A name in the folder of documents that is none of the known kinds.
  otroDocumento: { public: [], read: [], list: ['maestro'], upload: [], remove: [] },
  chat: { public: [], read: two, list: two, upload: two, remove: [] },
  sinEnviar: { public: [], read: ['buscador'], list: two, upload: two, remove: ['buscador'] },
  ticket: {
    public: [],
    read: ['buscador'],
    list: ['buscador'],
    upload: ['buscador'],
    remove: ['buscador'],
  },
  otro: { public: [], read: [], list: [], upload: [], remove: [] },
} as const satisfies Record<string, Record<Act, readonly PersonName[]>>

type Kind = keyof typeof MATRIX

interface Done {
  ok: boolean
  /** The answer, without the requested name. */
  said: unknown
}

type Files = ReturnType<typeof box>

/** Each call of the official client, for the given name. */
const CALLS: Record<string, [act: Act, call: (files: Files, name: string) => Promise<Done>]> = {
  getPublicUrl: [
    'public',
    async (files, name) => {
      const answer = await fetch(files.getPublicUrl(name).data.publicUrl)
      return { ok: answer.status === 200, said: answer.status === 200 ? null : await answer.json() }
    },
  ],
  download: ['read', async (files, name) => done(await files.download(name))],
  'download, small': ['read', async (files, name) => done(await files.download(name, { transform: SMALL }))],
  info: ['read', async (files, name) => done(await files.info(name))],
  createSignedUrl: ['read', async (files, name) => done(await files.createSignedUrl(name, 60))],
  createSignedUrls: [
    'read',
    async (files, name) => {
      const { data } = await files.createSignedUrls([name], 60)
      return { ok: data?.[0]?.error === null, said: data?.[0]?.error }
    },
  ],
  list: [
    'list',
    async (files, name) => {
      const { data } = await files.list(name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '')
      return { ok: (data?.length ?? 0) > 0, said: data }
    },
  ],
  listV2: [
    'list',
    async (files, name) => {
      const { data } = await files.listV2({ prefix: name.slice(0, name.lastIndexOf('/') + 1) })
      return { ok: (data?.objects.length ?? 0) > 0, said: data }
    },
  ],
  upload: ['upload', async (files, name) => done(await files.upload(name, photo, { upsert: true }))],
  createSignedUploadUrl: ['upload', async (files, name) => done(await files.createSignedUploadUrl(name))],
  remove: [
    'remove',
    async (files, name) => {
      const { data } = await files.remove([name])
      return { ok: (data?.length ?? 0) > 0, said: data }
    },
  ],
}

const box = (who: PersonName, bucket: string) => fixture.clients[who].storage.from(bucket)
const done = ({ error }: { error: { message: string } | null }): Done => ({
  ok: error === null,
  said: error && [error.message, 'statusCode' in error && error.statusCode],
})

/** Restores the object as the fixture describes it, after any attempt. */
async function put({ bucket, name, owner, sent }: Target): Promise<void> {
  const bytes = Buffer.from('bytes de alguien')
  await app.services.objects.write(`${bucket}/${name}`, bytes)
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
    values (${bucket}, ${name}, ${owner}, 'image/jpeg', ${bytes.length}, 'x', ${sent ? null : new Date()})
    on conflict (bucket_id, name) do nothing`
}

describe.each(Object.keys(CALLS))('%s', (name) => {
  const [act, call] = CALLS[name]!

  // The folder of a chat and an upload to it are the same for sent and unsent pictures.
  const kinds = (Object.keys(MATRIX) as Kind[]).filter(
    (kind) => kind !== 'sinEnviar' || act === 'remove' || act === 'read',
  )
  test.each(kinds)('of the kind %s', async (kind) => {
    const allowed: readonly PersonName[] = MATRIX[kind][act]
    const target = targets()[kind]
    await put(target)
    const before = await snapshot(app)
    for (const who of PEOPLE.filter((who) => !allowed.includes(who))) {
      const files = box(who, target.bucket)
      const { ok, said } = await call(files, act === 'upload' ? target.free : target.name)
      expect({ who, ok }).toEqual({ who, ok: false })
      const nothing = await call(files, target.absent)
      expect({ who, ...nothing }).toEqual({ who, ok: false, said })
    }
    expect(await snapshot(app)).toEqual(before)
    for (const who of allowed) {
      const { ok } = await call(
        box(who, target.bucket),
        act === 'upload' ? targets()[kind].free : target.name,
      )
      expect({ who, ok }).toEqual({ who, ok: true })
    }
  })
})

describe('an overwrite', () => {
  beforeAll(() => Promise.all(Object.values(targets()).map(put)))

  test.each(Object.keys(MATRIX) as Kind[])(
    'of the kind %s is refused for all, and only a person who may see the object gets the reason',
    async (kind) => {
      const before = await snapshot(app)
      for (const who of PEOPLE) {
        const { bucket, name } = targets()[kind]
        const readers: readonly PersonName[] = MATRIX[kind].read
        const uploaders: readonly PersonName[] = MATRIX[kind].upload
        expect((await box(who, bucket).update(name, photo)).error?.message).toBe(
          readers.includes(who) ? 'The resource already exists' : 'Object not found',
        )
        expect((await box(who, bucket).upload(name, photo, { upsert: true })).error?.message).toBe(
          uploaders.includes(who)
            ? 'The feature upsert is not enabled for this resource: the object exists and is never overwritten'
            : 'new row violates row-level security policy',
        )
        expect((await box(who, bucket).move(name, `${name}.bak`)).error).not.toBeNull()
        expect((await box(who, bucket).copy(name, `${name}.bak`)).error).not.toBeNull()
      }
      expect(await snapshot(app)).toEqual(before)
    },
  )
})

test('every bucket has a kind of object in this matrix', async () => {
  const rows = await app.sql<{ id: string }[]>`select id from storage.buckets`
  expect(new Set(rows.map(({ id }) => id))).toEqual(
    new Set(Object.values(targets()).map(({ bucket }) => bucket)),
  )
})

test('a maestro who has just begun uploads the documents of onboarding; a seeker cannot upload any', async () => {
  for (const [who, ok] of [
    ['nuevo', true],
    ['buscador', false],
  ] as const) {
    const { id } = fixture.people[who]
    for (const name of [`ine_${id}_${++moment}.png`, `profile-photos/${id}/${++moment}.png`]) {
      expect([who, (await box(who, 'chat-media').upload(name, photo)).error === null]).toEqual([who, ok])
    }
  }
})

test('a path that is only similar to one’s own belongs to nobody', async () => {
  const { propio } = fixture.chats
  const { id } = fixture.people.maestro
  const before = await snapshot(app)
  for (const name of [
    `${propio}/foto.jpg`,
    `${propio}/1`,
    `${propio}/1.jpg/2.jpg`,
    `${propio}/a/1.jpg`,
    `${propio.toUpperCase()}/1.jpg`,
    `x${propio}/1.jpg`,
    `${id}/1.jpg`,
    `ine_${id}_1`,
    `ine_${id}_1.jpg/2.jpg`,
    `ine_${id}_${id}_1.jpg`,
    `otro/ine_${id}_1.jpg`,
    `profile-photos/${id}`,
    `profile-photos/${id}/foto.jpg`,
    `profile-photos/${id}/a/1.jpg`,
    `profile-photos/1.jpg`,
    `support-tickets/${id}/1.jpg`,
  ]) {
    const { error } = await box('maestro', 'chat-media').upload(name, photo)
    expect([name, error?.message]).toEqual([name, expect.stringMatching(/row-level security|Invalid key/)])
  }
  for (const name of [
    `${id}/a/b.jpg`,
    `${fixture.people.buscador.id}/1.jpg`,
    `${id}/${'a'.repeat(130)}`,
    'ñ.jpg',
  ]) {
    const { error } = await box('maestro', 'support-tickets').upload(name, photo)
    expect([name, error?.message]).toEqual([name, 'new row violates row-level security policy'])
  }
  expect((await box('maestro', 'no-hay').upload(`${propio}/1.jpg`, photo)).error?.message).toBe(
    'Bucket not found',
  )
  expect(await snapshot(app)).toEqual(before)
})

test('no answer in this file contained data that its receiver may not know', () => {
  expect(watch.count()).toBeGreaterThan(300)
  watch.check()
})
