import { expect, test } from 'vitest'
import { batchQueue } from '../../../src/protocol/functions/batch-queue.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('queries of one turn leave together, and each gets its own result', async () => {
  const groups: number[][] = []
  const queue = batchQueue<number, string>({
    concurrency: 1,
    batchSize: 4,
    runBatch: async (queries) => {
      groups.push(queries)
      await turn()
      return queries.map((n) => `answer ${n}`)
    },
  })
  const asked = Array.from({ length: 10 }, (_, n) => n)
  expect(await Promise.all(asked.map((n) => queue.run(n, 'ana')))).toEqual(asked.map((n) => `answer ${n}`))
  expect(groups).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ])
})

test('no more statements run at once than the queue allows', async () => {
  let now = 0
  let most = 0
  const queue = batchQueue<number, number>({
    concurrency: 2,
    batchSize: 1,
    runBatch: async (queries) => {
      most = Math.max(most, ++now)
      await turn()
      now -= 1
      return queries
    },
  })
  await Promise.all(Array.from({ length: 9 }, (_, n) => queue.run(n, 'ana')))
  expect(most).toBe(2)
})

test('a failure reaches every query of its batch and none after it', async () => {
  let broken = true
  const queue = batchQueue<string, string>({
    concurrency: 1,
    batchSize: 8,
    runBatch: async (queries) => {
      if (broken) throw new Error('no database')
      return queries
    },
  })
  const settled = await Promise.allSettled([queue.run('a', 'ana'), queue.run('b', 'ana')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  broken = false
  expect(await queue.run('c', 'ana')).toBe('c')
})
