import { randomUUID } from 'node:crypto'
import type { NivelDeOperador } from '@maestros/dominio/operacion/operadores'
import { hash } from '@node-rs/argon2'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import type { ISql } from 'postgres'
import { runOperator } from '../../../src/subjects/operacion/commands/run.ts'
import type { TestApp } from '../app.ts'

export interface TestOperator {
  id: string
  email: string
}

/** An operator account without a password, created by an operator of the level 'responsable' or as the first one. */
export async function makeOperator(
  app: TestApp,
  nivel: NivelDeOperador = 'responsable',
): Promise<TestOperator> {
  const by = await responsable(app.sql)
  // The first operator is always 'responsable', so a 'revisor' needs another one.
  const creator = by ?? (nivel === 'revisor' ? (await makeOperator(app)).id : null)
  const email = `operador-${randomUUID()}@example.com`
  const [row] = await app.sql<{ id: string }[]>`
    select interno.crear_operador(${email}, 'Olga', 'Ortega', ${creator}, ${nivel}) as id`
  return { id: row!.id, email }
}

async function responsable(sql: ISql): Promise<string | undefined> {
  const [found] = await sql<{ id: string }[]>`
    select p.id from public.profiles p join interno.operadores o on o.operador_id = p.id
    where p.role = 'operador' and p.suspendido_en is null and o.nivel = 'responsable' limit 1`
  return found?.id
}

/** An operator with a password and a verified second factor. */
export interface ReadyOperator extends TestOperator {
  password: string
  /** The secret of the second factor, in base32. */
  secret: string
}

/** An operator who has signed in with the official client, with both factors: the session has aal2. */
export interface SignedInOperator extends ReadyOperator {
  client: SupabaseClient
  token: string
  sessionId: string
}

/** The code that an app shows now, or at another time step counted from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Tests sign in often. */
const CHEAP = { memoryCost: 1024, timeCost: 1 }

/** Sets a password as the access link does: all sessions end, and the first factor may be enrolled within one hour. */
export async function givePassword(app: TestApp, { id }: TestOperator): Promise<string> {
  const password = `contraseña-${randomUUID()}`
  await app.sql`update auth.users set encrypted_password = ${await hash(password, CHEAP)} where id = ${id}`
  await app.sql`delete from auth.sessions where user_id = ${id}`
  await app.sql`delete from auth.mfa_factors where user_id = ${id}`
  await app.sql`
    update interno.operadores set registrar_factor_hasta = now() + interval '1 hour' where operador_id = ${id}`
  return password
}

/** A new session with the password alone: aal1. */
export async function passwordClient(
  app: TestApp,
  { email, password }: Pick<ReadyOperator, 'email' | 'password'>,
): Promise<SupabaseClient> {
  const client = app.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

/** A new operator with a session of aal2, by the routes that the console uses. */
export async function makeSignedInOperator(
  app: TestApp,
  nivel: NivelDeOperador = 'responsable',
): Promise<SignedInOperator> {
  const operator = await makeOperator(app, nivel)
  const password = await givePassword(app, operator)
  const client = await passwordClient(app, { ...operator, password })
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const { secret } = data.totp
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret) })
  if (verified.error) throw verified.error
  return { ...operator, password, secret, client, ...(await sessionOf(client)) }
}

/** One more session with aal2. A code works once, so the one before is forgotten: a test need not wait for the next one. */
export async function signInOperator(app: TestApp, operator: ReadyOperator): Promise<SignedInOperator> {
  const client = await passwordClient(app, operator)
  const factors = await client.auth.mfa.listFactors()
  const factorId = factors.data?.totp[0]?.id ?? ''
  await app.sql`update auth.mfa_factors set last_used_step = null where id = ${factorId}`
  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(operator.secret) })
  if (verified.error) throw verified.error
  return { ...operator, client, ...(await sessionOf(client)) }
}

async function sessionOf(client: SupabaseClient): Promise<{ token: string; sessionId: string }> {
  const { data } = await client.auth.getSession()
  const token = data.session?.access_token ?? ''
  const { data: read } = await client.auth.getClaims(token)
  return { token, sessionId: read?.claims.session_id ?? '' }
}

export interface OperatorRun {
  code: number
  out: string
  err: string
}

/** What a command that changes nothing answers. */
export const failure = (sentence: string): OperatorRun => ({ code: 1, out: '', err: `Error: ${sentence}` })

/** Runs a command of the operator's command line on the database of the test. */
export const operate = (app: TestApp, ...argv: string[]): Promise<OperatorRun> =>
  operateWith(app, {}, ...argv)

/** With other settings, and with the answer to the question that the command asks. `err` contains the question. */
export async function operateWith(
  app: TestApp,
  { answer = '', settings = {} }: { answer?: string; settings?: Record<string, string> },
  ...argv: string[]
): Promise<OperatorRun> {
  const out: string[] = []
  const err: string[] = []
  const code = await runOperator(
    argv,
    { DATA_DIR: app.services.config.DATA_DIR, SITE_URL: app.url, ...settings },
    {
      out: (line) => out.push(line),
      error: (line) => err.push(line),
      ask: async (question) => {
        err.push(question)
        return answer
      },
    },
    async () => ({ sql: app.sql, close: async () => {} }),
  )
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** The operator looks at the data of a maestro. Later decisions are about what was seen. */
export const look = (sql: ISql, operator: Pick<TestOperator, 'id'>, maestro: string) =>
  sql`select interno.consultar_verificacion(${operator.id}, ${maestro})`

export const decide = (
  { sql }: { sql: ISql },
  operator: TestOperator,
  maestro: string,
  tipo: string,
  estado: string,
  motivo: string | null = null,
  corrigeCon: string[] | null = null,
) => sql`
  select interno.decidir_verificacion(${operator.id}, ${maestro}, ${tipo}, ${estado}, ${motivo}, ${corrigeCon})`
