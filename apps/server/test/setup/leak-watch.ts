import { afterAll, expect } from 'vitest'
import type { TestApp } from './app.ts'
import { type MatrixPeople, type PersonName, SIGNED_IN } from './rows/people.ts'

export type Snapshot = Record<string, Record<string, unknown>[]>

const queries = new WeakMap<TestApp, Promise<string>>()

/** All rows of all our tables, read as the owner: a refused request must not change them. */
export async function snapshot(app: TestApp): Promise<Snapshot> {
  const query = queries.get(app) ?? readAll(app)
  queries.set(app, query)
  const rows = await app.sql.unsafe<{ name: string; rows: Record<string, unknown>[] | null }[]>(
    await query,
    [],
    { prepare: true },
  )
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows ?? []]))
}

/** The statement that reads all rows. It is prepared once for a database, because planning it takes longer than running it. */
async function readAll(app: TestApp): Promise<string> {
  const tables = await app.sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      -- Searches are counted at intervals, by a timer and not by the call that is being tested.
      and (n.nspname, c.relname) <> ('interno', 'busquedas_diarias')
    order by 1`
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, (select json_agg(to_jsonb(t) order by t::text) from ${name} t) as rows`,
  )
  return parts.join(' union all ')
}

/** Restores a table of the schema public, so that each attempt starts from the same fixture. */
export async function restore(app: TestApp, table: string, before: Snapshot): Promise<void> {
  const name = app.sql(`public.${table}`)
  const kept = JSON.stringify(before[`public.${table}`] ?? [])
  await app.sql.begin(async (sql) => {
    // Without triggers, which would count and change rows that are only being restored.
    await sql`set local session_replication_role = replica`
    const columns = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`
    const list = sql(columns.map((column) => column.name))
    await sql`delete from ${name}`
    await sql`
      insert into ${name} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${name}, ${kept}::text::jsonb)`
  })
}

/**
 * Checks every answer of the tests in this file, and fails when one contains data that its receiver may not
 * know. The receiver is identified by the token of the request.
 */
export function watchAnswers(fixture: () => MatrixPeople): { check(): void; count(): number } {
  const heard: { token: string | null; text: string; url: string }[] = []
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await real(input, init)
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    const text = await answer.clone().text()
    const kept = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const url = input instanceof Request ? input.url : String(input)
    heard.push({ token: headers.get('authorization'), text: `${kept}\n${text}`, url })
    return answer
  }
  // The files of a worker share the globals.
  afterAll(() => {
    globalThis.fetch = real
  })
  return {
    count: () => heard.length,
    check() {
      const leaks = heard.flatMap(({ token, text, url }) => {
        const who = personOf(fixture(), token)
        return forbiddenTo(fixture(), who)
          .filter((secret) => text.includes(secret))
          .map((secret) => `${who} was told ${secret} by ${url}`)
      })
      expect([...new Set(leaks)]).toEqual([])
    },
  }
}

function personOf({ people }: MatrixPeople, authorization: string | null): PersonName {
  return SIGNED_IN.find((name) => authorization === `Bearer ${people[name].token}`) ?? 'anonimo'
}

function forbiddenTo({ secrets }: MatrixPeople, who: PersonName): string[] {
  const contact = ({ apellido, telefono, ...rest }: MatrixPeople['secrets']['maestro']) => [
    apellido,
    telefono,
    rest.referencia1_numero_referencia,
    rest.referencia2_numero_referencia,
  ]
  const documents = ({ ine_url, curp, domicilio }: MatrixPeople['secrets']['maestro']) => [
    ine_url,
    curp,
    domicilio,
  ]
  return [
    ...(who === 'maestro' ? [] : documents(secrets.maestro)),
    ...(who === 'otroMaestro' ? [] : documents(secrets.otroMaestro)),
    ...(who === 'maestro' || who === 'buscador' ? [] : contact(secrets.maestro)),
    ...(who === 'otroMaestro' || who === 'otroBuscador' ? [] : contact(secrets.otroMaestro)),
    // Only their author may see blocked messages.
    ...(who === 'buscador' || who === 'otroBuscador' ? [] : ['dijo quien busca']),
    ...(who === 'maestro' || who === 'otroMaestro' ? [] : ['dijo quien trabaja']),
  ]
}
