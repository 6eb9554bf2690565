import { beforeAll, describe, expect, test } from 'vitest'
import { preparedTexts } from '../../../src/protocol/rest/prepared.ts'
import { loadSchema } from '../../../src/protocol/rest/schema.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { addToSchema, closeGate, WAITING } from './extra-schema.ts'
import { problemOf, restRequest, signedIn } from './people.ts'

describe('a statement that runs too long', () => {
  // The start reads the schema within this limit too.
  const app = appForTests({ DATABASE_STATEMENT_MS: '3000' })
  beforeAll(() => addToSchema(app, WAITING))

  test('is cancelled, and its caller gets an error, also for our own functions, but not for migrations and clean-up', async () => {
    const { db } = app.services
    const ours = expect(db.sql`select pg_sleep(30)`).rejects.toMatchObject({ code: '57014' })
    const gate = await closeGate(app)
    try {
      const answer = await restRequest(app, '/rpc/espera', { method: 'POST', body: '{"quien":"x"}' })
      expect([answer.status, (await problemOf(answer)).code]).toEqual([408, '57014'])
      expect(await gate.blocked()).toBe(0)
    } finally {
      await gate.open()
    }
    await ours
    expect(await db.maintenance`show statement_timeout`).toEqual([{ statement_timeout: '0' }])
  })
})

describe('prepared statements', () => {
  const app = appForTests({ DATABASE_POOL: '2' })
  const person = beforeTests(() => signedIn(app, 'buscador'))
  beforeAll(async () => {
    await addToSchema(
      app,
      `create function public.preparadas() returns setof text language sql security definer
         as 'select statement from pg_prepared_statements'`,
    )
  })

  /** Of both connections, if a few calls are enough to use both. */
  const prepared = async () => {
    const lists = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const client = i % 2 === 0 ? app.client() : person.client
        return (await client.rpc('preparadas')).data as string[]
      }),
    )
    return { all: new Set(lists.flat()), most: Math.max(...lists.map(({ length }) => length)) }
  }

  test('do not grow with the shapes that callers choose', async () => {
    const before = (await prepared()).all
    for (let shape = 1; shape <= 10; shape++) {
      const conditions = Array(shape).fill('id=gt.0').join('&')
      for (let i = 0; i < 4; i++) {
        const token = i % 2 === 0 ? {} : { token: person.token }
        expect((await restRequest(app, `/oficios_disponibles?select=id&${conditions}`, token)).status).toBe(
          200,
        )
      }
    }
    const after = await prepared()
    expect([...after.all].filter((text) => text.includes('oficios_disponibles'))).toEqual([])
    expect(after.all.size).toBeLessThanOrEqual(before.size + 1)
  })

  test('are those that the screens send with the official client', async () => {
    const { client, id } = person
    const chat =
      'id, buscador_id, maestro_id, contexto, leido_buscador_hasta, leido_maestro_hasta, cerrado_en, pausado_en, bloqueado_en'
    const unread = { count: 'exact', head: true } as const
    const calls = () => [
      client.from('alcaldias_disponibles').select('id, nombre').eq('activo', true).order('nombre'),
      client.from('oficios_disponibles').select('id, nombre, icono').eq('activo', true).order('nombre'),
      client.from('profiles').select('role').eq('id', id).maybeSingle(),
      client.from('maestros').select('perfil_completo').eq('id', id).maybeSingle(),
      client
        .from('chats')
        .select(`${chat}, maestros(nombre, apellido, foto_perfil_url, en_pausa_hasta)`)
        .eq('id', id)
        .eq('buscador_id', id)
        .maybeSingle(),
      client
        .from('chats')
        .select(`${chat}, profiles(display_name)`)
        .eq('id', id)
        .eq('maestro_id', id)
        .maybeSingle(),
      client
        .from('accesos_contacto')
        .select('creado_en')
        .eq('buscador_id', id)
        .eq('maestro_id', id)
        .maybeSingle(),
      client.from('chats').select('id', unread).eq('buscador_id', id).gt('no_leidos_buscador', 0),
      client.from('chats').select('id', unread).eq('maestro_id', id).gt('no_leidos_maestro', 0),
      client.rpc('mark_messages_as_read', { p_chat_id: id, p_user_role: 'buscador', p_hasta: 1 }),
    ]
    for (const call of calls()) await call
    const wanted = preparedTexts(await loadSchema(app.sql))
    expect(wanted.size).toBe(calls().length)
    const { all, most } = await prepared()
    for (const text of wanted) expect(all, text).toContain(text)
    // In addition each connection has the statements that begin and end a transaction, and postgres.js' query
    // of the types.
    expect(most).toBeLessThanOrEqual(wanted.size + 6)
  })
})
