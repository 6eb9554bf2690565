import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Sql } from '../../src/platform/db/pool.ts'
import type { Who } from './input.ts'

/**
 * The people and the chat that inputs name. Their ids are fixed, so that an input has the same meaning in
 * every run.
 */

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const IDS = {
  seeker: id(1),
  maestro: id(2),
  otherSeeker: id(3),
  otherMaestro: id(4),
  chat: id(11),
  otherChat: id(12),
  absent: id(99),
} as const

export const KEYS = {
  JWT_SECRET: 'only for fuzzing on this machine, never elsewhere',
  PUBLISHABLE_KEY: 'sb_publishable_only_for_fuzzing_on_this_machine',
  SECRET_KEY: 'sb_secret_only_for_fuzzing_on_this_machine_____',
}

export interface World {
  headers(who: Who): Record<string, string>
  token(who: Who): string
  /**
   * Restores what inputs have removed (the secret key may delete anything) and gives every person an active
   * session.
   */
  repair(): Promise<void>
}

const GARBAGE = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuYWRpZSJ9.AAAA'
const PEOPLE = ['seeker', 'maestro', 'otherSeeker', 'otherMaestro'] as const

export async function makeWorld(sql: Sql): Promise<World> {
  const tokens = new Map<Who, string>()
  const catalogs = await Promise.all(CATALOGS.map((table) => rowsOf(sql, table)))
  const repair = async () => {
    for (const [i, table] of CATALOGS.entries()) await restore(sql, table, catalogs[i] ?? '[]')
    if (!(await isWhole(sql))) await create(sql)
    for (const who of ['seeker', 'maestro'] as const) tokens.set(who, await signIn(sql, IDS[who]))
  }
  await repair()
  const token = (who: Who) => {
    if (who === 'anon') return KEYS.PUBLISHABLE_KEY
    if (who === 'secret') return KEYS.SECRET_KEY
    return tokens.get(who) ?? (who === 'garbage' ? GARBAGE : '')
  }
  return {
    token,
    repair,
    headers: (who) =>
      who === 'nobody'
        ? {}
        : {
            apikey: who === 'secret' ? KEYS.SECRET_KEY : KEYS.PUBLISHABLE_KEY,
            authorization: `Bearer ${token(who)}`,
          },
  }
}

const CATALOGS = ['alcaldias_disponibles', 'oficios_disponibles']

async function rowsOf(sql: Sql, table: string): Promise<string> {
  const [row] = await sql<{ rows: string }[]>`
    select coalesce(json_agg(t order by t::text), '[]')::text as rows from ${sql(`public.${table}`)} t`
  return row?.rows ?? '[]'
}

/** Without triggers and foreign keys, because the rows that refer to a catalogue may be missing too. */
async function restore(sql: Sql, table: string, rows: string): Promise<void> {
  if ((await rowsOf(sql, table)) === rows) return
  const name = sql(`public.${table}`)
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from ${name}`
    await tx`
      insert into ${name} overriding system value
      select * from json_populate_recordset(null::${name}, ${rows}::text::json)`
  })
}

async function isWhole(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ whole: boolean }[]>`
    select (select count(*) from public.profiles
            where id = any (${PEOPLE.map((who) => IDS[who])}::uuid[]) and suspendido_en is null) = 4
       and (select count(*) from public.chats where id in (${IDS.chat}, ${IDS.otherChat})) = 2 as whole`
  return row?.whole ?? false
}

async function create(sql: Sql): Promise<void> {
  const people = PEOPLE.map((who) => IDS[who])
  const chats = sql`
    select id from public.chats where buscador_id = any (${people}::uuid[]) or maestro_id = any (${people}::uuid[])`
  await sql`delete from public.mensajes where chat_id in (${chats}) or autor_id = any (${people}::uuid[])`
  for (const table of ['chats', 'accesos_contacto', 'vistas_perfil', 'resenas']) {
    await sql`
      delete from ${sql(`public.${table}`)}
      where buscador_id = any (${people}::uuid[]) or maestro_id = any (${people}::uuid[])`
  }
  await sql`delete from public.tickets where usuario_id = any (${people}::uuid[])`
  await sql`delete from public.profiles where id = any (${people}::uuid[])`
  await sql`delete from auth.users where id = any (${people}::uuid[])`
  for (const who of PEOPLE) {
    const role = who.toLowerCase().includes('maestro') ? 'maestro' : 'buscador'
    const metadata = { role, nombre: 'Ana', apellido: 'Ruiz', terminos_aceptados: true }
    await sql`
      insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
      values (${IDS[who]}, ${`${who.toLowerCase()}@fuzz.example`}, 'x', now(), ${JSON.stringify(metadata)}::text::jsonb)`
    if (role === 'maestro') {
      await sql`insert into public.maestros (id, nombre, apellido) values (${IDS[who]}, 'Ana', 'Ruiz')`
      await sql`insert into public.maestro_oficios (maestro_id, oficio) values (${IDS[who]}, 'Plomería')`
    }
  }
  for (const [chat, seeker, maestro] of [
    [IDS.chat, IDS.seeker, IDS.maestro],
    [IDS.otherChat, IDS.otherSeeker, IDS.otherMaestro],
  ] as const) {
    await sql`insert into public.chats (id, buscador_id, maestro_id) values (${chat}, ${seeker}, ${maestro})`
    await sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido)
      select ${chat}, ${seeker}, 'texto', 'Mensaje número ' || i from generate_series(1, 60) i`
  }
}

/** Creates a session by SQL, because earlier inputs may have signed the person out. */
async function signIn(sql: Sql, person: string): Promise<string> {
  const session = randomUUID()
  await sql`delete from auth.sessions where user_id = ${person}`
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${person})`
  return new SignJWT({ sub: person, session_id: session, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('24h')
    .sign(new TextEncoder().encode(KEYS.JWT_SECRET))
}
