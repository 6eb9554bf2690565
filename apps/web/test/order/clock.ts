/** Virtual time and seeded chance. Nothing of a simulation reads the real clock or a real random number. */

export class Chance {
  #state: number
  constructor(seed: number) {
    this.#state = seed | 0
    // Neighbouring seeds begin alike.
    for (let skipped = 0; skipped < 8; skipped += 1) this.next()
  }
  /** From 0 to 1 (mulberry32). */
  next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }
  is(probability: number): boolean {
    return this.next() < probability
  }
  of<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)] as T
  }
}

export type Task = { at: number; nth: number; run: (() => void) | null }

const isBefore = (one: Task, other: Task) => one.at < other.at || (one.at === other.at && one.nth < other.nth)

export class Clock {
  now = 0
  /** How many things have run. */
  steps = 0
  #heap: Task[] = []
  #nth = 0

  /** Runs something later. Things for the same time run in the order in which they were added. */
  after(ms: number, run: () => void): Task {
    const task: Task = { at: this.now + Math.max(ms, 0), nth: this.#nth, run }
    this.#nth += 1
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent] as Task
      if (!isBefore(task, above)) break
      heap[at] = above
      at = parent
    }
    heap[at] = task
    return task
  }

  #takeUntil(end: number): (() => void) | undefined {
    const heap = this.#heap
    for (let first = heap[0]; first && first.at <= end; first = heap[0]) {
      const last = heap.pop() as Task
      if (heap.length > 0) this.#sink(last)
      if (!first.run) continue
      this.now = first.at
      this.steps += 1
      return first.run
    }
    return undefined
  }

  #sink(task: Task) {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Task, heap[child] as Task)) child += 1
      if (!isBefore(heap[child] as Task, task)) break
      heap[at] = heap[child] as Task
      at = child
    }
    heap[at] = task
  }

  /** Runs everything up to this time. After each thing all promises settle: the event loop runs them before the next turn. */
  runUntil(end: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = () => {
        const run = this.#takeUntil(end)
        if (!run) {
          this.now = end
          return resolve()
        }
        try {
          run()
        } catch (cause) {
          return reject(cause)
        }
        setImmediate(step)
      }
      setImmediate(step)
    })
  }
}
