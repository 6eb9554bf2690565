import { Overloaded } from './overloaded.ts'

/**
 * Bounded concurrency with fair queueing between callers. Each caller (a key) has its own waiting list and a bound of
 * its own, and free places are given to the keys in turn, so that a caller with a thousand waiting jobs delays
 * another caller by one job at most.
 */
export interface FairQueue {
  /**
   * Runs `work` when there is room for the key. Rejects with `Overloaded` when the queue or the key's share of it is
   * full, and with the signal's reason when the signal aborts before the work starts.
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  readonly running: number
  readonly waiting: number
}

export interface FairQueueOptions {
  /** Jobs that run at once, in total and for one key. */
  running: number
  runningPerKey: number
  /** Jobs that wait at once, in total and for one key. */
  waiting: number
  waitingPerKey: number
  /** Seconds that a refused caller is told to wait. */
  retryAfter: number
}

interface Waiting {
  start(): void
}

interface Line {
  running: number
  waiting: Waiting[]
}

export function fairQueue(options: FairQueueOptions): FairQueue {
  // A key is kept while it runs or waits. The map's order is the order of turns: a served key goes to the end.
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0

  const begin = (line: Line) => {
    running += 1
    line.running += 1
  }

  const finish = (key: string, line: Line) => {
    running -= 1
    line.running -= 1
    forgetIfIdle(key, line)
    serveNext()
  }

  const forgetIfIdle = (key: string, line: Line) => {
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key)
  }

  const serveNext = () => {
    if (waiting === 0 || running >= options.running) return
    for (const [key, line] of lines) {
      if (line.running >= options.runningPerKey) continue
      const next = line.waiting.shift()
      if (!next) continue
      waiting -= 1
      lines.delete(key)
      lines.set(key, line)
      begin(line)
      next.start()
      return
    }
  }

  const turn = (key: string, line: Line, signal: AbortSignal | undefined): Promise<void> => {
    if (running < options.running && line.running < options.runningPerKey) {
      begin(line)
      return Promise.resolve()
    }
    if (waiting >= options.waiting || line.waiting.length >= options.waitingPerKey) {
      forgetIfIdle(key, line)
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
        const place = line.waiting.indexOf(entry)
        if (place < 0) return
        line.waiting.splice(place, 1)
        waiting -= 1
        forgetIfIdle(key, line)
        reject(signal?.reason)
      }
      line.waiting.push(entry)
      waiting += 1
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted()
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      lines.set(key, line)
      await turn(key, line, signal)
      try {
        return await work()
      } finally {
        finish(key, line)
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
