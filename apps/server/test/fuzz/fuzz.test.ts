import { expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../setup/database.ts'
import { grown } from './growth.ts'
import { describeInput } from './input.ts'
import { runFuzz } from './run.ts'

/** The short form of `npm run fuzz`, with a new seed in every run. */

/** Half of them are sent before the first measurement of memory (WARM_UP). A busy machine sends fewer in the time. */
const INPUTS = 6_000
const MS = 15_000

test('the server answers inputs on every surface without failing, hanging or leaking memory', async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`fuzz: seed ${seed}\n`)
  const { target, drop } = await makeDatabase('migrated')
  onTestFinished(drop)
  const outcome = await runFuzz({
    seed,
    database: target,
    inputs: INPUTS,
    ms: MS,
    failures: 3,
    // Sizes far beyond the limits are sent too.
    extremes: true,
    limits: 'generous',
    shrinkMs: 5_000,
  })
  const failures = outcome.failures.map(
    ({ problem, input, shrunk }) => `${problem}\n  ${describeInput(shrunk ?? input)}`,
  )
  expect(failures, `replay with FUZZ_SEED=${seed}`).toEqual([])
  expect(grown(outcome), `replay with FUZZ_SEED=${seed}`).toBeUndefined()
  expect(outcome.sent).toBeGreaterThan(0)
}, 240_000)
