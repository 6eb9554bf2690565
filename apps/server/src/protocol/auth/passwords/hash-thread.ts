import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { hashSync, verifySync } from '@node-rs/argon2'
import { PASSWORD_COST } from '../../../platform/secrecy/password-hash.ts'

/**
 * The code of a hash thread. It hashes one password at a time, at a lower CPU priority than the rest of the
 * server.
 */

const NICE = 10

/**
 * Piscina's own option would change the priority of the whole process on macOS. On Linux each thread has its
 * own priority, which is set by the thread's id.
 */
function lowerPriority() {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE)
  } catch {
    // Without /proc the thread keeps the priority of the process.
  }
}

export function hash({ password }: { password: string }): string {
  return hashSync(password, PASSWORD_COST)
}

export function verify({ hash, password }: { hash: string; password: string }): boolean {
  try {
    return verifySync(hash, password)
  } catch {
    // An account that must not sign in may have a text that is not a hash. No password matches it.
    return false
  }
}

lowerPriority()
