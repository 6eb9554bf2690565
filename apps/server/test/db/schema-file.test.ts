import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderSchema, SCHEMA_FILE } from '../../../../scripts/schema.ts'
import { makeDatabase } from '../setup/database.ts'

let db: Awaited<ReturnType<typeof makeDatabase>>
beforeAll(async () => {
  db = await makeDatabase('migrated')
})
afterAll(() => db.drop())

test('the committed db/schema.sql is the schema that the migrations create; `npm run schema` writes it', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await db.sql.begin(renderSchema))
})

test('db/schema.sql shows a change of any kind of object', async () => {
  const before = await db.sql.begin(renderSchema)
  for (const change of [
    'alter table public.tickets add column prueba text',
    'alter table public.tickets alter column creado_en set default clock_timestamp()',
    'alter table public.tickets alter column creado_en drop not null',
    'alter table public.tickets add constraint prueba check (id is not null)',
    'alter table public.tickets disable row level security',
    'alter table public.tickets set (fillfactor = 70)',
    'create index prueba on public.tickets (correo)',
    'grant delete on public.tickets to anon',
    'grant update (correo) on public.tickets to anon',
    'create policy "Una de prueba" on public.tickets for delete to anon using (true)',
    'alter policy "Tickets are readable by their author" on public.tickets using (true)',
    'create trigger prueba after delete on public.tickets for each statement execute function interno.crear_profile()',
    'create or replace function interno.rol_de(p_user uuid) returns text language sql return null::text',
    'grant execute on function interno.rol_de(uuid) to anon',
    'create view public.prueba as select 1 as uno',
    'create type interno.prueba as (uno integer)',
    'grant create on schema interno to anon',
    'alter default privileges grant execute on functions to anon',
  ]) {
    const after = await db.sql
      .begin(async (sql) => {
        await sql.unsafe(change)
        throw new Rollback(await renderSchema(sql))
      })
      .catch((error: unknown) => {
        if (error instanceof Rollback) return error.schema
        throw error
      })
    expect(after, change).not.toBe(before)
  }
})

class Rollback extends Error {
  readonly schema: string
  constructor(schema: string) {
    super('rolled back')
    this.schema = schema
  }
}
