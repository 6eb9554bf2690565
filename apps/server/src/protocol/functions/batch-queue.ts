import { Overloaded } from '../../platform/limits/overloaded.ts'

/**
 * A batch queue: queries that arrive while the database is busy wait, and leave together as one statement. The busier
 * the server is, the fewer statements a query costs. When a statement may start, a query waits only until the current
 * turn of the event loop ends.
 *
 * Each caller (a key) has its own waiting list. A batch takes one query of each key in turn, so that a caller with
 * many waiting queries delays another caller by one batch at most.
 */
export interface BatchQueue<Query, Result> {
  /** Rejects with `Overloaded` when the queue, or the key's share of it, is full. */
  run(query: Query, key: string): Promise<Result>
}

interface Waiting<Query, Result> {
  query: Query
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** Queries that wait at once: some 50 ms of work for each key, and some 200 ms for all together. */
const WAITING = 2000
const WAITING_PER_KEY = 500
const RETRY_SECONDS = 1

export function batchQueue<Query, Result>(options: {
  /** Statements that run at once. */
  concurrency: number
  /** Queries of one statement at most. */
  batchSize: number
  /** Runs one statement for all queries. The results are in the order of the queries. */
  runBatch(queries: Query[]): Promise<Result[]>
}): BatchQueue<Query, Result> {
  // The order of the map is the order of turns: a key that was served goes to the end.
  const lists = new Map<string, Waiting<Query, Result>[]>()
  let waiting = 0
  let free = options.concurrency
  let scheduled = false

  // Batches leave at the end of the turn, when every request that has already arrived was read.
  const schedule = () => {
    if (scheduled || free === 0 || waiting === 0) return
    scheduled = true
    setImmediate(startBatches)
  }

  const startBatches = () => {
    scheduled = false
    while (free > 0 && waiting > 0) {
      free -= 1
      void execute(nextBatch())
    }
  }

  const nextBatch = () => {
    const batch: Waiting<Query, Result>[] = []
    while (batch.length < options.batchSize && waiting > 0) {
      for (const [key, list] of lists) {
        lists.delete(key)
        const next = list.shift()
        if (list.length > 0) lists.set(key, list)
        if (!next) continue
        batch.push(next)
        waiting -= 1
        break
      }
    }
    return batch
  }

  const execute = async (batch: Waiting<Query, Result>[]) => {
    try {
      const results = await options.runBatch(batch.map(({ query }) => query))
      for (const [i, one] of batch.entries()) settle(one, results[i])
    } catch (reason) {
      for (const one of batch) one.reject(reason)
    }
    free += 1
    schedule()
  }

  return {
    run: (query, key) =>
      new Promise((resolve, reject) => {
        const list = lists.get(key) ?? []
        if (waiting >= WAITING || list.length >= WAITING_PER_KEY) return reject(new Overloaded(RETRY_SECONDS))
        if (list.length === 0) lists.set(key, list)
        list.push({ query, resolve, reject })
        waiting += 1
        schedule()
      }),
  }
}

function settle<Query, Result>(one: Waiting<Query, Result>, result: Result | undefined) {
  if (result === undefined) one.reject(new Error('a query of a batch has no result'))
  else one.resolve(result)
}
