import { LOGIN, RESET, type Role } from '@maestros/dominio/acceso'
import { SALIDA_TRAS_RESTABLECER_MS } from '@maestros/dominio/limites'
import { endStoredSession, signOut } from './access.ts'
import { type AuthFailure, failureOf, is, isAuthSessionMissingError, OFFLINE } from './auth-failure.ts'
import { type Client, getClient } from './client.ts'
import type { Suspended } from './session.ts'

/** Password recovery. */

export type RequestResult = { ok: true } | { ok: false; reason: 'unknown' | 'wait' } | AuthFailure

/** Requests the recovery e-mail. The server reads the role from the screen that the link leads to. */
export async function requestReset(email: string, role: Role): Promise<RequestResult> {
  const client = await getClient().catch(() => null)
  if (!client) return OFFLINE
  const redirectTo = new URL(RESET[role], location.origin).href
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo })
  if (!error) return { ok: true }
  if (is(error, 'user_not_found', 'User not found')) return { ok: false, reason: 'unknown' }
  if (is(error, 'over_email_send_rate_limit')) return { ok: false, reason: 'wait' }
  return failureOf(error)
}

export type LinkState = 'valid' | 'expired' | 'unreachable' | Suspended

/** The code by which the auth service refuses a suspended account. */
const BANNED = 'user_banned'

/** Checks whether the visitor may set a new password: by the tokens of the link, or by a session. */
export async function openResetLink(): Promise<LinkState> {
  const client = await getClient().catch(() => null)
  if (!client) return 'unreachable'
  // The client reads a complete session from the hash by itself. Other forms are read here.
  await client.auth.initialize()
  const hash = new URLSearchParams(location.hash.slice(1))
  if (hash.get('error_code') === BANNED) return { help: client.supportEmail }
  if (['error', 'error_code', 'error_description'].some((name) => hash.has(name))) return 'expired'
  const query = new URLSearchParams(location.search)
  for (const params of [hash, query]) {
    const access_token = params.get('access_token')
    const refresh_token = params.get('refresh_token')
    if (access_token && refresh_token) return enter(client, { access_token, refresh_token })
  }
  const { data } = await client.auth.getSession()
  return data.session ? 'valid' : 'expired'
}

async function enter(
  { auth, supportEmail }: Client,
  tokens: { access_token: string; refresh_token: string },
): Promise<LinkState> {
  const { error } = await auth.setSession(tokens)
  if (error && is(error, BANNED)) return { help: supportEmail }
  if (error) return failureOf(error).reason === 'offline' ? 'unreachable' : 'expired'
  // Remove the tokens from the address and the history.
  history.replaceState(history.state, '', location.pathname)
  return 'valid'
}

/** The e-mail of the person who is signed in; null for a visitor. */
export async function signedInEmail(): Promise<string | null> {
  const client = await getClient().catch(() => null)
  const session = await client?.auth.getSession()
  return session?.data.session?.user.email ?? null
}

export type ChangeResult =
  | { ok: true }
  | { ok: false; reason: 'expired' | 'same' }
  | ({ ok: false; reason: 'suspended' } & Suspended)
  | AuthFailure

export async function changePassword(password: string): Promise<ChangeResult> {
  const client = await getClient().catch(() => null)
  if (!client) return OFFLINE
  const { error } = await client.auth.updateUser({ password })
  if (!error) return { ok: true }
  // An old session may not change the password either; a new link opens a session that may.
  if (isAuthSessionMissingError(error) || is(error, 'reauthentication_needed')) {
    return { ok: false, reason: 'expired' }
  }
  if (is(error, BANNED)) {
    await endStoredSession(client)
    return { ok: false, reason: 'suspended', help: client.supportEmail }
  }
  if (is(error, 'same_password')) return { ok: false, reason: 'same' }
  return failureOf(error)
}

/** Signs out on all devices and goes to the sign-in of the role, so that the new password is used at once. */
export async function leaveAfterReset(role: Role, leave: (path: string) => void | Promise<void>) {
  await new Promise((resolve) => setTimeout(resolve, SALIDA_TRAS_RESTABLECER_MS))
  await signOut(() => leave(LOGIN[role]))
}
