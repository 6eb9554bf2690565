import { isRetryableAuthError } from './call-error.ts'
import { getClient } from './client.ts'
import { storeLinkSession } from './link-session.ts'
import { afterPendingSignOuts } from './pending-sign-out.ts'
import { refreshSession } from './session.ts'
import { withoutSessionEvents } from './session-events.ts'

type Failure = 'expired' | 'unreachable'

export type PhoneLinkResult = Failure | OpenedLink

/** A session that is not stored yet: the person first sees whose account it is (decision 061). */
export type OpenedLink = {
  email: string
  /** Signs this phone in. */
  accept: () => Promise<'open' | Failure>
  /** Ends the session of the link. */
  refuse: () => Promise<void>
}

/** Opens the session of a QR code. The token works once. */
export async function openPhoneLink(token: string): Promise<PhoneLinkResult> {
  const client = await getClient().catch(() => null)
  if (!client) return 'unreachable'
  const unstored = client.unstoredAuth()
  // A sign-out of the same person that is sent later would end the new session.
  const { data, error } = await afterPendingSignOuts(() =>
    unstored.verifyOtp({ type: 'magiclink', token_hash: token }),
  )
  const { session } = data
  if (!session) return failureOf(error)
  const accept = async () => {
    const error = await withoutSessionEvents(() => storeLinkSession(client, session))
    if (error) return failureOf(error)
    await refreshSession()
    return 'open'
  }
  const refuse = async () => {
    await unstored.signOut({ scope: 'local' }).catch(() => undefined)
  }
  return { email: session.user.email ?? '', accept, refuse }
}

const failureOf = (error: Error | null): Failure => (isRetryableAuthError(error) ? 'unreachable' : 'expired')
