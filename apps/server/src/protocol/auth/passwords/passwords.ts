import { join } from 'node:path'
import { Piscina } from 'piscina'

/**
 * Hashes passwords in separate worker threads, so that neither the event loop nor the four threads that Node
 * shares among files, DNS and crypto wait for a hash. The pool starts every job at once: hash-queue.ts limits
 * them.
 */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * A hash of a random password that nobody knows, with the same cost as all others. A sign-in with an unknown
 * e-mail is compared with it, so that it takes as long as one with a known e-mail. An account whose password must not work
 * any more has it too.
 */
export const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$uzY66wApE9J6c6VSb3ZRaA$ahwlZCoc+tQ5vyFvXKyK0rl6LvNSW/I/d3HpTf8rvAc'

export function passwordThreads(count: number): Passwords {
  const pool = new Piscina({
    filename: join(import.meta.dirname, 'hash-thread.ts'),
    minThreads: 0,
    maxThreads: count,
    idleTimeout: Number.POSITIVE_INFINITY,
    execArgv: [],
  })
  return {
    hash: (password) => pool.run({ password }, { name: 'hash' }),
    verify: (hash, password) => pool.run({ hash, password }, { name: 'verify' }),
    close: () => pool.destroy(),
  }
}
