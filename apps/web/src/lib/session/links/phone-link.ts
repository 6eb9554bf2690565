import { isRetryableAuthError } from '../../client/call-error.ts'
import { getClient } from '../../client/client.ts'
import { afterPendingSignOuts } from '../pending-sign-out.ts'
import { keepLink } from './link-session.ts'

export type PhoneLinkResult = 'expired' | 'unreachable' | 'opened'

/** Redeems the token of a QR code, which works once. The page of `path` then asks whether the session may be used. */
export async function openPhoneLink(token: string, path: string): Promise<PhoneLinkResult> {
  const client = await getClient().catch(() => null)
  if (!client) return 'unreachable'
  // A sign-out of the same person that is sent later would end the new session.
  const { data, error } = await afterPendingSignOuts(() =>
    client.unstoredAuth().verifyOtp({ type: 'magiclink', token_hash: token }),
  )
  if (!data.session) return isRetryableAuthError(error) ? 'unreachable' : 'expired'
  const { access_token, refresh_token } = data.session
  keepLink({ access_token, refresh_token }, path)
  location.reload()
  return 'opened'
}
