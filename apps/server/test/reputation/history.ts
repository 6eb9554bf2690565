import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { eraseAccount } from '../../src/accounts/erase.ts'
import type { TestApp } from '../setup/app.ts'
import { makeBuscador, makeMaestro } from '../setup/maestros.ts'
import { makeOperator } from '../setup/operators.ts'
import { makeChat } from '../setup/reviews.ts'

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

/** The acts of a history. Each leaves alone people who were erased, and refusals are no errors. */
export const COMMANDS: Record<string, Command> = {
  unlock: ({ app: { sql } }, { seeker, maestro }) => sql`
    insert into public.accesos_contacto (buscador_id, maestro_id, motivo)
    values (${seeker}, ${maestro}, 'pedir_cotizacion') on conflict do nothing`,

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
  import: ({ app: { sql } }, { seeker, maestro, stars, yes }) => sql`
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado)
    values (${seeker}, ${maestro}, ${stars}, ${COMMENT}, ${yes}) on conflict do nothing`,

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

  verify: ({ app: { sql }, operator }, { maestro, yes }) => sql`
    select interno.decidir_verificacion(${operator}, ${maestro}, 'ine', ${yes ? 'verificado' : 'rechazado'}, ${MOTIVO})`,

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
const OFTEN = 8

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

export async function perform(world: World, { command, seeker, maestro, ...rest }: Act): Promise<void> {
  const choice = { seeker: world.seekers[seeker] ?? '', maestro: world.maestros[maestro] ?? '', ...rest }
  if (world.erased.has(choice.seeker) || world.erased.has(choice.maestro)) return
  const act = COMMANDS[command]
  if (!act) throw new Error(`no command ${command}`)
  await act(world, choice)
}
