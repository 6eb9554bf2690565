import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import postgres from 'postgres'
import type { Sql } from '../../../platform/db/pool.ts'
import { setSuspended, UUID } from '../accounts.ts'
import { decide } from '../verifications.ts'
import type { Command } from './arguments.ts'
import { OperatorError } from './connect.ts'

/** What a command answers: data for --json, and lines for a person. */
export interface Result {
  json: unknown
  lines: string[]
}

export type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

/** Changes by operators. Each is one transaction, in which the database also writes the audit. */

const STATES = { review: 'en_revision', verify: 'verificado', reject: 'rechazado' } as const

export async function decideAbout(sql: Sql, command: Of<'review' | 'verify' | 'reject'>): Promise<Result> {
  const operator = await operatorId(sql, command.as)
  const maestro = await accountId(sql, command.account)
  const motivo = command.kind === 'reject' ? command.motivo : null
  const estado = STATES[command.kind]
  const given = { maestro: maestro.id, datos: command.data, estado, motivo }
  const changed = await sql.begin((tx) => decide(tx, operator, given))
  return {
    json: { maestro: maestro.id, estado, datos: changed },
    lines: changed.map(
      (one) =>
        `${textos.datos[one.dato]}: ${textos.decidido[one.estado]}${one.cambio ? '' : `. ${textos.sinCambio}`}`,
    ),
  }
}

export async function suspendOrRestore(sql: Sql, command: Of<'suspend' | 'restore'>): Promise<Result> {
  const operator = await operatorId(sql, command.as)
  const account = await accountId(sql, command.account)
  const suspends = command.kind === 'suspend'
  const { motivo, mensaje } = command
  const changed = await setSuspended(sql, operator, { account: account.id, suspends, motivo, mensaje })
  const sentence = suspends ? textos.suspendida(account.email) : textos.restaurada(account.email)
  return {
    json: { cuenta: account.id, suspendida: suspends, cambio: changed },
    lines: changed ? [sentence] : [sentence, textos.sinCambio],
  }
}

export async function operatorId(sql: Sql, email: string): Promise<string> {
  const [found] = await sql<{ id: string }[]>`
    select u.id from auth.users u join public.profiles p on p.id = u.id
    where u.email = lower(btrim(${email})) and p.role = 'operador' and p.suspendido_en is null`
  if (!found) throw new OperatorError(textos.errores.operador)
  return found.id
}

/** The account of an e-mail or an id. */
export async function accountId(sql: Sql, given: string): Promise<{ id: string; email: string }> {
  const rows = UUID.test(given)
    ? await sql<{ id: string; email: string }[]>`select id, email from auth.users where id = ${given}`
    : await sql<{ id: string; email: string }[]>`
        select id, email from auth.users where email = lower(btrim(${given}))`
  const [found] = rows
  if (!found) throw new OperatorError(textos.errores.cuenta)
  return found
}

/** The id of an e-mail, or an id: also of an erased account, and of a deleted one that only the audit still names. */
export async function personId(sql: Sql, given: string): Promise<string> {
  if (!UUID.test(given)) return (await accountId(sql, given)).id
  const known = await sql`
    select where exists (select from public.profiles where id = ${given})
      or exists (select from interno.auditoria where sobre = ${given})`
  if (known.length === 0) throw new OperatorError(textos.errores.cuenta)
  return given
}

export const detailOf = (error: unknown): string | undefined =>
  error instanceof postgres.PostgresError && /^PT4\d\d$/.test(error.code) ? error.detail : undefined

/** The sentence for a refusal of the database; undefined for any other error. */
export function sentenceOf(error: unknown): string | undefined {
  const { errores } = textos
  // The name breaks a check of the table: its length, or contact data in it.
  const isName =
    error instanceof postgres.PostgresError &&
    (/profiles_(nombre|apellido|display_name)/.test(error.constraint_name ?? '') ||
      (error.code === 'PT422' && /^(nombre|apellido|display_name)$/.test(error.detail ?? '')))
  if (isName) return errores.nombre
  const detail = detailOf(error)
  const known = Object.entries(errores).find(([name]) => name === detail)
  return known?.[1]
}
