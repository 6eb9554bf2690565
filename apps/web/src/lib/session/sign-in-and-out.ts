import { LOGIN, type Role } from '@maestros/dominio/acceso/roles'
import { BANNED } from '../client/call-error.ts'
import { type Client, getClient } from '../client/client.ts'
import { forgetStoredSession, type Stored, storedSession } from '../client/stored-session.ts'
import { type AuthFailure, failureOf, is, OFFLINE } from './auth-failure.ts'
import { afterPendingSignOuts, keepPendingSignOut, sendPendingSignOuts } from './pending-sign-out.ts'
import { forgetPersonal } from './personal/personal-store.ts'
import { readPerson } from './read-person.ts'
import { endHere, endSession } from './session.ts'
import { areEventsIgnored, withoutSessionEvents } from './session-events.ts'
import { getSession, isLeaving, type SignedIn, setSession } from './session-state.ts'

/** Signing in and out, for both roles. */

export type SignInResult =
  /** `kept`: the account was to be closed, and this sign-in keeps it. */
  | { ok: true; kept: boolean }
  | { ok: false; reason: 'credentials' | 'unconfirmed' | 'operator' }
  | { ok: false; reason: 'other-role' | 'invalid-role' | 'role-unknown'; kept: boolean }
  /** `help` is the e-mail address where the person can ask why. */
  | { ok: false; reason: 'suspended'; help: string | null }
  | AuthFailure

type Credentials = { email: string; password: string }

/** Signs in and checks the role of the account. An account of another role is signed out again; null accepts any role. */
export function signIn(input: Credentials, role: Role | null): Promise<SignInResult> {
  return withoutSessionEvents(async () => {
    const client = await getClient().catch(() => null)
    if (!client) return OFFLINE
    return afterPendingSignOuts(() => openSession(client, input, role))
  })
}

async function openSession(client: Client, input: Credentials, role: Role | null): Promise<SignInResult> {
  const { data, error } = await client.auth.signInWithPassword(input)
  if (error) return refusal(error, client)
  const { rol, cuenta_conservada } = data.user.app_metadata
  if (rol === 'operador') {
    await endStoredSession(client)
    return { ok: false, reason: 'operator' }
  }
  const kept = cuenta_conservada === true
  const person = await readPerson(client, data.user.id).catch(() => null)
  if (person?.role && (role === null || person.role === role)) {
    setSession(person)
    return { ok: true, kept }
  }
  await endStoredSession(client)
  if (!person) return { ok: false, reason: 'role-unknown', kept }
  return { ok: false, reason: person.role ? 'other-role' : 'invalid-role', kept }
}

/** Opens a new session of the signed-in person with the password, for acts that need a recent sign-in. */
export function confirmPassword(password: string): Promise<SignInResult> {
  return withoutSessionEvents(async () => {
    const client = await getClient().catch(() => null)
    if (!client) return OFFLINE
    const { data } = await client.auth.getSession()
    const email = data.session?.user.email ?? ''
    const { error } = await client.auth.signInWithPassword({ email, password })
    return error ? refusal(error, client) : { ok: true, kept: false }
  })
}

function refusal(error: Error, { supportEmail }: Client): SignInResult {
  if (is(error, 'invalid_credentials', 'Invalid login credentials')) {
    return { ok: false, reason: 'credentials' }
  }
  if (is(error, 'email_not_confirmed', 'Email not confirmed')) return { ok: false, reason: 'unconfirmed' }
  if (is(error, BANNED, 'User is banned')) return { ok: false, reason: 'suspended', help: supportEmail }
  return failureOf(error)
}

const SIGN_OUT_REDIRECT_MS = 100

/** A sign-out does not wait longer for the answer of the server, which may also come later. */
const SIGN_OUT_ANSWER_MS = 1000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Ends the session in this browser at once and on all devices as soon as the server answers, then calls `leave` with the
 * path to go to.
 */
export async function signOut(leave: (path: string) => void | Promise<void>) {
  const session = getSession()
  const role = session.status === 'signed-in' ? session.role : null
  await withoutSessionEvents(async () => {
    if (session.status === 'signed-in') setSession({ ...session, leaving: true } satisfies SignedIn)
    const answered = revoke(storedSession())
    // Without a network the next screen may have to wait: on a shared phone nothing stays readable meanwhile.
    if (session.status === 'signed-in') await forgetPersonal(session.userId)
    await answered
    await pause(SIGN_OUT_REDIRECT_MS)
    await leave(LOGIN[role ?? 'buscador'])
  })
  setSession({ status: 'anonymous', expired: false, ...(role === 'maestro' && { wasMaestro: true }) })
}

/**
 * Ends the session that has set a new password like `signOut` does. Nobody stays signed in here, also when the session was the one of
 * a link and another is stored. What a person has not sent yet stays for their next sign-in, as after a session that the server has
 * ended (docs/decisions/chat.md): nobody was asked whether to delete it.
 */
export async function endAfterReset(session: Stored | null) {
  const answered = revoke(session)
  endHere(null, false)
  await answered
}

/** Forgets the stored session. Resolves when the server has ended the given one on all devices, which it may also do later. */
function revoke(session: Stored | null): Promise<void> {
  if (session) keepPendingSignOut(session)
  forgetStoredSession()
  return Promise.race([sendPendingSignOuts(), pause(SIGN_OUT_ANSWER_MS)])
}

/**
 * Called when a server function answers that the session has expired. The guard then redirects to /login. A call that was sent
 * during or after a sign-out gets the same answer: that session was not ended by the server. Closing the account ends it too.
 */
export function expireSession() {
  if (isLeaving() || areEventsIgnored() || getSession().status === 'anonymous') return
  endSession({ expired: true })
}

/** Removes the session from this browser even when the server cannot be reached. */
export async function endStoredSession(client: Client) {
  await client.auth.signOut({ scope: 'local' }).catch(() => undefined)
  forgetStoredSession()
}
