import { EVENTOS } from '@maestros/dominio/eventos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makeBuscador, makeMaestro } from '../../setup/rows/maestros.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const eventsOf = async (who: string) =>
  (
    await app.sql<{ tipo: string; sobre: string | null; datos: unknown }[]>`
      select tipo, sobre, datos from interno.eventos where quien = ${who} order by id`
  ).map(({ tipo, sobre, datos }) => ({ tipo, sobre, datos }))

test('the kinds of events in the rules and in the table are the same', async () => {
  const [check] = await app.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'eventos_tipo_check'`
  const kinds = [...(check?.text ?? '').matchAll(/'(\w+)'::text/g)].map(([, kind]) => kind)
  expect(kinds.sort()).toEqual([...EVENTOS].sort())
})

test('accounts, completed profiles, chats and contact accesses are recorded, each once', async () => {
  const maestro = await makeMaestro(app)
  const buscador = await makeBuscador(app)
  const [chat] = await app.sql<{ id: string }[]>`
    insert into public.chats (buscador_id, maestro_id, contexto)
    values (${buscador.id}, ${maestro.id}, '{"alcaldia": "Coyoacán", "servicio": "Plomería"}') returning id`
  await app.sql`
    insert into public.accesos_contacto (buscador_id, maestro_id, motivo)
    values (${buscador.id}, ${maestro.id}, 'urgencia')`
  await app.sql`update public.maestros set descripcion = descripcion where id = ${maestro.id}`
  expect(await eventsOf(maestro.id)).toEqual([
    { tipo: 'cuenta_creada', sobre: null, datos: { role: 'maestro' } },
    { tipo: 'perfil_completado', sobre: null, datos: {} },
  ])
  expect(await eventsOf(buscador.id)).toEqual([
    { tipo: 'cuenta_creada', sobre: null, datos: { role: 'buscador' } },
    { tipo: 'chat_iniciado', sobre: maestro.id, datos: { chat_id: chat?.id } },
    { tipo: 'contacto_accedido', sobre: maestro.id, datos: { motivo: 'urgencia' } },
  ])
})

test('an event of a transaction that is rolled back is not recorded', async () => {
  const buscador = await makeBuscador(app)
  const maestro = await makeMaestro(app)
  const undone = app.sql.begin(async (tx) => {
    await tx`insert into public.accesos_contacto (buscador_id, maestro_id, motivo)
      values (${buscador.id}, ${maestro.id}, 'urgencia')`
    throw new Error('deshacer')
  })
  await expect(undone).rejects.toThrow('deshacer')
  expect((await eventsOf(buscador.id)).map(({ tipo }) => tipo)).toEqual(['cuenta_creada'])
})

test('events cannot be changed or deleted, also not by the owner, and remain when the account is deleted', async () => {
  const { id } = await makeBuscador(app)
  const refused = /Events are only appended/
  await expect(app.sql`update interno.eventos set datos = '{}'`).rejects.toThrow(refused)
  await expect(app.sql`delete from interno.eventos`).rejects.toThrow(refused)
  await expect(app.sql`truncate interno.eventos`).rejects.toThrow(refused)
  await app.sql`delete from auth.users where id = ${id}`
  expect(await eventsOf(id)).toHaveLength(1)
})
