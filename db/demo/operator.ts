import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { ISql } from 'postgres'
import type { Sql } from '../../apps/server/src/platform/db/pool.ts'
import { PASSWORD_COST } from '../../apps/server/src/platform/secrecy/password-hash.ts'
import { DEMO_OPERATOR, DEMO_OPERATOR_NAMES } from '../../apps/server/src/protocol/auth/demo-operator.ts'
import { randomTotpSecret, sealFactor, unsealFactor } from '../../apps/server/src/protocol/auth/totp.ts'
import { NO_PASSWORD } from '../../apps/server/src/protocol/auth/users.ts'
import { DEMO_PASSWORD } from './accounts.ts'
import { FILL_LOCK } from './index.ts'

/** The operator of the demo: outside production it can sign in, in production it cannot. */

/** Makes the operator if there is none. Returns the secret of its second factor; undefined when the address is somebody else's. */
export async function openDemoOperator(sql: Sql, documentsKey: string): Promise<string | undefined> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${FILL_LOCK})`
    const id = await accountOf(tx)
    if (id === undefined) return undefined
    return (await storedSecret(tx, id, documentsKey)) ?? giveAccess(tx, id, documentsKey)
  })
}

/** Ends what a server outside production has opened on the same database. */
export async function closeDemoOperator(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const [operator] = await tx<{ id: string }[]>`
      update auth.users u set encrypted_password = ${NO_PASSWORD} from public.profiles p
      where u.email = ${DEMO_OPERATOR} and p.id = u.id and p.role = 'operador' returning u.id`
    if (!operator) return
    await tx`delete from auth.sessions where user_id = ${operator.id}`
    await tx`delete from auth.mfa_factors where user_id = ${operator.id}`
  })
}

async function accountOf(tx: ISql): Promise<string | undefined> {
  const [found] = await tx<{ id: string; role: string | null }[]>`
    select u.id, p.role from auth.users u join public.profiles p on p.id = u.id where u.email = ${DEMO_OPERATOR}`
  if (found) return found.role === 'operador' ? found.id : undefined
  const names = JSON.stringify(DEMO_OPERATOR_NAMES)
  const [made] = await tx<{ id: string }[]>`
    insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
    values (${DEMO_OPERATOR}, ${NO_PASSWORD}, now(), ${names}::text::jsonb) returning id`
  const id = made?.id ?? ''
  await tx`update public.profiles set role = 'operador' where id = ${id}`
  await tx`insert into interno.operadores (operador_id, nivel) values (${id}, 'responsable')`
  return id
}

async function storedSecret(tx: ISql, id: string, documentsKey: string): Promise<string | undefined> {
  const [factor] = await tx<{ id: string; secret: string }[]>`
    select id, secret from auth.mfa_factors where user_id = ${id} and status = 'verified'
    order by created_at desc limit 1`
  if (!factor) return undefined
  try {
    return unsealFactor(documentsKey, factor.id, factor.secret)
  } catch {
    // It was encrypted with another DOCUMENTS_KEY, so no code works.
    await tx`delete from auth.mfa_factors where id = ${factor.id}`
    return undefined
  }
}

async function giveAccess(tx: ISql, id: string, documentsKey: string): Promise<string> {
  const factorId = randomUUID()
  const secret = randomTotpSecret()
  const password = await hash(DEMO_PASSWORD, PASSWORD_COST)
  await tx`update auth.users set encrypted_password = ${password} where id = ${id}`
  await tx`
    insert into auth.mfa_factors (id, user_id, status, secret)
    values (${factorId}, ${id}, 'verified', ${sealFactor(documentsKey, factorId, secret)})`
  return secret
}
