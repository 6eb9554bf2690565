import { LOGIN, RESET, type Role } from '@maestros/dominio/acceso/roles'
import { ENLACE_DE_RECUPERACION_MIN, SALIDA_TRAS_RESTABLECER_MS } from '@maestros/dominio/limites'
import type { Session } from '@supabase/auth-js'
import { BANNED, isRetryableAuthError } from '../client/call-error.ts'
import { type Client, getClient } from '../client/client.ts'
import { type Stored, storedSession, type Tokens } from '../client/stored-session.ts'
import { hasStrings } from '../device/has-strings.ts'
import { readText, removeText, writeText } from '../device/stored-text.ts'
import { type AuthFailure, failureOf, is, OFFLINE } from './auth-failure.ts'
import { keptLink } from './links/link-session.ts'
import { WANTED_AFTER_RESET } from './personal/personal-data.ts'
import type { Suspended } from './session-state.ts'
import { endAfterReset } from './sign-in-and-out.ts'

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

/** The account that gets a new password. */
export type ResetAccount = {
  email: string
  /** The account was to be closed until the link or code was used. */
  kept: boolean
  /** The client with the session of the link, which is never stored; null for the session that is stored. */
  link: Auth | null
}

type Auth = Client['auth']

export type LinkState = ResetAccount | 'expired' | 'unreachable' | Suspended

/** Checks whether the visitor may set a new password, and of whose account: by the tokens of the link, or by a session. */
export async function openResetLink(): Promise<LinkState> {
  const client = await getClient().catch(() => null)
  if (!client) return 'unreachable'
  const hash = new URLSearchParams(location.hash.slice(1))
  if (hash.get('error_code') === BANNED) return { help: client.supportEmail }
  if (['error', 'error_code', 'error_description'].some((name) => hash.has(name))) return 'expired'
  const tokens = keptLink()
  if (tokens) return enter(client, tokens)
  const { data } = await client.auth.getSession()
  return data.session ? accountOf(data.session, null) : 'expired'
}

async function enter(client: Client, tokens: Tokens): Promise<LinkState> {
  const link = client.unstoredAuth()
  // A refresh token is used only after the server has accepted the access token.
  const checked = await link.getUser(tokens.access_token)
  const { data, error } = checked.error ? checked : await link.setSession(tokens)
  if (error && is(error, BANNED)) return { help: client.supportEmail }
  if (isRetryableAuthError(error)) return 'unreachable'
  return 'session' in data && data.session ? accountOf(data.session, link) : 'expired'
}

const accountOf = ({ user, access_token }: Session, link: Auth | null): ResetAccount => ({
  email: user.email ?? '',
  kept: hasKeptAccount(access_token),
  link,
})

/** Whether the session of this token was opened for an account that was being closed, and has kept it. */
function hasKeptAccount(accessToken: string): boolean {
  const metadata: unknown = Reflect.get(Object(claimsOf(accessToken)), 'app_metadata')
  return Reflect.get(Object(metadata), 'cuenta_conservada') === true
}

/** Without a check of the signature: the server checks the token itself. */
function claimsOf(accessToken: string): unknown {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}

/** What the sign-in screen gets in its navigation state: whose password was set, and the page to go to. */
type AfterReset = { email: string; volver: string | undefined }
type Leave = (path: string, state: AfterReset) => void | Promise<void>

/** Signs out on all devices and goes to the sign-in of the role, so that the new password is used at once. */
export async function leaveAfterReset(role: Role, { email, link }: ResetAccount, leave: Leave) {
  await new Promise((resolve) => setTimeout(resolve, SALIDA_TRAS_RESTABLECER_MS))
  await endAfterReset(link ? await sessionOf(link) : storedSession())
  await leave(LOGIN[role], { email, volver: takeWantedPath() })
}

/** Null when its access token has expired and nothing answered its renewal. */
async function sessionOf(link: Auth): Promise<Stored | null> {
  const { session } = (await link.getSession()).data
  if (!session) return null
  const { access_token, refresh_token, user } = session
  return { access_token, refresh_token, userId: user.id }
}

/**
 * The page that a visitor wanted who requests a recovery e-mail (docs/decisions/acceso.md). The link of the e-mail opens another tab, which
 * has no navigation state, so the page is in localStorage for as long as the link works, or until the next sign-out. The e-mail
 * address is not: the next person at a shared phone could read it.
 */

/** Replaces the page of an earlier request. */
export function keepWantedPath(volver: string | undefined) {
  if (volver === undefined) return removeText(WANTED_AFTER_RESET)
  const hasta = new Date(Date.now() + ENLACE_DE_RECUPERACION_MIN * 60_000).toISOString()
  writeText(WANTED_AFTER_RESET, JSON.stringify({ volver, hasta }))
}

/** The page that the visitor of the last request wanted, once. */
export function takeWantedPath(): string | undefined {
  const kept = parsed(readText(WANTED_AFTER_RESET))
  removeText(WANTED_AFTER_RESET)
  if (!hasStrings(kept, 'volver', 'hasta')) return undefined
  return new Date() < new Date(kept.hasta) ? kept.volver : undefined
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
