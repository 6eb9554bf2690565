import { createHmac, randomInt, timingSafeEqual, webcrypto } from 'node:crypto'
import { SignJWT } from 'jose'
import { tokenHash } from '../../platform/secrecy/random-token.ts'
import type { Services } from '../../platform/services.ts'
import type { SessionMethod, UserRow } from './users.ts'

/** Signed access tokens, derived refresh tokens and codes. Random tokens: ../random-token.ts. */

export interface SessionFacts {
  id: string
  method: SessionMethod
  createdAt: Date
  /** When the code of a second factor has raised the session to aal2; null for a session with aal1. */
  confirmedAt: Date | null
}
export interface AccessToken {
  token: string
  expiresIn: number
  expiresAt: number
}
export type SignAccess = (user: UserRow, session: SessionFacts) => Promise<AccessToken>

export async function accessSigner({
  config,
  secrets,
}: Pick<Services, 'config' | 'secrets'>): Promise<SignAccess> {
  const secret = new TextEncoder().encode(secrets.jwtSecret)
  const key = await webcrypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const issuer = `${config.siteUrl}/auth/v1`
  const expiresIn = config.ACCESS_TOKEN_SECONDS

  return async (user, session) => {
    const now = Math.floor(Date.now() / 1000)
    const expiresAt = now + expiresIn
    const token = await new SignJWT({
      iss: issuer,
      sub: user.id,
      aud: 'authenticated',
      exp: expiresAt,
      iat: now,
      email: user.email,
      phone: '',
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      role: 'authenticated',
      aal: session.confirmedAt === null ? 'aal1' : 'aal2',
      amr: [
        ...(session.confirmedAt === null
          ? []
          : [{ method: 'totp', timestamp: secondsOf(session.confirmedAt) }]),
        { method: session.method, timestamp: secondsOf(session.createdAt) },
      ],
      session_id: session.id,
      is_anonymous: false,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key)
    return { token, expiresIn, expiresAt }
  }
}

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)

const CODE_DIGITS = 6

/**
 * The refresh token that follows another one. It is derived, so that a repeated exchange gives the same
 * successor although only hashes are stored. It cannot be derived without the secret.
 */
export function successorToken(secret: string, refreshToken: string): { token: string; hash: Buffer } {
  const token = createHmac('sha256', secret).update(`refresh-token-after:${refreshToken}`).digest('base64url')
  return { token, hash: tokenHash(token) }
}

export function randomCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** A million codes can be tried quickly, so the hash uses the secret: reading the table reveals no code. */
export function codeHash(secret: string, userId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`${userId}:${code}`).digest()
}

export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
