import { failureOf } from './auth-failure.ts'
import { getClient } from './client.ts'
import { readPerson, setSession, withoutSessionEvents } from './session.ts'

export type PhoneLinkResult = 'open' | 'expired' | 'unreachable'

/** Signs this phone in with the token of a QR code. The token works once. */
export function openPhoneLink(token: string): Promise<PhoneLinkResult> {
  return withoutSessionEvents(async () => {
    const client = await getClient().catch(() => null)
    if (!client) return 'unreachable'
    const { data, error } = await client.auth.verifyOtp({ type: 'magiclink', token_hash: token })
    if (error || !data.user) return error && failureOf(error).reason === 'offline' ? 'unreachable' : 'expired'
    const person = await readPerson(client, data.user.id).catch(() => null)
    if (!person) return 'unreachable'
    setSession(person)
    return 'open'
  })
}
