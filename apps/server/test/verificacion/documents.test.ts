import { fichaRechazada } from '@maestros/dominio/seguridad/textos-de-rechazo'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '../../src/protocol/storage/sweep.ts'
import { appForTests } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { startChat, whileOpen } from '../setup/rows/chats.ts'
import { addressOf, documentNames, makeDocuments, unusedSinceOf } from '../setup/rows/documents.ts'
import { makeBuscador, makeMaestro, makePerson, type TestPerson } from '../setup/rows/maestros.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'

/** The photo and the identity document of a profile must be objects of that maestro in our storage. */

const app = appForTests()
let photo: Blob
beforeAll(async () => {
  photo = blob(await jpeg())
})

let moment = 1_700_000_000_000
const box = (client: SupabaseClient) => client.storage.from('chat-media')

/** Uploads both documents as the onboarding screen does, and returns the names of their objects. */
async function upload({ client, id }: TestPerson) {
  const names = documentNames(id, `${++moment}.jpg`)
  for (const name of Object.values(names)) expect((await box(client).upload(name, photo)).error).toBeNull()
  return names
}

const write = (person: TestPerson, row: object) =>
  person.client.from('maestros').upsert({ id: person.id, nombre: 'Julia', apellido: 'Méndez', ...row })

const stored = async ({ id }: TestPerson) =>
  (await app.sql`select foto_perfil_url, ine_url, perfil_completo from public.maestros where id = ${id}`)[0]

const unusedSince = unusedSinceOf(app)

describe('a profile without documents of its own', () => {
  test('is refused when the document or the photo is not an object of the maestro, each with its own sentence', async () => {
    const person = await makePerson(app, 'maestro')
    const other = await makeMaestro(app)
    const mine = await upload(person)
    const theirs = documentNames(other.id, '1.webp')
    const foreign = [
      'nada',
      'https://example.com/foto.jpg',
      'https://example.com/chat-media/x.jpg',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      '//example.com/foto.jpg',
      '/favicon.svg',
      `${addressOf(mine.foto)}/../../otra.jpg`,
      documentNames(person.id, '999.jpg').foto,
      documentNames(person.id, '999.jpg').ine,
    ]
    for (const value of [...foreign, theirs.foto, addressOf(theirs.foto), mine.ine]) {
      const { error, status } = await write(person, { foto_perfil_url: value })
      expect([value, status, error]).toMatchObject([
        value,
        422,
        { code: 'PT422', message: fichaRechazada.foto, details: 'foto_perfil_url' },
      ])
    }
    for (const value of [...foreign, theirs.ine, addressOf(theirs.ine), mine.foto]) {
      const { error, status } = await write(person, { ine_url: value })
      expect([value, status, error]).toMatchObject([
        value,
        422,
        { code: 'PT422', message: fichaRechazada.ine, details: 'ine_url' },
      ])
    }
    expect(await stored(person)).toBeUndefined()
  })

  test('is refused when the object has the right name but another owner', async () => {
    const [person, other] = [await makePerson(app, 'maestro'), await makePerson(app, 'maestro')]
    for (const [n, owner] of [other.id, null].entries()) {
      const { foto, ine } = documentNames(person.id, `${n}.jpg`)
      await app.sql`
        insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
        select 'chat-media', name, ${owner}, 'image/jpeg', 1, 'x' from unnest(${[foto, ine]}::text[]) name`
      expect((await write(person, { foto_perfil_url: foto })).error?.message).toBe(fichaRechazada.foto)
      expect((await write(person, { ine_url: ine })).error?.message).toBe(fichaRechazada.ine)
    }
  })

  test('is refused by the database too, for any writer', async () => {
    const { id } = await makeMaestro(app)
    const service = app.client(app.services.secrets.secretKey)
    for (const column of ['ine_url', 'foto_perfil_url']) {
      const { error } = await service
        .from('maestros')
        .update({ [column]: 'https://example.com/x.jpg' })
        .eq('id', id)
      expect(error?.code).toBe('PT422')
      await expect(
        app.sql`update public.maestros set ${app.sql(column)} = 'nada' where id = ${id}`,
      ).rejects.toMatchObject({ code: 'PT422' })
    }
  })
})

describe('documents that the maestro uploaded', () => {
  test('are accepted by name, by public address of any origin and by site-relative address, and stored in one form', async () => {
    const person = await makePerson(app, 'maestro')
    const { foto, ine } = await upload(person)
    const publicUrl = (name: string) => box(person.client).getPublicUrl(name).data.publicUrl
    const forms = [
      (name: string) => name,
      publicUrl,
      (name: string) => publicUrl(name).replace(app.url, 'https://maestros.example'),
      addressOf,
      (name: string) => `${addressOf(name)}?t=1`,
    ]
    for (const form of forms) {
      expect((await write(person, { foto_perfil_url: form(foto), ine_url: form(ine) })).error).toBeNull()
      expect(await stored(person)).toMatchObject({
        foto_perfil_url: addressOf(foto),
        ine_url: addressOf(ine),
      })
    }
  })

  test('stay verified when the same document is written in another form', async () => {
    const maestro = await makeMaestro(app, { ineVerificado: true })
    const { foto, ine } = documentNames(maestro.id, '1.webp')
    const addressFor = (name: string) => box(maestro.client).getPublicUrl(name).data.publicUrl
    const change = { foto_perfil_url: addressFor(foto), ine_url: addressFor(ine) }
    expect((await maestro.client.from('maestros').update(change).eq('id', maestro.id)).error).toBeNull()
    const [row] = await app.sql`select ine_verificado from public.maestros where id = ${maestro.id}`
    expect(row).toEqual({ ine_verificado: true })
  })

  test('are kept by the sweep while the profile shows them, and removed a day after they were replaced', async () => {
    const person = await makePerson(app, 'maestro')
    const [first, second] = [await upload(person), await upload(person)]
    await write(person, { foto_perfil_url: first.foto, ine_url: first.ine })
    expect([await unusedSince(first.foto), await unusedSince(first.ine)]).toEqual([null, null])
    await write(person, { foto_perfil_url: second.foto, ine_url: second.ine })
    expect([await unusedSince(second.foto), await unusedSince(second.ine)]).toEqual([null, null])
    await app.sql`update storage.objects set unused_since = unused_since - interval '25 hours'`
    await sweep(app.services)
    const left = await app.sql<
      { name: string }[]
    >`select name from storage.objects where owner = ${person.id}`
    expect(new Set(left.map(({ name }) => name))).toEqual(new Set([second.foto, second.ine]))
  })

  test('cannot be removed by the maestro while the profile shows them', async () => {
    const person = await makePerson(app, 'maestro')
    const [shown, unused] = [await upload(person), await upload(person)]
    await write(person, { foto_perfil_url: shown.foto, ine_url: shown.ine })
    const { data } = await box(person.client).remove([shown.foto, shown.ine, unused.foto])
    expect(data?.map(({ name }) => name)).toEqual([unused.foto])
    expect(await stored(person)).toMatchObject({ foto_perfil_url: addressOf(shown.foto) })
  })

  test('are refused when their object is removed while the profile is being written', async () => {
    const person = await makePerson(app, 'maestro')
    const { foto } = await upload(person)
    const { done } = await whileOpen(
      app,
      { before: (sql) => sql`delete from storage.objects where name = ${foto}` },
      async () => write(person, { foto_perfil_url: foto }),
    )
    expect(done.error?.code).toBe('PT422')
  })

  test('are not removed when the profile was written while the removal waited', async () => {
    const person = await makePerson(app, 'maestro')
    const { foto } = await upload(person)
    await write(person, {})
    const { done } = await whileOpen(
      app,
      { before: (sql) => sql`update public.maestros set foto_perfil_url = ${foto} where id = ${person.id}` },
      async () => box(person.client).remove([foto]),
    )
    expect(done.data).toEqual([])
    expect(await stored(person)).toMatchObject({ foto_perfil_url: addressOf(foto) })
  })

  test('make the profile incomplete when an operator removes them, except for a verified document', async () => {
    const operator = box(app.client(app.services.secrets.secretKey))
    const remove = async (kind: 'foto' | 'ine', ineVerificado: boolean) => {
      const maestro = await makeMaestro(app, { ineVerificado })
      expect((await operator.remove([documentNames(maestro.id, '1.webp')[kind]])).data).toHaveLength(1)
      return stored(maestro)
    }
    expect(await remove('foto', true)).toMatchObject({ foto_perfil_url: null, perfil_completo: false })
    expect(await remove('ine', false)).toMatchObject({ ine_url: null, perfil_completo: false })
    expect(await remove('ine', true)).toMatchObject({ perfil_completo: true })
  })
})

test('an address of another site in the table is shown nowhere', async () => {
  const ana = await makeBuscador(app)
  const maestro = await makeMaestro(app, { oficios: ['Mudanzas'], alcaldias: ['Tláhuac'] })
  const chat = await startChat(ana.client, maestro.id)
  const own = (await makeDocuments(app, maestro.id)).foto_perfil_url
  const shown = async () => {
    const { data } = await ana.client
      .from('chats')
      .select('maestros(foto_perfil_url)')
      .eq('id', chat)
      .single()
    const texts = [
      (await search(ana.client, { alcaldia: 'Tláhuac', oficio: 'Mudanzas' })).text,
      (await call(ana.client, `maestro-profile/${maestro.id}`)).text,
      (await call(ana.client, 'get-chats', { body: {} })).text,
      JSON.stringify(data),
    ]
    return texts.map((text) => /"foto_perfil_url":("[^"]*"|null)/.exec(text)?.[1])
  }
  expect(await shown()).toEqual(Array.from({ length: 4 }, () => `"${own}"`))
  // Without this trigger, as if the row had been written before the trigger existed.
  await app.sql`alter table public.maestros disable trigger maestros_check_own_pictures`
  for (const url of [
    'https://example.com/foto.jpg',
    '//example.com/foto.jpg',
    'data:image/png;base64,AAAA',
  ]) {
    await app.sql`update public.maestros set foto_perfil_url = ${url} where id = ${maestro.id}`
    expect(await shown()).toEqual(['null', 'null', 'null', 'null'])
  }
  await app.sql`alter table public.maestros enable trigger maestros_check_own_pictures`
})
