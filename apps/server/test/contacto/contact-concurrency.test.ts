import type { ISql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { askFor, makePair, whileOpen } from '../setup/rows/chats.ts'
import { requestContact } from '../setup/rows/contact.ts'
import { makeMaestro, makeSeekers, suspend, type TestPerson } from '../setup/rows/maestros.ts'

const UNLOCKERS = 200

/** Enough connections for many transactions at the same time. */
const app = appForTests({ DATABASE_POOL: '20' })

describe('200 seekers who unlock one maestro at once', () => {
  test('all get the phone; no deadlock reaches anybody, and every count is right', async () => {
    const luis = await makeMaestro(app)
    const seekers = await makeSeekers(app, UNLOCKERS)
    await startChats(luis.id, seekers.slice(0, UNLOCKERS / 2))
    // Other calls that lock the same rows run at the same time.
    const meanwhile = Promise.all([
      ...seekers
        .slice(0, 40)
        .map(({ id, client }) =>
          call(client, 'track-profile-view', { body: { maestro_id: luis.id, buscador_id: id } }),
        ),
      ...seekers.slice(-40).map(({ client }) => call(client, 'chat-initiate', { body: askFor(luis.id) })),
      ...Array.from({ length: 10 }, () => luis.client.rpc('update_maestro_stats')),
    ])
    const answers = await Promise.all(seekers.map(({ client }) => requestContact(client, luis.id)))
    for (const { status } of await meanwhile) expect(status).toBeLessThan(300)
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
    for (const { text } of answers) expect(text).toContain(luis.telefono)

    const [counts] = await app.sql`
      select (select count(*)::int from public.chats where maestro_id = ${luis.id}) as chats,
        (select count(*)::int from public.accesos_contacto where maestro_id = ${luis.id}) as accesos,
        (select count(*)::int from public.mensajes m join public.chats c on c.id = m.chat_id
          where c.maestro_id = ${luis.id} and m.tipo = 'contacto') as avisos,
        (select sum(no_leidos_maestro)::int from public.chats where maestro_id = ${luis.id}) as sin_leer,
        (select sum(contactos)::int from interno.cifras_diarias where maestro_id = ${luis.id}) as contactos,
        (select sum(visitas)::int from interno.cifras_diarias where maestro_id = ${luis.id}) as visitas,
        (select contactos_ultimos_30_dias from public.maestro_stats where maestro_id = ${luis.id}) as total,
        (select count(*)::int from interno.eventos
          where sobre = ${luis.id} and tipo = 'contacto_accedido') as eventos`
    expect(counts).toEqual({
      chats: UNLOCKERS,
      accesos: UNLOCKERS,
      avisos: UNLOCKERS,
      sin_leer: UNLOCKERS,
      contactos: UNLOCKERS,
      visitas: 40,
      total: UNLOCKERS,
      eventos: UNLOCKERS,
    })
  }, 120_000)

  test('a suspension at the same time causes no deadlock', async () => {
    const luis = await makeMaestro(app)
    const seekers = await makeSeekers(app, 60)
    await startChats(luis.id, seekers.slice(0, 30))
    const unlocks = Promise.all(seekers.map(({ client }) => requestContact(client, luis.id)))
    await suspend(app, luis.id)
    const statuses = (await unlocks).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
    const [row] = await app.sql`
      select (select count(*)::int from public.accesos_contacto where maestro_id = ${luis.id}) as accesos,
        (select count(*)::int from public.chats where maestro_id = ${luis.id} and pausado_en is null) as abiertos`
    expect(row).toEqual({ accesos: statuses.filter((status) => status === 200).length, abiertos: 0 })
  })
})

describe('a seeker whose account is suspended or closed while the contact is being unlocked', () => {
  const ways = [
    {
      how: 'suspended',
      end: (sql: ISql, { id }: TestPerson) =>
        sql`update public.profiles set suspendido_en = now() where id = ${id}`,
      status: 403,
    },
    {
      how: 'closed',
      end: (sql: ISql, { id, sessionId }: TestPerson) =>
        sql`select interno.cerrar_cuenta(${id}, ${sessionId}, 30, 60)`,
      status: 401,
    },
  ]

  test.each(ways)('and $how gets no phone, and the maestro gets no notice', async ({ end, status }) => {
    const { ana, luis, chat } = await makePair(app)
    const { done } = await whileOpen(app, { before: (sql) => end(sql, ana) }, () =>
      requestContact(ana.client, luis.id),
    )
    expect(done.status).toBe(status)
    expect(done.text).not.toContain(luis.telefono)
    expect(await app.sql`select from public.accesos_contacto where buscador_id = ${ana.id}`).toHaveLength(0)
    expect(await app.sql`select from public.mensajes where chat_id = ${chat}`).toHaveLength(0)
  })

  test.each(ways)('and $how gets no phone that was unlocked before', async ({ end, status }) => {
    const { ana, luis } = await makePair(app)
    expect((await requestContact(ana.client, luis.id)).status).toBe(200)
    const { done } = await whileOpen(app, { before: (sql) => end(sql, ana) }, () =>
      requestContact(ana.client, luis.id),
    )
    expect(done.status).toBe(status)
    expect(done.text).not.toContain(luis.telefono)
  })
})

const startChats = (maestro: string, seekers: readonly { id: string }[]) => app.sql`
  insert into public.chats (buscador_id, maestro_id)
  select id, ${maestro} from unnest(${seekers.map(({ id }) => id)}::uuid[]) id`
