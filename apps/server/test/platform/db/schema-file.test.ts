import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderSchema, SCHEMA_FILE } from '../../../../../scripts/schema.ts'
import { makeDatabase } from '../../setup/database.ts'

let db: Awaited<ReturnType<typeof makeDatabase>>
beforeAll(async () => {
  db = await makeDatabase('migrated')
})
afterAll(() => db.drop())

test('the committed db/schema.sql is the schema that the migrations create; `npm run schema` writes it', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await db.sql.begin(renderSchema))
})

/** Changes of every kind of object, each with a text that db/schema.sql then contains and did not contain before. */
const CHANGES: [statement: string, shown: string][] = [
  ['alter table public.tickets add column prueba text', '\n  prueba text,'],
  [
    'alter table public.tickets alter column creado_en set default transaction_timestamp()',
    'default transaction_timestamp()',
  ],
  [
    'alter table public.tickets alter column imagenes_url drop not null',
    "\n  imagenes_url text[] default '{}'",
  ],
  ['alter table public.tickets add constraint prueba check (id is not null)', 'constraint prueba CHECK'],
  ['alter table public.tickets set (fillfactor = 70)', 'with (fillfactor=70)'],
  ['create table public.abierta (id integer)', 'create table public.abierta (\n  id integer\n);\n\ncreate'],
  ['create index prueba on public.tickets (correo)', 'CREATE INDEX prueba'],
  ['grant delete on public.tickets to anon', 'grant delete on public.tickets to anon'],
  ['grant update (correo) on public.tickets to anon', 'grant update (correo) on public.tickets to anon'],
  [
    'create policy "De prueba" on public.tickets for delete to anon using (true)',
    'create policy "De prueba"',
  ],
  [
    'create trigger prueba after delete on public.tickets execute function interno.crear_profile()',
    'CREATE TRIGGER prueba',
  ],
  [
    "create or replace function interno.rol_de(p_user uuid) returns text language sql return 'prueba'",
    "RETURN 'prueba'",
  ],
  [
    'grant execute on function interno.rol_de(uuid) to anon',
    'rol_de(uuid) to anon, authenticated, service_role',
  ],
  ['create view public.vista as select 1 as uno', 'create view public.vista'],
  ['create type interno.prueba as (uno integer)', 'create type interno.prueba as (uno integer)'],
  ['grant create on schema interno to anon', 'grant create, usage on schema interno to anon'],
  ['alter default privileges grant execute on functions to anon', 'execute for anon'],
]

test('db/schema.sql shows a change of every kind of object', async () => {
  const before = await db.sql.begin(renderSchema)
  for (const [statement] of CHANGES) await db.sql.unsafe(statement)
  const after = await db.sql.begin(renderSchema)
  expect(CHANGES.filter(([, shown]) => before.includes(shown) || !after.includes(shown))).toEqual([])
  expect(before).toContain('alter table public.tickets enable row level security')
})
