import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import type { Sql } from '../../src/platform/db/pool.ts'
import { makeDatabase } from '../setup/database.ts'
import { documentNames } from '../setup/rows/documents.ts'
import { formOf } from '../setup/rows/onboarding.ts'
import { databaseSettings, type Launched, start } from '../setup/services/launch.ts'
import { ownFolder } from '../setup/services/own-folder.ts'
import { ownPort } from '../setup/services/own-port.ts'

// A whole process starts and stops here, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const COUNT = 100
const JWT_SECRET = 'a-secret-of-this-test-0123456789abcdef'
const PUBLISHABLE_KEY = 'sb_publishable_0123456789abcdef0123456789'

test('of 100 onboardings submitted while the process is killed each is whole or not written, and can be repeated', async () => {
  const { sql, target, drop } = await makeDatabase('migrated')
  const own = { DATA_DIR: ownFolder(), PORT: String(await ownPort()), PUBLISHABLE_KEY, JWT_SECRET }
  const settings = { ...databaseSettings(target), ...own }
  let server = await start(settings)
  try {
    const people = await makePeople(sql)
    const tokens = await Promise.all(people.map(tokenOf))
    // Killed at the first answer that is seen: on a busy machine all others may be answered soon after it.
    const kill = () => server.child.kill('SIGKILL')
    const first = await Promise.all(
      people.map(({ id }, index) =>
        submit(server, tokens[index] ?? '', id)
          .finally(kill)
          .catch(() => 0),
      ),
    )
    await server.ended
    expect(first.filter((status) => status === 0).length, 'some were cut').toBeGreaterThan(0)

    server = await start(settings)
    const states = await stateOf(sql)
    for (const { id, oficios, alcaldias, completo, bienvenida } of states) {
      const whole = { oficios: 2, alcaldias: 2, completo: true, bienvenida: true }
      const nothing = { oficios: 0, alcaldias: 0, completo: false, bienvenida: false }
      expect([whole, nothing]).toContainEqual({ oficios, alcaldias, completo, bienvenida })
      // What was answered as done is there.
      const index = people.findIndex((person) => person.id === id)
      if (first[index] === 200) expect(completo).toBe(true)
    }
    expect(states).toHaveLength(COUNT)

    for (const [index, { id }] of people.entries()) {
      expect(await submit(server, tokens[index] ?? '', id)).toBe(200)
    }
    expect((await stateOf(sql)).filter(({ completo }) => completo)).toHaveLength(COUNT)
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    await drop()
  }
})

interface Account {
  id: string
  session_id: string
}

async function makePeople(sql: Sql): Promise<Account[]> {
  const metadata = JSON.stringify({ role: 'maestro', nombre: 'Nuria', apellido: 'Nava' })
  const people = await sql<Account[]>`
    with users as (
      insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
      select 'maestro' || n || '@example.mx', 'x', now(), ${metadata}::text::jsonb
      from generate_series(1, ${COUNT}::integer) n returning id
    )
    insert into auth.sessions (user_id) select id from users returning user_id as id, id as session_id`
  const objects = people.flatMap(({ id }) =>
    Object.values(documentNames(id, '1.webp')).map((name) => ({
      bucket_id: 'chat-media',
      name,
      owner: id,
      mimetype: 'image/webp',
      size: 1,
      etag: 'x',
      unused_since: new Date(),
    })),
  )
  await sql`insert into storage.objects ${sql(objects)}`
  return people
}

const tokenOf = ({ id, session_id }: Account) =>
  new SignJWT({ sub: id, session_id, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(JWT_SECRET))

async function submit({ url }: Launched, token: string, id: string): Promise<number> {
  const answer = await fetch(`${url}/functions/v1/onboarding-enviar`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(formOf(id)),
  })
  return answer.status
}

const stateOf = (sql: Sql) => sql<
  { id: string; oficios: number; alcaldias: number; completo: boolean; bienvenida: boolean }[]
>`
  select p.id,
    (select count(*)::int from public.maestro_oficios where maestro_id = p.id) as oficios,
    (select count(*)::int from public.maestro_alcaldias where maestro_id = p.id) as alcaldias,
    coalesce(m.perfil_completo, false) as completo,
    exists (select from interno.bienvenidas where cuenta_id = p.id) as bienvenida
  from public.profiles p left join public.maestros m on m.id = p.id`
