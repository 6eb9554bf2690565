import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

/**
 * Addresses that open one object for a while, without asking anything of who holds them. What a token opens is in
 * the address itself; the token carries when it ends and a seal over both. Made of one HMAC: a page signs dozens.
 */
export interface Signer {
  /**
   * A site-relative address that works for at least `seconds`, and at most an hour more: within that hour the same
   * object has the same address, so that a browser that read the page twice fetches the picture once.
   */
  sign(bucket: string, name: string, seconds: number, variant?: 'mini'): string
  token(grant: Grant, expires: number): string
  /** When the grant ends, in seconds since the epoch; undefined when the token is not one of ours or has ended. */
  check(grant: Grant, token: string): number | undefined
}

export interface Grant {
  act: 'read' | 'mini' | 'upload'
  bucket: string
  name: string
  /** Of an upload, who asked for it. */
  holder?: string
}

const ROUND_SECONDS = 3600
/** An address cannot be taken back, so that it must end soon. Those of a conversation last a day. */
export const SIGNED_MAX_SECONDS = 24 * 60 * 60

export function signer(
  secrets: Pick<Secrets, 'jwtSecret'>,
  now: () => number = () => Date.now() / 1000,
): Signer {
  // Not the secret itself: a token of storage must never be of use as an access token, nor the reverse.
  const derived = hkdfSync('sha256', secrets.jwtSecret, '', 'maestros/storage/signed', 32)
  const key = createSecretKey(Buffer.from(derived))
  const seal = ({ act, bucket, name, holder = '' }: Grant, expires: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([act, bucket, name, holder, expires]))
      .digest()

  const token = (grant: Grant, expires: number) =>
    `${expires.toString(36)}.${seal(grant, expires).toString('base64url')}`

  return {
    token,
    sign(bucket, name, seconds, variant) {
      const expires = Math.ceil((now() + seconds) / ROUND_SECONDS) * ROUND_SECONDS
      const grant = { act: variant ?? 'read', bucket, name } as const
      return encodeURI(`/storage/v1${signedPath(grant, () => token(grant, expires))}`)
    },
    check(grant, given) {
      const [, end = '', sealed = ''] = /^([0-9a-z]{1,9})\.([\w-]{43})$/.exec(given) ?? []
      const expires = Number.parseInt(end, 36)
      if (!(expires > now())) return undefined
      // Tokens of versions that signed for up to a year.
      if (expires > now() + SIGNED_MAX_SECONDS + ROUND_SECONDS) return undefined
      const bytes = Buffer.from(sealed, 'base64url')
      const expected = seal(grant, expires)
      return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? expires : undefined
    },
  }
}

/** As the official client expects it: without the surface's prefix, and not yet escaped. */
export function signedPath(grant: Grant, token: (grant: Grant) => string): string {
  const folder = grant.act === 'mini' ? 'render/image/sign' : 'object/sign'
  return `/${folder}/${grant.bucket}/${grant.name}?token=${token(grant)}`
}
