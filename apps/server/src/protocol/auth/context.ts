import { availableParallelism } from 'node:os'
import type { Services } from '../../platform/services.ts'
import { type FairPasswords, fairPasswords } from './passwords/hash-queue.ts'
import { passwordThreads } from './passwords/passwords.ts'
import { accessSigner, type SignAccess } from './tokens.ts'

/** The services, and what only this surface needs in addition. */
export interface AuthContext extends Services {
  passwords: FairPasswords
  sign: SignAccess
}

export async function authContext(services: Services): Promise<AuthContext> {
  // The processes of one machine share its cores.
  const threads = Math.max(1, Math.ceil(availableParallelism() / services.config.WORKERS))
  return {
    ...services,
    passwords: fairPasswords(passwordThreads(threads), threads),
    sign: await accessSigner(services),
  }
}
