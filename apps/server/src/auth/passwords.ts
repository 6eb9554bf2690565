import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { tooManyRequests } from './errors.ts'

/**
 * Passwords are hashed by threads of their own, as many as there are cores: neither the event loop nor the
 * four threads that Node shares among files, names and signatures ever wait for a hash.
 */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  close(): Promise<void>
}

export type HashJob = { password: string; hash?: string }
export type HashAnswer = { hash: string } | { matches: boolean } | { error: string }

/** A hash of no password anyone knows, made with the same cost: an unknown e-mail takes as long as a known one. */
export const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$uzY66wApE9J6c6VSb3ZRaA$ahwlZCoc+tQ5vyFvXKyK0rl6LvNSW/I/d3HpTf8rvAc'

/** Some seconds of work. Who comes later is told to come back, instead of waiting for nothing. */
const MAX_WAITING = 500
const COME_BACK_SECONDS = 5

interface Pending {
  job: HashJob
  resolve(answer: HashAnswer): void
  reject(error: Error): void
}

export function passwordThreads(count: number): Passwords {
  const idle: Worker[] = []
  const busy = new Map<Worker, Pending>()
  const waiting: Pending[] = []

  const start = (): Worker => {
    const worker = new Worker(join(import.meta.dirname, 'hash-thread.ts'), { execArgv: [] })
    const take = () => {
      const pending = busy.get(worker)
      busy.delete(worker)
      return pending
    }
    worker.on('message', (answer: HashAnswer) => {
      const pending = take()
      idle.push(worker)
      pending?.resolve(answer)
      next()
    })
    // A thread that falls takes one job with it; the next job starts another.
    worker.on('error', (error: unknown) => take()?.reject(new Error('a hash thread fell', { cause: error })))
    worker.on('exit', () => {
      const place = idle.indexOf(worker)
      if (place >= 0) idle.splice(place, 1)
      take()?.reject(new Error('a hash thread ended'))
      next()
    })
    worker.unref()
    return worker
  }

  const next = () => {
    while (waiting.length > 0 && (idle.length > 0 || busy.size < count)) {
      const pending = waiting.shift()
      if (!pending) return
      const worker = idle.pop() ?? start()
      busy.set(worker, pending)
      worker.postMessage(pending.job)
    }
  }

  const ask = (job: HashJob): Promise<HashAnswer> => {
    if (waiting.length >= MAX_WAITING) return Promise.reject(tooManyRequests(COME_BACK_SECONDS))
    return new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject })
      next()
    })
  }

  return {
    async hash(password) {
      const answer = await ask({ password })
      if ('hash' in answer) return answer.hash
      throw new Error('a password could not be hashed', { cause: answer })
    },
    async verify(hash, password) {
      const answer = await ask({ password, hash })
      if ('matches' in answer) return answer.matches
      throw new Error('a password could not be compared', { cause: answer })
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new Error('the server is closing'))
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()))
    },
  }
}
