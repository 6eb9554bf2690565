import { LOGIN, RESET, type Role } from '@maestros/dominio/acceso'
import { SALIDA_TRAS_RESTABLECER_MS } from '@maestros/dominio/limites'
import { endAfterReset } from './access.ts'
import { type AuthFailure, failureOf, is, OFFLINE } from './auth-failure.ts'
import { BANNED } from './call-error.ts'
import { type Client, getClient } from './client.ts'
import { hasKeptAccount, storeLinkSession, tokensInAddress } from './link-session.ts'
import type { Suspended } from './session-state.ts'
import { storedEmail, type Tokens } from './stored-session.ts'
import { keepWantedPath, takeWantedPath } from './wanted-after-reset.ts'

/** Password recovery. */

export type RequestResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  /** An e-mail was sent a short time ago, and its code still works. */
  | { ok: false; reason: 'recent'; message: string | null }
  | AuthFailure

/**
 * Requests the recovery e-mail. The server reads the role from the screen that the link leads to. `volver` is the page that the
 * visitor wants after the recovery.
 */
export async function requestReset(email: string, role: Role, volver?: string): Promise<RequestResult> {
  const client = await getClient().catch(() => null)
  if (!client) return OFFLINE
  const redirectTo = new URL(RESET[role], location.origin).href
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo })
  if (!error || is(error, 'over_email_send_rate_limit')) keepWantedPath(volver)
  if (!error) return { ok: true }
  if (is(error, 'user_not_found', 'User not found')) return { ok: false, reason: 'unknown' }
  const failure = failureOf(error)
  const isRecent = is(error, 'over_email_send_rate_limit') && failure.reason === 'other'
  return isRecent ? { ...failure, reason: 'recent' } : failure
}

/** `kept`: valid, and the account was to be closed until this link or code was used. */
export type LinkState = 'valid' | 'kept' | 'expired' | 'unreachable' | Suspended

/** Checks whether the visitor may set a new password: by the tokens of the link, or by a session. */
export async function openResetLink(): Promise<LinkState> {
  const client = await getClient().catch(() => null)
  if (!client) return 'unreachable'
  // The client reads a complete session from the hash by itself. Other forms are read here.
  await client.auth.initialize()
  const hash = new URLSearchParams(location.hash.slice(1))
  if (hash.get('error_code') === BANNED) return { help: client.supportEmail }
  if (['error', 'error_code', 'error_description'].some((name) => hash.has(name))) return 'expired'
  const tokens = tokensInAddress()
  if (tokens) return enter(client, tokens)
  const { data } = await client.auth.getSession()
  return data.session ? stateOf(data.session.access_token) : 'expired'
}

async function enter(client: Client, tokens: Tokens): Promise<LinkState> {
  const error = await storeLinkSession(client, tokens)
  if (error && is(error, BANNED)) return { help: client.supportEmail }
  if (error) return failureOf(error).reason === 'offline' ? 'unreachable' : 'expired'
  // Remove the tokens from the address and the history.
  history.replaceState(history.state, '', location.pathname)
  return stateOf(tokens.access_token)
}

const stateOf = (accessToken: string) => (hasKeptAccount(accessToken) ? 'kept' : 'valid')

/** What the sign-in screen gets in its navigation state: whose password was set, and the page to go to. */
type AfterReset = { email: string; volver: string | undefined }
type Leave = (path: string, state: AfterReset | null) => void | Promise<void>

/** Signs out on all devices and goes to the sign-in of the role, so that the new password is used at once. */
export async function leaveAfterReset(role: Role, leave: Leave) {
  const email = storedEmail()
  await new Promise((resolve) => setTimeout(resolve, SALIDA_TRAS_RESTABLECER_MS))
  await endAfterReset()
  await leave(LOGIN[role], email === null ? null : { email, volver: takeWantedPath() })
}
