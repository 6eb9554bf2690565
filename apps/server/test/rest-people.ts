import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { TestApp } from './setup/app.ts'

/** Someone signed in, made behind the auth surface's back: these tests are about data. */
export interface TestPerson {
  id: string
  sessionId: string
  token: string
  client: SupabaseClient
}

export async function signedIn(app: TestApp, role: 'buscador' | 'maestro'): Promise<TestPerson> {
  const email = `${role}-${randomUUID()}@example.com`
  const metadata = {
    role,
    nombre: 'Ana',
    apellido: 'Ruiz',
    terminos_aceptados: true,
    fecha_aceptacion: new Date(),
  }
  const [user] = await app.sql<{ id: string }[]>`
    insert into auth.users (email, encrypted_password, raw_user_meta_data)
    values (${email}, 'x', ${JSON.stringify(metadata)}::text::jsonb) returning id`
  if (!user) throw new Error('no user was made')
  const [session] = await app.sql<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${user.id}) returning id`
  if (!session) throw new Error('no session was made')
  const token = await mintToken(app, { sub: user.id, session_id: session.id })
  return { id: user.id, sessionId: session.id, token, client: clientWith(app, token) }
}

export function mintToken(
  app: TestApp,
  claims: { sub: string; session_id: string },
  options: { expires?: string; secret?: string } = {},
): Promise<string> {
  return new SignJWT({ ...claims, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(options.expires ?? '1h')
    .sign(new TextEncoder().encode(options.secret ?? app.services.secrets.jwtSecret))
}

export function clientWith(app: TestApp, token: string): SupabaseClient {
  return createClient(app.url, app.services.secrets.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  })
}

/** A plain request, for what the official client would never send. */
export function ask(
  app: TestApp,
  path: string,
  init: RequestInit & { token?: string } = {},
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('apikey')) headers.set('apikey', app.services.secrets.publishableKey)
  if (init.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  if (init.token !== undefined) headers.set('authorization', `Bearer ${init.token}`)
  return fetch(`${app.url}/rest/v1${path}`, { ...init, headers })
}

const Problem = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown(),
  hint: z.string().nullable(),
})

/** The body of a refusal, whose shape is the same for all. */
export const problemOf = async (answer: Response) => Problem.parse(await answer.json())
