import { hash } from '@node-rs/argon2'
import type { ISql } from 'postgres'
import type { Sql } from '../../apps/server/src/platform/db/pool.ts'
import { PASSWORD_COST } from '../../apps/server/src/platform/secrecy/password-hash.ts'
import { DEMO_OPERATOR, DEMO_OPERATOR_NAMES } from '../../apps/server/src/protocol/auth/demo-operator.ts'
import { NO_PASSWORD } from '../../apps/server/src/protocol/auth/users.ts'
import { DEMO_MAESTRO, DEMO_NEWCOMER, DEMO_SEEKER, makeMaestros, makeSeekers } from './people.ts'

/** The accounts of the demo in a database that may also have real people. */

export const DEMO_PASSWORD = 'demo1234'
/** The accounts that people try the product with. */
const OPEN = [DEMO_SEEKER, DEMO_MAESTRO, DEMO_NEWCOMER].map(({ id }) => id)

/**
 * The ids of the accounts of the demo that are there. A sign-up gets a random id, so nobody else has an id of the demo; the
 * address must be one of the demo too. The operator of the demo has a random id and is known by address, role and names.
 */
export async function demoAccounts(sql: ISql): Promise<string[]> {
  const ids = [DEMO_NEWCOMER, DEMO_SEEKER, ...makeSeekers(), ...makeMaestros()].map(({ id }) => id)
  const rows = await sql<{ id: string }[]>`
    select u.id from auth.users u join public.profiles p on p.id = u.id
    where u.id = any(${ids}::uuid[]) and u.email like '%@demo.mx'
      or u.email = ${DEMO_OPERATOR} and p.role = 'operador' and p.nombre = ${DEMO_OPERATOR_NAMES.nombre}
        and p.apellido = ${DEMO_OPERATOR_NAMES.apellido}
    order by u.id`
  return rows.map(({ id }) => id)
}

/** Ends every way in to the accounts of the demo, and returns how many there are. */
export async function closeDemo(sql: Sql): Promise<number> {
  const ids = await demoAccounts(sql)
  if (ids.length === 0) return 0
  await sql.begin(async (tx) => {
    await tx`update auth.users set encrypted_password = ${NO_PASSWORD} where id = any(${ids}::uuid[])`
    for (const table of ['sessions', 'one_time_tokens', 'flow_states'])
      await tx`delete from ${tx(`auth.${table}`)} where user_id = any(${ids}::uuid[])`
  })
  return ids.length
}

/** Gives the accounts that `closeDemo` has closed their password again. */
export async function reopenDemo(tx: ISql): Promise<void> {
  const closed = await tx<{ id: string }[]>`
    select id from auth.users where id = any(${OPEN}::uuid[]) and encrypted_password = ${NO_PASSWORD}`
  if (closed.length === 0) return
  const password = await hash(DEMO_PASSWORD, PASSWORD_COST)
  await tx`
    update auth.users set encrypted_password = ${password}
    where id = any(${OPEN}::uuid[]) and encrypted_password = ${NO_PASSWORD}`
}
