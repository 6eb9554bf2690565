import { createHmac } from 'node:crypto'
import type { Sql } from '../../apps/server/src/platform/db/pool.ts'

/**
 * Seekers with an active session each, and their chats with maestros of the directory. They are removed at
 * the end.
 */

export interface Person {
  id: string
  token: string
}
export interface Pair {
  chatId: string
  seeker: Person
  maestro: Person
}

export const JWT_SECRET = 'only for measuring on this machine, never elsewhere'
const HOURS = 12

export async function makeSeekers(sql: Sql, count: number): Promise<Person[]> {
  await dropSeekers(sql)
  const rows = await sql<{ id: string; session: string }[]>`
    with people as (
      insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
      select 'charla' || i || '@bench.example', '-', now(),
        '{"role": "buscador", "nombre": "Ana", "apellido": "Ruiz", "terminos_aceptados": true}'
      from generate_series(1, ${count}) i
      returning id
    )
    insert into auth.sessions (user_id) select id from people returning user_id as id, id as session`
  return rows.map(signed)
}

/** Pairs each seeker with a different maestro. */
export async function pairUp(sql: Sql, seekers: readonly Person[]): Promise<Pair[]> {
  const ids = seekers.map(({ id }) => id)
  const rows = await sql<{ chat_id: string; buscador_id: string; id: string; session: string }[]>`
    with pairs as (
      select b.id as buscador_id, m.id as maestro_id
      from unnest(${ids}::uuid[]) with ordinality b (id, n)
      join (select id, row_number() over (order by id) as n from public.maestros) m using (n)
    ), talks as (
      insert into public.chats (buscador_id, maestro_id) select buscador_id, maestro_id from pairs
      returning id, buscador_id, maestro_id
    ), entered as (
      insert into auth.sessions (user_id) select maestro_id from pairs returning id, user_id
    )
    select t.id as chat_id, t.buscador_id, t.maestro_id as id, e.id as session
    from talks t join entered e on e.user_id = t.maestro_id`
  const seekerOf = new Map(seekers.map((seeker) => [seeker.id, seeker]))
  return rows.flatMap(({ chat_id, buscador_id, ...maestro }) => {
    const seeker = seekerOf.get(buscador_id)
    return seeker ? [{ chatId: chat_id, seeker, maestro: signed(maestro) }] : []
  })
}

/** Creates chats of one seeker with that many maestros, each with a message. */
export async function fillInbox(sql: Sql, seeker: Person, chats: number): Promise<void> {
  await sql`
    with talks as (
      insert into public.chats (buscador_id, maestro_id)
      select ${seeker.id}, id from public.maestros order by id limit ${chats}
      returning id, maestro_id
    )
    insert into public.mensajes (chat_id, autor_id, tipo, contenido)
    select id, maestro_id, 'texto', 'Buenas tardes, ¿en qué le puedo ayudar?' from talks`
}

/** A conversation of that many messages, in turns. */
export async function fillConversation(sql: Sql, { chatId, seeker, maestro }: Pair, messages: number) {
  await sql.begin(async (tx) => {
    // Filling is not part of the measurement, so the chat's counters are not updated.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido, creado_en)
      select ${chatId}, (array[${seeker.id}, ${maestro.id}]::uuid[])[1 + i % 2], 'texto',
        'Mensaje número ' || i || ' de una conversación larga', now() - make_interval(secs => ${messages} - i)
      from generate_series(1, ${messages}) i`
  })
  await sql`analyze public.mensajes`
}

export async function dropSeekers(sql: Sql): Promise<void> {
  const seekers = sql`select id from auth.users where email like 'charla%@bench.example'`
  await sql`
    delete from public.mensajes where chat_id in (select id from public.chats where buscador_id in (${seekers}))`
  await sql`delete from public.resenas where buscador_id in (${seekers})`
  await sql`delete from public.accesos_contacto where buscador_id in (${seekers})`
  await sql`delete from interno.reportes where reportante_id in (${seekers})`
  await sql`delete from public.chats where buscador_id in (${seekers})`
  await sql`delete from auth.users where email like 'charla%@bench.example'`
  await sql`delete from auth.sessions`
}

function signed({ id, session }: { id: string; session: string }): Person {
  const exp = Math.floor(Date.now() / 1000) + HOURS * 3600
  const claims = { sub: id, session_id: session, role: 'authenticated', aud: 'authenticated', exp }
  const body = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encoded).join('.')
  return { id, token: `${body}.${createHmac('sha256', JWT_SECRET).update(body).digest('base64url')}` }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
