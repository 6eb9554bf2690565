import { getClient } from '../client/client.ts'
import { type AuthFailure, failureOf, is, OFFLINE } from './auth-failure.ts'
import { afterPendingSignOuts } from './pending-sign-out.ts'
import { refreshSession } from './session.ts'
import { withoutSessionEvents } from './session-events.ts'

/** The e-mail that confirms an account, and the codes of e-mails. */

export type ResendResult =
  | { ok: true }
  /** `seconds` is null when the server does not say how long to wait. */
  | { ok: false; reason: 'wait'; seconds: number | null }
  | AuthFailure

/** Sends the confirmation e-mail again. The server answers the same for an address that has nothing to confirm. */
export async function resendConfirmation(email: string, path: string): Promise<ResendResult> {
  const client = await getClient().catch(() => null)
  if (!client) return OFFLINE
  const emailRedirectTo = new URL(path, location.origin).href
  const { error } = await client.auth.resend({ type: 'signup', email, options: { emailRedirectTo } })
  if (!error) return { ok: true }
  if (!is(error, 'over_email_send_rate_limit')) return failureOf(error)
  // The client gives no headers of an answer, but the message names the seconds too.
  const [, seconds] = /after (\d+) seconds/.exec(error.message) ?? []
  return { ok: false, reason: 'wait', seconds: seconds === undefined ? null : Number(seconds) }
}

export type CodeKind = 'signup' | 'recovery'
export type CodeResult = { ok: true } | { ok: false; reason: 'wrong' } | AuthFailure

type Code = { kind: CodeKind; email: string; code: string }

/** Opens a session with the code of an e-mail. `leave` is called before the session store (lib/session/session-state.ts) and the screens change. */
export async function enterWithCode(
  { kind, email, code }: Code,
  leave?: () => void | Promise<void>,
): Promise<CodeResult> {
  const result = await withoutSessionEvents(async (): Promise<CodeResult> => {
    const client = await getClient().catch(() => null)
    if (!client) return OFFLINE
    const { error } = await afterPendingSignOuts(() =>
      client.auth.verifyOtp({ type: kind, email, token: code }),
    )
    if (error) return is(error, 'otp_expired') ? { ok: false, reason: 'wrong' } : failureOf(error)
    await leave?.()
    return { ok: true }
  })
  if (result.ok) await refreshSession()
  return result
}
