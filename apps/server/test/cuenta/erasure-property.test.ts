import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { appForTests } from '../setup/app.ts'
import { act, makeTown, perform, type Town, type Townsperson } from './history.ts'

/** After any history, an erasure deletes the data of one person and keeps what other people share. */

const app = appForTests()

type Row = Record<string, unknown>

const TABLES = [
  'profiles',
  'maestros',
  'maestro_oficios',
  'maestro_alcaldias',
  'chats',
  'mensajes',
  'accesos_contacto',
  'vistas_perfil',
  'resenas',
  'tickets',
  'maestro_stats',
] as const
type Snapshot = Record<(typeof TABLES)[number], Row[]>

/** Columns that say when a row was derived again, and not what it says. */
const MOMENTS = ['actualizado_en']

async function snapshot(): Promise<Snapshot> {
  const entries = await Promise.all(
    TABLES.map(async (table) => {
      const rows = await app.sql<
        { row: Row }[]
      >`select to_jsonb(t) as row from ${app.sql(`public.${table}`)} t order by t::text`
      return [table, rows.map(({ row }) => without(row, MOMENTS))] as const
    }),
  )
  return Object.fromEntries(entries) as Snapshot
}

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** The rows that must be there afterwards, as they were, but for the columns that an erasure may change in them. */
function keptOf(before: Snapshot, erased: ReadonlySet<unknown>): Record<string, Row[]> {
  const living = (name: string) => (row: Row) => !erased.has(row[name])
  return {
    profiles: before.profiles.filter(living('id')),
    maestros: before.maestros.filter(living('id')),
    maestro_oficios: before.maestro_oficios.filter(living('maestro_id')),
    maestro_alcaldias: before.maestro_alcaldias.filter(living('maestro_id')),
    maestro_stats: before.maestro_stats,
    vistas_perfil: before.vistas_perfil,
    tickets: before.tickets.filter(living('usuario_id')),
    chats: before.chats.map((row) => without(row, ['cerrado_en', 'ultimo_mensaje_contenido'])),
    mensajes: before.mensajes
      .filter((row) => !(erased.has(row.autor_id) && row.bloqueado))
      .map((row) => (erased.has(row.autor_id) ? without(row, ['contenido']) : row)),
    accesos_contacto: before.accesos_contacto.map((row) =>
      erased.has(row.buscador_id) ? without(row, ['detalle']) : row,
    ),
    resenas: before.resenas.map((row) =>
      without(row, [
        ...(erased.has(row.buscador_id) ? ['comentario'] : []),
        ...(erased.has(row.maestro_id) ? ['respuesta'] : []),
      ]),
    ),
  }
}

/** Rows of every table of every schema whose text has a match of one of the patterns. */
async function rowsWith(patterns: string[]): Promise<string[]> {
  const [tables] = await app.sql<{ statement: string }[]>`
    select string_agg(format('select %L || t::text as text from %I.%I t where t::text ~* $1', tablename || ': ',
      schemaname, tablename), ' union all ') as statement
    from pg_tables where schemaname !~ '^pg_' and schemaname <> 'information_schema'`
  const rows = await app.sql.unsafe<{ text: string }[]>(tables?.statement ?? '', [patterns.join('|')])
  return rows.map(({ text }) => text)
}

/** Any separators may be between the digits that a person typed. */
const spaced = (digits: string) => digits.split('').join('[ .()-]{0,3}')

const marksOf = ({ nombre, apellido, email, telefono }: Townsperson) => [
  nombre,
  apellido,
  email,
  spaced(telefono),
]

const filesOf = (people: Townsperson[]) =>
  Promise.all(
    people
      .flatMap(({ places }) => places.flatMap((place) => [place, `${place}.mini`]))
      .map(async (place) => (await app.services.objects.read(place)) !== undefined),
  )

/** Chats whose preview is not the content of their last message. resenas/history.test.ts counts the figures of maestros again. */
const wrongPreviews = () => app.sql`
  select c.id from public.chats c join public.mensajes m on m.id = c.ultimo_mensaje_id
  where c.ultimo_mensaje_contenido is distinct from m.contenido`

const KEYS = ['id', 'maestro_id', 'buscador_id', 'oficio', 'alcaldia', 'dia']
const keyOf = (row: Row) => JSON.stringify(KEYS.map((name) => row[name]))

/** The rows of `now` that are `kept`, compared by the columns that were kept. */
function expectKept(now: Snapshot, kept: Record<string, Row[]>) {
  for (const [table, rows] of Object.entries(kept)) {
    const found = new Map(now[table as keyof Snapshot].map((row) => [keyOf(row), row]))
    const left = rows.map((row) =>
      Object.fromEntries(Object.keys(row).map((name) => [name, found.get(keyOf(row))?.[name]])),
    )
    expect(left, table).toEqual(rows)
  }
}

const erasures = fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1, maxLength: 3 })

test('an erasure loses or changes nothing of another person, and leaves nothing personal of the erased one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), erasures, async (acts, numbers) => {
      const town: Town = await makeTown(app)
      const everyone = [...town.seekers, ...town.maestros]
      for (const one of acts) await perform(app, town, one)
      const erased = everyone.filter((_, number) => numbers.includes(number))
      const others = everyone.filter((person) => !erased.includes(person))
      const before = await snapshot()
      expect(await rowsWith(erased.flatMap(marksOf)), 'the search finds people who are there').not.toEqual([])

      for (const { id } of erased) await eraseAccount(app.services, id)

      const ids = new Set<unknown>(erased.map(({ id }) => id))
      const now = await snapshot()
      expectKept(now, keptOf(before, ids))
      for (const table of TABLES) {
        const gone = before[table].length - now[table].length
        expect(gone, table).toBe(
          before[table].length - (keptOf(before, ids)[table]?.length ?? 0) - tombstones(table, before, ids),
        )
      }
      expect(await rowsWith(erased.flatMap(marksOf))).toEqual([])
      expect(await filesOf(erased)).not.toContain(true)
      expect(await filesOf(others)).not.toContain(false)
      expect(
        await app.sql`select from storage.objects where owner = any (${[...ids] as string[]})`,
      ).toHaveLength(0)
      expect([...(await wrongPreviews())]).toEqual([])
      for (const chat of now.chats) {
        expect(chat.cerrado_en !== null).toBe(
          ids.has(chat.buscador_id) || ids.has(chat.maestro_id) || wasClosed(before, chat),
        )
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)

const wasClosed = (before: Snapshot, { id }: Row) =>
  before.chats.some((chat) => chat.id === id && chat.cerrado_en !== null)

/** Rows of the erased that stay without their data. */
function tombstones(table: (typeof TABLES)[number], before: Snapshot, erased: ReadonlySet<unknown>): number {
  const owner = { profiles: 'id', maestros: 'id', tickets: 'usuario_id' }[table as 'profiles']
  return owner ? before[table].filter((row) => erased.has(row[owner])).length : 0
}
