import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../../setup/database.ts'

/** Who may execute which function, and what the secret key may do. A function that is not listed is for the owner only. */

let db: Awaited<ReturnType<typeof makeDatabase>>
beforeAll(async () => {
  db = await makeDatabase('migrated')
})
afterAll(() => db.drop())

const SCHEMAS = ['auth', 'graphile_worker', 'interno', 'public', 'storage']

/** Called by policies, by triggers that run with the caller's rights, or by the opening of every request. */
const anon = [
  'auth.jwt()',
  'auth.open_request(p_role text, p_claims text)',
  'auth.role()',
  'auth.session_lives(p_session uuid, p_user uuid)',
  'auth.uid()',
  'interno.es_operador(p_user uuid)',
  'interno.esta_suspendido(p_user uuid)',
]
const service_role = [
  ...anon,
  'interno.antes_de_guardar_maestro()',
  'interno.en_blanco(p_texto text)',
  'interno.esta_completo(m maestros)',
  'interno.nivel_de_reputacion(p_verificada boolean, p_confirmadas integer, p_promedio numeric)',
  'interno.rol_de(p_user uuid)',
  'interno.ve_contacto(p_maestro uuid)',
  'public.maestros(chats)',
  'public.update_maestro_stats()',
]
const authenticated = [
  ...service_role,
  'public.mark_messages_as_read(p_chat_id uuid, p_user_role text, p_hasta bigint DEFAULT NULL::bigint)',
]

describe('a function of any schema', () => {
  test.each(Object.entries({ anon, service_role, authenticated }))(
    'is executable by %s only when it is listed here',
    async (role, expected) => {
      const rows = await db.sql<{ name: string }[]>`
        select n.nspname || '.' || p.proname || '(' || pg_get_function_arguments(p.oid) || ')' as name
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = any (${SCHEMAS}) and has_function_privilege(${role}, p.oid, 'execute')
          and has_schema_privilege(${role}, n.oid, 'usage')
        order by 1`
      expect(rows.map(({ name }) => name).sort()).toEqual([...expected].sort())
    },
  )

  test('that no request may execute is refused when a request calls it', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      for (const call of [
        'interno.borrar_cuenta(gen_random_uuid())',
        'interno.contacto_abierto(gen_random_uuid(), gen_random_uuid())',
        "storage.mark_shown(true, 'chat-media', '{}', '{}')",
        "interno.crear_operador('a@example.com', 'a', 'b', null)",
      ]) {
        const attempt = db.sql.begin(async (tx) => {
          await tx.unsafe(`set local role ${role}`)
          await tx.unsafe(`select ${call}`)
        })
        await expect(attempt, `${call} by ${role}`).rejects.toMatchObject({ code: '42501' })
      }
    }
  })
})

test('each role of a request may use the schemas that it names, and no other', async () => {
  const rows = await db.sql<{ role: string; schemas: string[] }[]>`
    select r.role, array(
      select n.nspname::text from pg_namespace n
      where n.nspname = any (${SCHEMAS}) and has_schema_privilege(r.role, n.oid, 'usage') order by 1
    ) as schemas
    from unnest('{anon,authenticated,service_role}'::text[]) r (role)`
  const schemas = ['auth', 'interno', 'public']
  expect(rows.map(({ role, schemas }) => ({ role, schemas }))).toEqual([
    { role: 'anon', schemas },
    { role: 'authenticated', schemas },
    { role: 'service_role', schemas },
  ])
})

test('the secret key reads and writes every table that a request may name, and no other table', async () => {
  const rows = await db.sql<{ name: string; rights: string[] }[]>`
    select n.nspname || '.' || c.relname as name, array(
      select p from unnest('{select,insert,update,delete}'::text[]) p
      where has_table_privilege('service_role', c.oid, p)
    ) as rights
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${SCHEMAS}) and c.relkind in ('r', 'p') order by 1`
  const all = ['select', 'insert', 'update', 'delete']
  for (const { name, rights } of rows) {
    expect({ name, rights }).toEqual({ name, rights: name.startsWith('public.') ? all : [] })
  }
  expect(rows.filter(({ name }) => name.startsWith('public.')).length).toBeGreaterThan(10)
})

test('a connection for requests starts with the rights of a caller without a session', async () => {
  const [callers] = await db.callers<{ role: string }[]>`select current_user as role`
  expect(callers?.role).toBe('anon')
  const [owner] = await db.sql<{ role: string }[]>`select current_user as role`
  expect(owner?.role).not.toBe('anon')
})
