import { Overloaded } from './overloaded.ts'

/**
 * Limited concurrency with fair queueing between callers. Each caller (a key) has its own waiting list and
 * its own limit, and free places are given to the keys in turn, so that a caller with a thousand waiting jobs
 * delays another caller by one job at most.
 */
export interface FairQueue {
  /**
   * Runs `work` when there is a free place for the key. Rejects with `Overloaded` when the queue or the key's
   * part of it is full, and with the signal's reason when the signal aborts before the work starts.
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  readonly running: number
  readonly waiting: number
}

export interface FairQueueOptions {
  /** Jobs that run at the same time, in total and for one key. */
  running: number
  runningPerKey: number
  /** Jobs that wait at the same time, in total and for one key. */
  waiting: number
  waitingPerKey: number
  /** The Retry-After value for refused callers, in seconds. */
  retryAfter: number
}

interface Waiting {
  start(): void
}

interface KeyQueue {
  running: number
  waiting: Waiting[]
}

export function fairQueue(options: FairQueueOptions): FairQueue {
  // A key is stored while it runs or waits. The map's order is the order of turns: a served key moves to the
  // end.
  const queues = new Map<string, KeyQueue>()
  let running = 0
  let waiting = 0

  const begin = (queue: KeyQueue) => {
    running += 1
    queue.running += 1
  }

  const finish = (key: string, queue: KeyQueue) => {
    running -= 1
    queue.running -= 1
    deleteIfIdle(key, queue)
    serveNext()
  }

  const deleteIfIdle = (key: string, queue: KeyQueue) => {
    if (queue.running === 0 && queue.waiting.length === 0) queues.delete(key)
  }

  const serveNext = () => {
    if (waiting === 0 || running >= options.running) return
    for (const [key, queue] of queues) {
      if (queue.running >= options.runningPerKey) continue
      const next = queue.waiting.shift()
      if (!next) continue
      waiting -= 1
      queues.delete(key)
      queues.set(key, queue)
      begin(queue)
      next.start()
      return
    }
  }

  const waitForTurn = (key: string, queue: KeyQueue, signal: AbortSignal | undefined): Promise<void> => {
    if (running < options.running && queue.running < options.runningPerKey) {
      begin(queue)
      return Promise.resolve()
    }
    if (waiting >= options.waiting || queue.waiting.length >= options.waitingPerKey) {
      deleteIfIdle(key, queue)
      return Promise.reject(new Overloaded(options.retryAfter))
    }
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        const place = queue.waiting.indexOf(entry)
        if (place < 0) return
        queue.waiting.splice(place, 1)
        waiting -= 1
        deleteIfIdle(key, queue)
        reject(signal?.reason)
      }
      queue.waiting.push(entry)
      waiting += 1
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted()
      const queue = queues.get(key) ?? { running: 0, waiting: [] }
      queues.set(key, queue)
      await waitForTurn(key, queue, signal)
      try {
        return await work()
      } finally {
        finish(key, queue)
      }
    },
    get running() {
      return running
    },
    get waiting() {
      return waiting
    },
  }
}
