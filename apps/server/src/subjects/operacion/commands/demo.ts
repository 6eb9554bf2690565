import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { demoAccounts } from '../../../../../../db/demo/accounts.ts'
import type { Sql } from '../../../platform/db/pool.ts'
import type { Result } from './acts.ts'
import { type Ask, requireConfirmation } from './confirm.ts'

const { demo: palabras } = textos

/**
 * Erases the people of the demo, as their owners could. A command that is interrupted is run again: each erasure is a transaction.
 * The server removes their files with its sweep.
 */
export async function removeDemo(sql: Sql, ask: Ask): Promise<Result> {
  const accounts = await demoAccounts(sql)
  if (accounts.length === 0) return { json: { borradas: 0 }, lines: [palabras.ninguna] }
  await requireConfirmation(ask, [palabras.pregunta(accounts.length)], palabras.frase)
  let erased = 0
  for (const id of accounts) {
    const [row] = await sql<{ borrada: boolean }[]>`select borrada from interno.borrar_cuenta(${id})`
    if (row?.borrada) erased += 1
  }
  return { json: { borradas: erased }, lines: [palabras.borradas(erased)] }
}
