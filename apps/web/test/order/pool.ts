import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Result } from './run.ts'

type Run = {
  first: number
  count: number
  workers?: number
  mostWrong?: number
  onResult?: (result: Result) => void
}

/** Runs many seeds with one thread for each core, and returns those in which something is wrong. */
export async function simulateAll(run: Run): Promise<Result[]> {
  const { first, count, workers = availableParallelism(), mostWrong = 3, onResult } = run
  const wrong: Result[] = []
  let next = first
  const isOver = () => next >= first + count || wrong.length >= mostWrong
  const work = async () => {
    // Most objects live as long as their seed. With more room for new ones, V8 copies fewer of them.
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    })
    try {
      while (!isOver()) {
        worker.postMessage(next)
        next += 1
        const result = await new Promise<Result>((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('error', reject)
        })
        worker.removeAllListeners('error')
        worker.removeAllListeners('message')
        onResult?.(result)
        if (result.wrong !== null) wrong.push(result)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(workers, count) }, work))
  return wrong.sort((one, other) => one.seed - other.seed)
}
