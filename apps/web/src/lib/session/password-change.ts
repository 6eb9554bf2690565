import { BANNED } from '../client/call-error.ts'
import { type Client, getClient } from '../client/client.ts'
import {
  type AuthFailure,
  failureOf,
  is,
  isAuthSessionMissingError,
  OFFLINE,
  weakPasswordOf,
} from './auth-failure.ts'
import { endSuspended } from './session.ts'

type Auth = Client['auth']

/** `suspended`: a stored session has ended, with the reason. */
type ChangeResult =
  | { ok: true }
  | { ok: false; reason: 'expired' | 'same' | 'suspended' | 'wrong-current' }
  /** The server has a list of common passwords. */
  | { ok: false; reason: 'weak'; message: string }
  | AuthFailure

/** Without the current password, the session must have been opened recently, for example by a reset link. */
type Change = { password: string; current_password?: string }

/**
 * Changes the password for one form: of the signed-in person, or of the session of a link that is not stored (recovery.ts). A change
 * without an answer is remembered, because the server may have made it. When it is sent again, the server then refuses it: the new
 * password is the present one.
 */
export function passwordChanges(link: Auth | null = null): (change: Change) => Promise<ChangeResult> {
  let unanswered: { sent: string; accountChangedAt: string | undefined } | null = null
  return async (change) => {
    const client = await getClient().catch(() => null)
    if (!client) return OFFLINE
    const auth = link ?? client.auth
    const sent = JSON.stringify(change)
    const earlier = unanswered?.sent === sent ? unanswered.accountChangedAt : undefined
    const { data } = await auth.getSession()
    unanswered = { sent, accountChangedAt: earlier ?? data.session?.user.updated_at }
    const first = await send(auth, change)
    const result =
      earlier === undefined || first.ok ? first : await orMade(auth, change.password, first, earlier)
    if (result.ok || !MAY_BE_MADE.includes(result.reason)) unanswered = null
    if (!result.ok && result.reason === 'suspended' && !link) await endSuspended()
    return result
  }
}

const MAY_BE_MADE: readonly string[] = ['offline', 'other']

type Refused = Exclude<ChangeResult, { ok: true }>

/**
 * The result of a repeated change that was refused. The server has made it before if the new password is the present one, and the
 * account was changed since: otherwise the person has typed the password that the account had from the beginning.
 */
async function orMade(
  auth: Auth,
  password: string,
  refused: Refused,
  accountChangedAt: string,
): Promise<ChangeResult> {
  const asked =
    refused.reason === 'wrong-current' ? await send(auth, { password, current_password: password }) : refused
  if (asked.ok || MAY_BE_MADE.includes(asked.reason)) return asked
  if (asked.reason !== 'same') return refused
  const { data, error } = await auth.getUser()
  if (error) return refusalOf(error)
  return data.user.updated_at === accountChangedAt ? refused : { ok: true }
}

async function send(auth: Auth, change: Change): Promise<ChangeResult> {
  const { error } = await auth.updateUser(change)
  return error ? refusalOf(error) : { ok: true }
}

function refusalOf(error: Error): Refused {
  // An old session may not change the password either; a new link opens a session that may.
  if (isAuthSessionMissingError(error) || is(error, 'reauthentication_needed')) {
    return { ok: false, reason: 'expired' }
  }
  if (is(error, BANNED)) return { ok: false, reason: 'suspended' }
  if (is(error, 'same_password')) return { ok: false, reason: 'same' }
  const weak = weakPasswordOf(error)
  if (weak !== null) return { ok: false, reason: 'weak', message: weak }
  if (is(error, 'current_password_invalid')) return { ok: false, reason: 'wrong-current' }
  return failureOf(error)
}
