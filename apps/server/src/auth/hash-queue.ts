import { addressGroup } from '../limits/address.ts'
import { fairQueue } from '../limits/fair-queue.ts'
import { Overloaded } from '../limits/overloaded.ts'
import { tooManyRequests } from './errors.ts'
import type { Passwords } from './passwords.ts'

/** Whose share of the hash threads a job uses. */
export interface HashCaller {
  email: string
  ip: string
}

/** Hashing with a bounded share for each account and each address. Answers 429 when a share is used up. */
export interface FairPasswords {
  hash(caller: HashCaller, password: string): Promise<string>
  verify(caller: HashCaller, hash: string, password: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * One account hashes one password at a time. This bounds an attack on one account from many addresses, and parallel
 * sign-ins of one account. Nobody signs in on more devices at the same moment than may wait here.
 */
const ACCOUNT_WAITING = 15
const ACCOUNTS_WAITING = 2000
/**
 * Addresses take turns, so that a caller waits for one job of each other address and never for their queues. An address
 * may use all threads while no other wants them, because many people may share an IPv4 address (CGNAT).
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
    // As many as the other queue admits, so that an account without a job in progress never waits in this queue.
    running: count + ADDRESSES_WAITING,
    runningPerKey: 1,
    waiting: ACCOUNTS_WAITING,
    waitingPerKey: ACCOUNT_WAITING,
    retryAfter: RETRY_SECONDS,
  })

  const inTurn = async <T>({ email, ip }: HashCaller, work: () => Promise<T>): Promise<T> => {
    try {
      return await accounts.run(email, () => addresses.run(addressGroup(ip), work))
    } catch (error) {
      throw error instanceof Overloaded ? tooManyRequests(error.retryAfter) : error
    }
  }

  return {
    hash: (caller, password) => inTurn(caller, () => threads.hash(password)),
    verify: (caller, hash, password) => inTurn(caller, () => threads.verify(hash, password)),
    close: () => threads.close(),
  }
}
