import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { NivelDeOperador } from '@maestros/dominio/operacion/operadores'
import { type APIRequestContext, test } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { publishableKey } from './api.ts'

/** An operator of the server under test, with a password and a verified second factor. */
export interface OperatorAccount {
  id: string
  email: string
  password: string
  /** The secret of the second factor, in base32. */
  secret: string
  /** A code that was not used before. Waits when the last one was used in this half minute, and the next one too. */
  code(): Promise<string>
}

const PERIOD_MS = 30_000

export async function makeOperatorAccount(
  request: APIRequestContext,
  nivel: NivelDeOperador = 'responsable',
): Promise<OperatorAccount> {
  const { client, ...account } = await enrollOperator(request, nivel)
  await client.auth.signOut({ scope: 'local' })
  return account
}

/**
 * An operator and the client that is signed in with the second factor. The account is written into the database; the factor is
 * enrolled by the routes that the console uses.
 */
export async function enrollOperator(
  request: APIRequestContext,
  nivel: NivelDeOperador,
): Promise<OperatorAccount & { client: SupabaseClient }> {
  const email = `operador-${randomUUID()}@e2e.test`
  const password = `contraseña-${randomUUID()}`
  const id = await writeAccount(email, password, nivel)

  const client = createClient(test.info().project.use.baseURL ?? '', await publishableKey(request), {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const signedIn = await client.auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (enrolled.error) throw enrolled.error
  const { secret } = enrolled.data.totp
  const code = freshCodes(secret)
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: enrolled.data.id,
    code: await code(),
  })
  if (verified.error) throw verified.error
  return { id, email, password, secret, code, client }
}

/** The codes of an operator whose factor exists. The server also accepts the code of the next half minute. */
export function freshCodes(secret: string): () => Promise<string> {
  const generator = new TOTP({ secret: Secret.fromBase32(secret) })
  let last = 0
  return async () => {
    const step = Math.max(Math.floor(Date.now() / PERIOD_MS), last + 1)
    last = step
    await delay(Math.max(0, (step - 1) * PERIOD_MS - Date.now()))
    return generator.generate({ timestamp: step * PERIOD_MS })
  }
}

async function writeAccount(email: string, password: string, nivel: NivelDeOperador): Promise<string> {
  // Few tests need the code of the server.
  const [{ connect }, { readConfig }, { hash }] = await Promise.all([
    import('../../apps/server/src/subjects/operacion/commands/connect.ts'),
    import('../../apps/server/src/platform/settings/config.ts'),
    import('@node-rs/argon2'),
  ])
  const { sql, close } = await connect(readConfig({ DATA_DIR: process.env.E2E_DATA_DIR }))
  try {
    const names = { nombre: 'Olga', apellido: 'Ortega' }
    return await sql.begin(async (tx) => {
      const [user] = await tx<{ id: string }[]>`
        insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
        values (${email}, ${await hash(password)}, now(), ${JSON.stringify(names)}::text::jsonb)
        returning id`
      const id = user?.id ?? ''
      await tx`update public.profiles set role = 'operador' where id = ${id}`
      await tx`
        insert into interno.operadores (operador_id, nivel, registrar_factor_hasta)
        values (${id}, ${nivel}, now() + interval '1 hour')`
      return id
    })
  } finally {
    await close()
  }
}
