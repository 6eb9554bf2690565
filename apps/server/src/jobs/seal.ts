import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { PermanentFailure } from './definition.ts'

/**
 * Secrets inside payloads, such as the code of an e-mail. They are encrypted with a key that the database does not have,
 * so that a copy of the queue's table contains no code that works.
 */

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'maestros job payload', 32))

export function seal(secret: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

export function unseal(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const rest = bytes.subarray(IV_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8')
  } catch (cause) {
    // After JWT_SECRET has changed, the code inside no longer works either.
    throw new PermanentFailure('the payload was sealed with another JWT_SECRET', { cause })
  }
}
