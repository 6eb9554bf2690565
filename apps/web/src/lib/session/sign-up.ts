import { HOME, type Role } from '@maestros/dominio/acceso/roles'
import { type Client, getClient } from '../client/client.ts'
import { type AuthFailure, failureOf, is, OFFLINE, weakPasswordOf } from './auth-failure.ts'
import { noteSignUp } from './links/own-sign-ups.ts'
import { withoutSessionEvents } from './session-events.ts'
import { endStoredSession } from './sign-in-and-out.ts'

type NewPerson = { nombre: string; apellido: string; email: string; password: string }

export type SignUpResult =
  /** `confirmed`: the account may sign in at once, without confirming the e-mail address. */
  | { ok: true; confirmed: boolean }
  | { ok: false; reason: 'exists' | 'email' }
  | { ok: false; reason: 'weak'; message: string }
  | AuthFailure

/**
 * Creates the account without signing in: the person then signs in on the screen of their role. `path` is the page that the
 * link of the confirmation e-mail leads to.
 */
export function signUp(person: NewPerson, role: Role, path: string): Promise<SignUpResult> {
  return create(person, { role, welcomed: role === 'buscador', path })
}

type TestUserResult = SignUpResult | { ok: false; reason: 'production' }

/** Creates a demo account, which gets no welcome e-mail. Not available in production. */
export async function signUpTestUser(person: NewPerson): Promise<TestUserResult> {
  const client = await getClient().catch(() => null)
  if (client?.production) return { ok: false, reason: 'production' }
  return create(person, { role: 'buscador', welcomed: false, path: HOME.buscador })
}

type How = { role: Role; welcomed: boolean; path: string }

function create(
  { email, password, nombre, apellido }: NewPerson,
  { role, welcomed, path }: How,
): Promise<SignUpResult> {
  return withoutSessionEvents(async (): Promise<SignUpResult> => {
    const client = await getClient().catch(() => null)
    if (!client) return OFFLINE
    const { data, error } = await client.auth.signUp({
      email,
      password,
      options: {
        emailRedirectTo: new URL(path, location.origin).href,
        data: {
          display_name: `${nombre} ${apellido}`,
          nombre,
          apellido,
          role,
          terminos_aceptados: true,
          fecha_aceptacion: new Date().toISOString(),
        },
      },
    })
    if (error) return refusal(error)
    if (data.user) noteSignUp(data.user.id)
    if (welcomed && data.user) await sendWelcome(client, data.user.id)
    if (data.session) await endStoredSession(client)
    return { ok: true, confirmed: data.session !== null }
  })
}

function refusal(error: Error): SignUpResult {
  if (is(error, 'user_already_exists', 'User already registered')) return { ok: false, reason: 'exists' }
  if (is(error, 'email_address_invalid') || /email address.*invalid|invalid.*email/i.test(error.message)) {
    return { ok: false, reason: 'email' }
  }
  const weak = weakPasswordOf(error)
  if (weak !== null) return { ok: false, reason: 'weak', message: weak }
  return failureOf(error)
}

const WELCOME_MS = 3000

/** Needs the session of the new account. A failure is ignored (specification, section 7). */
async function sendWelcome({ functions }: Client, id: string) {
  await functions
    .invoke('send-buscador-welcome-email', { body: { buscador_id: id }, timeout: WELCOME_MS })
    .catch(() => undefined)
}
