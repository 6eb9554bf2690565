import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import type { TestApp } from '../setup/app.ts'
import { makeBuscador, makeMaestro } from '../setup/rows/maestros.ts'
import { decide, makeOperator } from '../setup/rows/operators.ts'
import { makeChat } from '../setup/rows/reviews.ts'

/**
 * Random histories of a few people, for tests that compare what is stored with what follows from the rows. A new kind of
 * act is one entry of COMMANDS.
 */

export interface World {
  app: TestApp
  seekers: string[]
  maestros: string[]
  operator: string
  erased: Set<string>
}

/** What a command gets: one seeker, one maestro, and numbers to choose with. */
export interface Choice {
  seeker: string
  maestro: string
  stars: number
  yes: boolean
  number: number
}

type Command = (world: World, choice: Choice) => Promise<unknown>

const MOTIVO = 'Una razón cualquiera de la prueba.'
const COMMENT = 'Un comentario de la prueba.'
/** Reviews stay editable here, whatever time the test takes. */
const EDITABLE_DAYS = 14

/** At least one of the names, chosen by a number. */
const some = (names: readonly string[], number: number) => {
  const chosen = names.filter((_, i) => number & (1 << i))
  return chosen.length > 0 ? chosen : names
}

/** The acts of a history. */
const COMMANDS: Record<string, Command> = {
  unlock: ({ app: { sql } }, { seeker, maestro }) =>
    sql`
    select estado from interno.abrir_contacto(
      ${seeker}, ${maestro}, 'pedir_cotizacion', null, 'Nota', '{"alcaldia":"Coyoacán","servicio":"Plomería"}', 10, 1000, 60)`,

  visit: ({ app: { sql } }, { seeker, maestro }) => sql`
    insert into public.vistas_perfil (maestro_id, buscador_id) values (${maestro}, ${seeker}) on conflict do nothing`,

  block: ({ app: { sql } }, { seeker, maestro, yes, number }) => {
    const [who, whom] = number % 2 === 0 ? [seeker, maestro] : [maestro, seeker]
    return sql`select permitido from interno.cambiar_bloqueo(${who}, ${whom}, ${yes})`
  },

  available: ({ app: { sql } }, { maestro, number }) => sql`
    select interno.cambiar_disponibilidad(
      ${maestro}, ${['disponible', 'pausa', 'normal'][number % 3] ?? 'normal'},
      (interno.dia_de_la_ciudad(now()) + 3)::date, 1, 90)`,

  close: async ({ app: { sql } }, { seeker, maestro, number }) => {
    const id = number % 4 === 0 ? maestro : seeker
    const [session] = await sql<{ id: string }[]>`
      insert into auth.sessions (user_id, method) values (${id}, 'password') returning id`
    await sql`select interno.cerrar_cuenta(${id}, ${session?.id ?? null}, 30, 5)`
  },

  keep: ({ app: { sql } }, { seeker, maestro, number }) => sql`
    select interno.conservar_cuenta(${number % 4 === 0 ? maestro : seeker})`,

  trades: async ({ app: { sql } }, { maestro, number }) => {
    await sql`delete from public.maestro_oficios where maestro_id = ${maestro}`
    await sql`
      insert into public.maestro_oficios (maestro_id, oficio)
      select ${maestro}, unnest(${some(['Plomería', 'Pintura', 'Herrería'], number)}::text[])`
  },

  boroughs: ({ app }, { maestro, number }) =>
    app.sql.begin(async (sql) => {
      await sql`delete from public.maestro_alcaldias where maestro_id = ${maestro}`
      await sql`
        insert into public.maestro_alcaldias (maestro_id, alcaldia)
        select ${maestro}, unnest(${some(['Coyoacán', 'Tlalpan', 'Iztapalapa'], number)}::text[])`
    }),

  /** A profile without a description is not complete. */
  describe: ({ app: { sql } }, { maestro, yes }) => sql`
    update public.maestros set descripcion = ${yes ? 'Trabajo con cuidado y garantía en toda la ciudad, siempre.' : null}
    where id = ${maestro}`,

  talk: async ({ app }, { seeker, maestro }) => {
    const [chat] = await app.sql<{ id: string }[]>`
      select id from public.chats where buscador_id = ${seeker} and maestro_id = ${maestro}`
    const id = chat?.id ?? (await makeChat(app, seeker, maestro))
    await app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido)
      values (${id}, ${seeker}, 'texto', 'Hola'), (${id}, ${maestro}, 'texto', 'Dígame')`
  },

  review: ({ app: { sql } }, { seeker, maestro, stars, yes }) => sql`
    select estado from interno.guardar_resena(
      ${seeker}, ${maestro}, ${stars}, ${COMMENT}, ${yes}, '{}', ${EDITABLE_DAYS})`,

  /** Without the conditions of a first review, so that histories have many. */
  import: ({ app: { sql } }, { seeker, maestro, stars, yes, number }) => sql`
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado, contada)
    values (${seeker}, ${maestro}, ${stars}, ${COMMENT}, ${yes}, ${number % 3 > 0}) on conflict do nothing`,

  /** What was written is old enough now, and the hourly job decides about it. */
  decide: async ({ app: { sql } }, { seeker, maestro }) => {
    await sql`
      update auth.users set email_confirmed_at = now() - interval '8 days' where id = ${seeker}`
    await sql`
      update public.resenas set revisar_en = now(), creado_en = creado_en - interval '7 days'
      where maestro_id = ${maestro} and revisar_en is not null`
    await sql`select interno.revisar_resenas(5)`
  },

  edit: ({ app: { sql } }, { seeker, maestro, stars, yes, number }) => sql`
    select estado from interno.guardar_resena(
      ${seeker}, ${maestro}, ${stars}, ${`${COMMENT} ${number}`}, ${yes}, '{}', ${EDITABLE_DAYS})`,

  /** Several reviews in one statement, of one author or of one maestro. */
  bulkEdit: ({ app: { sql } }, { seeker, maestro, stars, yes }) => sql`
    update public.resenas set puntuacion = ${stars}
    where case when ${yes} then buscador_id = ${seeker} else maestro_id = ${maestro} end`,

  answer: ({ app: { sql } }, { seeker, maestro }) => sql`
    select r.estado from public.resenas x cross join lateral interno.responder_resena(${maestro}, x.id, 'Gracias.') r
    where x.buscador_id = ${seeker} and x.maestro_id = ${maestro}`,

  remove: ({ app: { sql }, operator }, { seeker, maestro }) => sql`
    select interno.retirar_resena(${operator}, id, ${MOTIVO}) from public.resenas
    where buscador_id = ${seeker} and maestro_id = ${maestro}`,

  verify: ({ app, operator }, { maestro, yes }) =>
    decide(app, { id: operator, email: '' }, maestro, 'ine', yes ? 'verificado' : 'rechazado', MOTIVO),

  suspend: ({ app: { sql }, operator }, { seeker, maestro, number, yes }) => sql`
    select interno.cambiar_suspension(${operator}, ${number % 4 === 0 ? maestro : seeker}, ${yes}, ${MOTIVO})`,

  erase: async ({ app, erased }, { seeker, maestro, number }) => {
    // Rare: whoever is erased takes part in nothing afterwards.
    if (number % 4 !== 0) return
    const id = number % 8 === 0 ? maestro : seeker
    erased.add(id)
    await eraseAccount(app.services, id)
  },
}

/** How often a review is imported, compared with any other act. */
const OFTEN = 20

export type Act = { command: string; seeker: number; maestro: number } & Pick<
  Choice,
  'stars' | 'yes' | 'number'
>

export const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    command: fc.constantFrom(...Object.keys(COMMANDS), ...Array.from({ length: OFTEN }, () => 'import')),
    seeker: fc.nat({ max: 11 }),
    maestro: fc.nat({ max: 2 }),
    // More good ones, so that maestros reach the levels.
    stars: fc.constantFrom(1, 2, 3, 4, 5, 5, 5, 5, 5),
    yes: fc.boolean(),
    number: fc.nat({ max: 1000 }),
  }),
  { minLength: 60, maxLength: 120, size: 'max' },
)

export async function makeWorld(app: TestApp): Promise<World> {
  const seekers = await Promise.all(Array.from({ length: 12 }, () => makeBuscador(app)))
  const maestros = await Promise.all(
    Array.from({ length: 3 }, (_, n) =>
      makeMaestro(app, {
        ineVerificado: n > 0,
        oficios: n === 0 ? ['Plomería'] : ['Plomería', 'Pintura'],
        telefono: `55${randomInt(10_000_000, 99_999_999)}`,
      }),
    ),
  )
  const operator = await makeOperator(app)
  return {
    app,
    seekers: seekers.map(({ id }) => id),
    maestros: maestros.map(({ id }) => id),
    operator: operator.id,
    erased: new Set(),
  }
}

/** Leaves alone people who were erased. What a rule refuses (someone who is blocked writes) changes nothing. */
export async function perform(world: World, { command, seeker, maestro, ...rest }: Act): Promise<void> {
  const choice = { seeker: world.seekers[seeker] ?? '', maestro: world.maestros[maestro] ?? '', ...rest }
  if (world.erased.has(choice.seeker) || world.erased.has(choice.maestro)) return
  const act = COMMANDS[command]
  if (!act) throw new Error(`no command ${command}`)
  try {
    await act(world, choice)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('PT'))) throw error
  }
}
