import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A random token of which only the hash is stored. It is too long to guess, so a plain hash is enough. */
export function randomToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: tokenHash(token) }
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
