import { sealText, unsealText } from '../secrecy/sealed-text.ts'
import { PermanentFailure } from './definition.ts'

/**
 * Secrets inside payloads, such as the code of an e-mail. They are encrypted with a key that the database does not have,
 * so that a copy of the queue's table contains no code that works.
 */

const PURPOSE = 'maestros job payload'

export const seal = (secret: string, text: string): string => sealText(secret, PURPOSE, text)

export function unseal(secret: string, sealed: string): string {
  try {
    return unsealText(secret, PURPOSE, sealed)
  } catch (cause) {
    // After JWT_SECRET has changed, the code inside no longer works either.
    throw new PermanentFailure('the payload was sealed with another JWT_SECRET', { cause })
  }
}
