import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashAnswer, HashJob } from './passwords.ts'

/**
 * A thread that does nothing but hash, one password at a time. It asks the system for less than everyone
 * else: a search or a query that comes meanwhile goes first, and hashing takes what is left.
 */

/** argon2id, which is the library's default algorithm: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const NICE = 10

function standBack() {
  if (process.platform !== 'linux') return
  try {
    // On Linux a thread has a priority of its own, by its own number.
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE)
  } catch {
    // Without /proc it hashes at the same priority as the rest.
  }
}

function work({ password, hash }: HashJob): HashAnswer {
  try {
    return hash === undefined ? { hash: hashSync(password, COST) } : { matches: verifySync(hash, password) }
  } catch (error) {
    // What is kept may be no hash at all (an account that must not sign in): it matches nothing.
    return hash === undefined ? { error: String(error) } : { matches: false }
  }
}

standBack()
parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(work(job)))
