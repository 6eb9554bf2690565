import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { ISql } from 'postgres'
import type { Sql } from '../../../platform/db/pool.ts'
import { randomToken } from '../../../platform/secrecy/random-token.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { accountId, detailOf, type Of, operatorId, type Result } from './acts.ts'
import { OperatorError } from './connect.ts'

/** Accounts of operators: who there is, what they may do, and how they get in. */

export async function create(
  sql: Sql,
  config: Config,
  { email, nombre, apellido, nivel, as }: Of<'create'>,
): Promise<Result> {
  const by = as === undefined ? null : await operatorId(sql, as)
  const { id, link } = await sql.begin(async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      select interno.crear_operador(${email}, ${nombre}, ${apellido}, ${by}, ${nivel}) as id`.catch(
      (error: unknown) => {
        const needsOperator = as === undefined && detailOf(error) === 'operador'
        throw needsOperator ? new OperatorError(textos.errores.sin_operador) : error
      },
    )
    const made = row?.id ?? ''
    return { id: made, link: await giveLink(tx, config, made, by) }
  })
  const correo = email.toLowerCase()
  return { json: { id, correo, enlace: link }, lines: [textos.creado(correo), textos.acceso(link)] }
}

export async function giveAccess(sql: Sql, config: Config, { email, as }: Of<'access'>): Promise<Result> {
  const by = as === undefined ? null : await operatorId(sql, as)
  const account = await accountId(sql, email)
  const link = await giveLink(sql, config, account.id, by)
  return { json: { id: account.id, enlace: link }, lines: [textos.acceso(link)] }
}

/** The token is behind the #, so that no server on the way writes it into a log. */
async function giveLink(
  sql: ISql,
  { siteUrl }: Config,
  operator: string,
  by: string | null,
): Promise<string> {
  const { token, hash } = randomToken()
  await sql`select interno.dar_acceso(${operator}, ${by}, ${hash})`
  return `${siteUrl}/operacion/acceso#${token}`
}

export async function setLevel(sql: Sql, { email, nivel, as }: Of<'level'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const account = await accountId(sql, email)
  const [row] = await sql<{ changed: boolean }[]>`
    select interno.cambiar_nivel(${operator}, ${account.id}, ${nivel}) as changed`
  const changed = row?.changed ?? false
  const sentence = textos.nivelCambiado(account.email, nivel)
  return {
    json: { cuenta: account.id, nivel, cambio: changed },
    lines: changed ? [sentence] : [sentence, textos.sinCambio],
  }
}
