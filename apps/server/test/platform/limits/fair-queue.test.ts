import { describe, expect, test } from 'vitest'
import { type FairQueueOptions, fairQueue } from '../../../src/platform/limits/fair-queue.ts'
import { Overloaded } from '../../../src/platform/limits/overloaded.ts'

const OPTIONS: FairQueueOptions = {
  running: 2,
  runningPerKey: 2,
  waiting: 10,
  waitingPerKey: 5,
  retryAfter: 3,
}

/** Jobs that run until the test ends them, and the order in which they started. */
function jobs(options: Partial<FairQueueOptions> = {}) {
  const queue = fairQueue({ ...OPTIONS, ...options })
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const add = (key: string, name: string, signal?: AbortSignal) =>
    queue.run(
      key,
      () =>
        new Promise<string>((resolve) => {
          started.push(name)
          finish.set(name, () => resolve(name))
        }),
      signal,
    )
  const end = async (name: string) => {
    finish.get(name)?.()
    await settle()
  }
  return { queue, started, add, end }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the fair queue', () => {
  test('runs no more jobs at once than allowed, and the rest in order', async () => {
    const { queue, started, add, end } = jobs()
    const answers = ['1', '2', '3', '4'].map((name) => add('a', name))
    await settle()
    expect(started).toEqual(['1', '2'])
    expect([queue.running, queue.waiting]).toEqual([2, 2])
    await end('1')
    expect(started).toEqual(['1', '2', '3'])
    await end('2')
    await end('3')
    await end('4')
    expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4'])
    expect([queue.running, queue.waiting]).toEqual([0, 0])
  })

  test('gives the next free place to another caller, however many jobs the first one has waiting', async () => {
    const { started, add, end } = jobs()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void add('a', name)
    void add('b', 'b1')
    await settle()
    await end('a1')
    await end('a2')
    expect(started.slice(2)).toContain('b1')
  })

  test('leaves places free for others when one caller has reached its limit', async () => {
    const { started, add } = jobs({ running: 3, runningPerKey: 1 })
    for (const name of ['a1', 'a2', 'a3']) void add('a', name)
    void add('b', 'b1')
    await settle()
    expect(started).toEqual(['a1', 'b1'])
  })

  test('keeps the limit of a caller whose jobs wait when a place becomes free', async () => {
    const { started, add, end } = jobs({ running: 3, runningPerKey: 1 })
    for (const name of ['a1', 'a2']) void add('a', name)
    void add('b', 'b1')
    await settle()
    await end('b1')
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'a2'])
  })

  test('refuses a caller whose waiting list is full, and serves the others', async () => {
    const { started, add, end } = jobs({ running: 1, waitingPerKey: 2 })
    for (const name of ['a1', 'a2', 'a3']) void add('a', name)
    await expect(add('a', 'a4')).rejects.toThrow(Overloaded)
    await expect(add('a', 'a4')).rejects.toMatchObject({ retryAfter: 3, statusCode: 503 })
    void add('b', 'b1')
    await settle()
    await end('a1')
    await end(started[1] ?? '')
    expect(started).toContain('b1')
  })

  test('refuses everyone when the whole queue is full', async () => {
    const { add } = jobs({ running: 1, waiting: 2 })
    void add('a', 'a1')
    void add('b', 'b1')
    void add('c', 'c1')
    await settle()
    await expect(add('d', 'd1')).rejects.toThrow(Overloaded)
  })

  test('removes a caller that aborts while waiting, and frees its place', async () => {
    const { queue, started, add, end } = jobs({ running: 1 })
    void add('a', 'a1')
    const gone = new AbortController()
    const left = add('b', 'b1', gone.signal)
    void add('c', 'c1')
    await settle()
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(queue.waiting).toBe(1)
    await end('a1')
    expect(started).toEqual(['a1', 'c1'])
  })

  test('frees the place of a job that fails', async () => {
    const { queue, started, add } = jobs({ running: 1 })
    const failing = queue.run('a', () => Promise.reject(new Error('failed')))
    void add('b', 'b1')
    await expect(failing).rejects.toThrow('failed')
    await settle()
    expect(started).toEqual(['b1'])
  })
})
