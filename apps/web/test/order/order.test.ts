import { expect, test } from 'vitest'
import { simulateAll } from './pool.ts'
import { simulate } from './run.ts'

/** As many as two cores run in about 20 s. `npm run simulate` runs more. */
const SEEDS = 200

test('people see what was typed once and in order, and only what is theirs, whatever the network, the tabs and the storage do', async () => {
  const wrong = await simulateAll({ first: 1, count: SEEDS })
  const found = wrong.map((result) => `npm run simulate -- --seed ${result.seed}\n${result.wrong}`)
  expect(found).toEqual([])
}, 600_000)

test('a seed does the same alone and after others', async () => {
  const [alone] = [await simulate(7), await simulate(8)]
  expect(await simulate(7)).toEqual(alone)
})
