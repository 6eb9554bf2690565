import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { ISql } from 'postgres'
import { expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { published, whileOpen } from '../../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, makeResena } from '../../setup/rows/maestros.ts'
import { failure, makeOperator, operate, type TestOperator } from '../../setup/rows/operators.ts'

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))

const REASON = 'Insulta al maestro y no habla del trabajo.'
const because = () => ['--motivo', REASON, '--as', olga.email]

async function makePhotographed() {
  const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
  const id = await makeResena(app, { maestro: luis.id, buscador: ana.id, puntuacion: 1 })
  const names = [1, 2].map((n) => `review-photos/${ana.id}/${n}.jpg`)
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
    select 'chat-media', name, ${ana.id}, 'image/jpeg', 1, 'x', now() from unnest(${names}::text[]) name`
  await app.sql`
    insert into interno.fotos_de_resena (objeto, resena_id, orden)
    select name, ${id}, n from unnest(${names}::text[]) with ordinality f (name, n)`
  return { ana, luis, id, names }
}
const objectsOf = (owner: string) => app.sql`select name from storage.objects where owner = ${owner}`
const figuresOf = async (id: string) => {
  const [row] = await app.sql`select "cantidad_reseñas" as n from public.maestros where id = ${id}`
  return row?.n
}
const auditOf = (person: string) =>
  app.sql`select operador_id, acto, detalle ->> 'motivo' as motivo from interno.auditoria where sobre = ${person}`

test('reviews lists the reviews of a maestro with their ids and whole addresses of their photos', async () => {
  const { luis, id, names } = await makePhotographed()
  const { code, out } = await operate(app, 'reviews', luis.id)
  expect(code).toBe(0)
  expect(out).toContain(id)
  for (const name of names)
    expect(out).toContain(`    ${app.url}/storage/v1/object/public/chat-media/${name}`)
  expect(await operate(app, 'reviews', (await makeMaestro(app)).id)).toMatchObject({
    code: 0,
    out: textos.sinResenas,
  })
  expect(await operate(app, 'reviews', (await makeBuscador(app)).id)).toMatchObject(
    failure(textos.errores.maestro),
  )
})

test('remove-review removes it with its photos, counts again and writes the audit', async () => {
  const { ana, luis, id } = await makePhotographed()
  expect(await figuresOf(luis.id)).toBe(1)
  expect(await operate(app, 'remove-review', id, ...because())).toMatchObject({
    code: 0,
    out: textos.resenaRetirada,
  })
  expect(await figuresOf(luis.id)).toBe(0)
  expect(await objectsOf(ana.id)).toHaveLength(0)
  expect([...(await auditOf(ana.id))]).toEqual([
    { operador_id: olga.id, acto: 'retirar_resena', motivo: REASON },
  ])
  expect((await operate(app, 'audit', '--about', ana.id)).out).toContain(textos.actos.retirar_resena)
  expect(await operate(app, 'remove-review', id, ...because())).toMatchObject(failure(textos.errores.resena))
})

test('a removal is announced live to the author and the maestro; of a hidden review, to the author alone', async () => {
  const { ana, luis, id, names } = await makePhotographed()
  // Jobs of earlier removals.
  await app.runJobs()
  const announced = (...args: string[]) =>
    published(app, async () => {
      expect((await operate(app, ...args, ...because())).code).toBe(0)
      await app.runJobs()
    })
  const change = { table: 'resenas', type: 'UPDATE', readers: [ana.id, luis.id] }
  const ids = { id, buscador_id: ana.id, maestro_id: luis.id }
  const [photo] = names as [string]
  expect(await announced('remove-photo', photo)).toMatchObject([
    { ...change, record: { ...ids, oculta: false, puntuacion: 1 } },
  ])
  // Nothing of the text is left in the event.
  expect(await announced('remove-review', id)).toMatchObject([
    { ...change, record: { ...ids, oculta: true } },
  ])
  const hidden = await makePhotographed()
  await app.sql`update public.resenas set oculta = true where id = ${hidden.id}`
  expect(await announced('remove-review', hidden.id)).toMatchObject([{ readers: [hidden.ana.id] }])
})

test('remove-photo removes one photo by its address or its name, and the review stays', async () => {
  const { ana, luis, names } = await makePhotographed()
  const [one, two] = names as [string, string]
  const address = `https://example.com/storage/v1/object/public/chat-media/${one}?width=300`
  expect(await operate(app, 'remove-photo', address, ...because())).toMatchObject({
    code: 0,
    out: textos.fotoRetirada,
  })
  expect((await objectsOf(ana.id)).map(({ name }) => name)).toEqual([two])
  expect(await operate(app, 'remove-photo', two, ...because())).toMatchObject({ code: 0 })
  expect(await figuresOf(luis.id)).toBe(1)
  expect((await auditOf(ana.id)).map(({ acto }) => acto)).toEqual(['retirar_foto', 'retirar_foto'])
  expect(await operate(app, 'remove-photo', two, ...because())).toMatchObject(failure(textos.errores.foto))
})

test('no photo of a profile or a chat is removed this way, and nothing without a reason or an operator', async () => {
  const { ana, luis, id, names } = await makePhotographed()
  expect((await operate(app, 'remove-photo', `profile-photos/${luis.id}/1.webp`, ...because())).code).toBe(1)
  expect(await objectsOf(luis.id)).toHaveLength(2)
  for (const args of [
    ['remove-review', id, '--motivo', 'corto', '--as', olga.email],
    ['remove-photo', names[0] ?? '', '--motivo', REASON, '--as', 'nadie@example.com'],
  ]) {
    expect((await operate(app, ...args)).code).toBe(1)
  }
  expect((await operate(app, 'remove-review', 'x', ...because())).code).toBe(2)
  expect(await objectsOf(ana.id)).toHaveLength(2)
})

test('a photo that two operators remove at the same time is removed once, with one record of it', async () => {
  const { ana, names } = await makePhotographed()
  const [name] = names
  const remove = (sql: ISql, operator: TestOperator) =>
    sql<{ done: boolean }[]>`select interno.retirar_foto(${operator.id}, ${name!}, ${REASON}) as done`
  const { done } = await whileOpen(
    app,
    { before: (sql) => remove(sql, olga) },
    async () => await remove(app.services.db.sql, await makeOperator(app)),
  )
  expect(done[0]?.done).toBe(false)
  expect([...(await auditOf(ana.id))]).toEqual([
    { operador_id: olga.id, acto: 'retirar_foto', motivo: REASON },
  ])
})
