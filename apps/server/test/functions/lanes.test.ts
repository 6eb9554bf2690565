import { expect, test } from 'vitest'
import { openLanes } from '../../src/functions/lanes.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('questions of one turn leave together, and each gets its own answer', async () => {
  const groups: number[][] = []
  const lanes = openLanes<number, string>({
    lanes: 1,
    together: 4,
    ask: async (questions) => {
      groups.push(questions)
      await turn()
      return questions.map((n) => `answer ${n}`)
    },
  })
  const asked = Array.from({ length: 10 }, (_, n) => n)
  expect(await Promise.all(asked.map((n) => lanes.ask(n, 'ana')))).toEqual(asked.map((n) => `answer ${n}`))
  expect(groups).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ])
})

test('no more statements are under way than there are lanes', async () => {
  let now = 0
  let most = 0
  const lanes = openLanes<number, number>({
    lanes: 2,
    together: 1,
    ask: async (questions) => {
      most = Math.max(most, ++now)
      await turn()
      now -= 1
      return questions
    },
  })
  await Promise.all(Array.from({ length: 9 }, (_, n) => lanes.ask(n, 'ana')))
  expect(most).toBe(2)
})

test('a failure reaches all who asked together and nobody after them', async () => {
  let broken = true
  const lanes = openLanes<string, string>({
    lanes: 1,
    together: 8,
    ask: async (questions) => {
      if (broken) throw new Error('no database')
      return questions
    },
  })
  const settled = await Promise.allSettled([lanes.ask('a', 'ana'), lanes.ask('b', 'ana')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  broken = false
  expect(await lanes.ask('c', 'ana')).toBe('c')
})
