import type { AuthContext } from './context.ts'
import type { HashCaller } from './hash-queue.ts'
import { guessLimit } from './limits.ts'
import { NOBODY } from './passwords.ts'

/**
 * Whether a password is right, under the limits for guesses. `readUser` runs after the limits allowed the guess. An
 * account that does not exist takes as long as one that does.
 */
export async function guessPassword<T extends { encrypted_password: string }>(
  context: AuthContext,
  caller: HashCaller,
  password: string,
  readUser: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const limit = guessLimit(context, 'signin', caller.email, caller.ip)
  await limit.check()
  const user = await readUser()
  const right = await context.passwords.verify(caller, user?.encrypted_password ?? NOBODY, password)
  await limit.settle(right)
  return right ? user : undefined
}
