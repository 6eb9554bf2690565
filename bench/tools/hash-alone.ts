import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { verifySync } from '@node-rs/argon2'
import { z } from 'zod'

/** A process that only compares a password with its hash, on every core, and prints the rate per second. */

const Work = z.object({ hash: z.string(), password: z.string(), seconds: z.number() })

if (isMainThread) {
  const work = Work.parse(JSON.parse(process.argv[2] ?? ''))
  const threads = Array.from(
    { length: availableParallelism() },
    () => new Worker(import.meta.filename, { workerData: work }),
  )
  const rates = await Promise.all(
    threads.map(async (thread) => z.tuple([z.number()]).parse(await once(thread, 'message'))[0]),
  )
  console.log(rates.reduce((sum, rate) => sum + rate, 0))
} else {
  const { hash, password, seconds } = Work.parse(workerData)
  const began = performance.now()
  let done = 0
  while (performance.now() - began < seconds * 1000) {
    if (!verifySync(hash, password)) throw new Error('the password does not match its hash')
    done += 1
  }
  parentPort?.postMessage(done / ((performance.now() - began) / 1000))
}
