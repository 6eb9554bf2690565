import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signs texts for one purpose. */
export interface TextSigner {
  /** The HMAC of the text, 43 characters. */
  sign(text: string): string
  isValid(text: string, signature: string): boolean
}

/**
 * The key is derived from the secret and the purpose: a signature must never be valid for another purpose, nor as an access
 * token. Links that were sent depend on both, so the purpose of existing links never changes.
 */
export function textSigner(secret: string, purpose: string): TextSigner {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    sign: (text) => hmac(text).toString('base64url'),
    isValid(text, signature) {
      const given = Buffer.from(signature, 'base64url')
      const expected = hmac(text)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
