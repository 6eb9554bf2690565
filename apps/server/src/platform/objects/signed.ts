import type { Person } from '../caller.ts'
import { textSigner } from '../secrecy/text-signer.ts'
import type { Secrets } from '../settings/secrets.ts'

/**
 * Signed addresses that give access to one object for a limited time, to everyone who has the address. The
 * object is named in the address; the token contains the expiry and an HMAC of both. One HMAC is cheap: a
 * page needs dozens of addresses.
 */
export interface Signer {
  /**
   * A site-relative address that is valid for at least `seconds`, and at most one hour more. Within that hour
   * the same object has the same address for one session, so that a browser can cache the picture.
   */
  sign(bucket: string, name: string, seconds: number, session: Session | undefined, variant?: 'mini'): string
  token(grant: Grant, expires: number): string
  /**
   * Returns when the grant expires, in seconds since the epoch; undefined when the token is invalid or has
   * expired.
   */
  check(grant: Grant, token: string): number | undefined
}

export interface Grant {
  act: 'read' | 'mini' | 'upload'
  bucket: string
  name: string
  /** The account and session that requested it (`holderOf`). The grant ends with the session. */
  holder?: string | undefined
}

export type Session = Pick<Person, 'userId' | 'sessionId'>

export const holderOf = ({ userId, sessionId }: Session): string => `${userId}.${sessionId}`
const HOLDER = /^([\da-f-]{36})\.([\da-f-]{36})\.(.+)$/

/** The session that a token names, and the rest. The signature is not checked yet. */
export function holderIn(token: string): { session: Session | undefined; signature: string } {
  const [, userId, sessionId, signature = token] = HOLDER.exec(token) ?? []
  return { session: userId && sessionId ? { userId, sessionId } : undefined, signature }
}

const ROUND_SECONDS = 3600
/**
 * An address that the secret key has requested ends early only when its object is deleted, so it must expire soon. Addresses in a
 * conversation last a day.
 */
export const SIGNED_MAX_SECONDS = 24 * 60 * 60

export function signer(
  secrets: Pick<Secrets, 'jwtSecret'>,
  now: () => number = () => Date.now() / 1000,
): Signer {
  const signatures = textSigner(secrets.jwtSecret, 'maestros/storage/signed')
  const textOf = ({ act, bucket, name, holder = '' }: Grant, expires: number) =>
    JSON.stringify([act, bucket, name, holder, expires])

  const token = (grant: Grant, expires: number) =>
    `${expires.toString(36)}.${signatures.sign(textOf(grant, expires))}`

  return {
    token,
    sign(bucket, name, seconds, session, variant) {
      const expires = Math.ceil((now() + seconds) / ROUND_SECONDS) * ROUND_SECONDS
      const grant = { act: variant ?? 'read', bucket, name, holder: session && holderOf(session) } as const
      return encodeURI(`/storage/v1${signedPath(grant, () => token(grant, expires))}`)
    },
    check(grant, given) {
      const [, end = '', signed = ''] = /^([0-9a-z]{1,9})\.([\w-]{43})$/.exec(given) ?? []
      const expires = Number.parseInt(end, 36)
      if (!(expires > now())) return undefined
      return signatures.isValid(textOf(grant, expires), signed) ? expires : undefined
    },
  }
}

/**
 * The address in the format that the official client expects: without the surface's prefix, and not yet
 * escaped.
 */
export function signedPath(grant: Grant, token: (grant: Grant) => string): string {
  const folder = grant.act === 'mini' ? 'render/image/sign' : 'object/sign'
  const holder = grant.holder === undefined ? '' : `${grant.holder}.`
  return `/${folder}/${grant.bucket}/${grant.name}?token=${holder}${token(grant)}`
}
