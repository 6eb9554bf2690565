import { addressGroup } from '../../../platform/limits/address.ts'
import { fairQueue } from '../../../platform/limits/fair-queue.ts'
import { Overloaded } from '../../../platform/limits/overloaded.ts'
import { tooManyRequests } from '../errors.ts'
import type { Passwords } from './passwords.ts'

/** The account and address for which a password is hashed. */
export interface HashCaller {
  email: string
  ip: string
}

/** Hashes passwords with limits for each account and each address. Answers 429 when a limit is reached. */
export interface FairPasswords {
  hash(caller: HashCaller, password: string): Promise<string>
  /** `readHash` runs when it is the account's turn: nothing is read for a caller who is refused. */
  verify(caller: HashCaller, readHash: () => Promise<string>, password: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * One account hashes one password at a time. This limits an attack on one account from many addresses, and
 * parallel sign-ins of one account. The waiting places are enough for one person who signs in on several
 * devices at once.
 */
const ACCOUNT_WAITING = 15
const ACCOUNTS_WAITING = 2000
/**
 * Addresses take turns, so that a caller waits for one job of each other address and never for their whole
 * queues. An address may use all threads while no other needs them, because many people may share an IPv4
 * address (CGNAT).
 */
const ADDRESS_WAITING = 100
const ADDRESSES_WAITING = 5000
const RETRY_SECONDS = 5

export function fairPasswords(threads: Passwords, count: number): FairPasswords {
  const addresses = fairQueue({
    running: count,
    runningPerKey: count,
    waiting: ADDRESSES_WAITING,
    waitingPerKey: ADDRESS_WAITING,
    retryAfter: RETRY_SECONDS,
  })
  const accounts = fairQueue({
    // As many as the other queue admits, so that an account without a running job never waits in this queue.
    running: count + ADDRESSES_WAITING,
    runningPerKey: 1,
    waiting: ACCOUNTS_WAITING,
    waitingPerKey: ACCOUNT_WAITING,
    retryAfter: RETRY_SECONDS,
  })

  const inTurn = async <T>({ email }: HashCaller, work: () => Promise<T>): Promise<T> => {
    try {
      return await accounts.run(email, work)
    } catch (error) {
      throw error instanceof Overloaded ? tooManyRequests(error.retryAfter) : error
    }
  }
  const onThread = <T>({ ip }: HashCaller, work: () => Promise<T>): Promise<T> =>
    addresses.run(addressGroup(ip), work)

  return {
    hash: (caller, password) => inTurn(caller, () => onThread(caller, () => threads.hash(password))),
    verify: (caller, readHash, password) =>
      inTurn(caller, async () => {
        const hash = await readHash()
        return onThread(caller, () => threads.verify(hash, password))
      }),
    close: () => threads.close(),
  }
}
