import type { AuthContext } from '../context.ts'
import { DEMO_OPERATOR } from '../demo-operator.ts'
import { isKnownAddress } from '../known-addresses.ts'
import { guessLimit } from '../limits.ts'
import type { HashCaller } from './hash-queue.ts'
import { UNKNOWN_PASSWORD_HASH } from './passwords.ts'

/**
 * Checks a password within the limits for guesses. `readUser` runs after the limits and the queue allowed the guess.
 * The check takes as long for an account that does not exist as for one that does.
 */
export async function verifyPassword<T extends { encrypted_password: string }>(
  context: AuthContext,
  caller: HashCaller,
  password: string,
  readUser: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const limit = guessLimit(context, 'signin', caller.email, caller.ip, () =>
    isKnownAddress(context, caller.email, caller.ip),
  )
  await limit.check()
  let user: T | undefined
  const readHash = async () => {
    const found = await readUser()
    const isClosed = context.config.production && caller.email === DEMO_OPERATOR
    user = isClosed ? undefined : found
    // An operator has a text that is no hash, which would be refused at once: the time would show whose address it is.
    return user?.encrypted_password.startsWith('$argon2') ? user.encrypted_password : UNKNOWN_PASSWORD_HASH
  }
  const right = await context.passwords.verify(caller, readHash, password)
  await limit.settle(right)
  return right ? user : undefined
}
