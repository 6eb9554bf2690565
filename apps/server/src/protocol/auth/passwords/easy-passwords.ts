import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The 10,000 most common passwords, without those that are too short anyway, and some of Spanish-speaking people. From
 * @zxcvbn-ts/language-common 4.1.3 (MIT), which has them in this order.
 */
const COMMON = new Set(readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n'))

/** Whether somebody who knows the e-mail address would try this password first. */
export function isEasyToGuess(password: string, email: string): boolean {
  const plain = password.trim().toLowerCase()
  return plain === '' || plain === email || COMMON.has(plain)
}
