import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import type { Input, Who } from './input.ts'
import { judge } from './oracles.ts'
import type { Sender } from './send.ts'
import type { FuzzedServer } from './server.ts'
import type { Watch } from './watch.ts'
import type { World } from './world.ts'

/**
 * Sends one input alone to a running server: finds whether it causes a problem, and the smallest input with
 * the same problem.
 */

export const HANG_MS = 2000
/** A crash is noticed a moment after the answer, or after the previous heartbeat. */
const AFTER_MS = 150

export interface Bench {
  server: FuzzedServer
  world: World
  sender: Sender
  watch: Watch
}

export async function revive({ server, world, watch }: Bench): Promise<void> {
  if (!server.isAlive()) await server.restart()
  await world.repair()
  server.takeErrors()
  watch.worst()
}

/** On a busy machine any answer may be late once, so only an input that is slow every time counts as slow. */
const TIMES = 3

export async function problemAlone(bench: Bench, input: Input): Promise<string | undefined> {
  let slow: string | undefined
  for (let i = 0; i < TIMES; i++) {
    const found = await once(bench, input)
    if (!found?.slow) return found?.problem
    slow = found.problem
  }
  return slow
}

async function once(bench: Bench, input: Input): Promise<{ problem: string; slow: boolean } | undefined> {
  const { server, sender, watch } = bench
  if (!server.isAlive()) await revive(bench)
  server.takeErrors()
  watch.worst()
  const { answer, ms } = await sender.send(input)
  await delay(AFTER_MS)
  const errors = server.takeErrors()
  const logged = errors.join(' ').slice(0, 500)
  if (!server.isAlive()) return { problem: `the process ended: ${logged}`, slow: false }
  const wrong = judge(input, answer)
  if (wrong !== undefined) return { problem: wrong, slow: false }
  if (errors.length > 0) return { problem: `an error was logged: ${logged}`, slow: false }
  const blocked = watch.worst()
  if (blocked > HANG_MS) return { problem: `/healthz did not answer for ${blocked} ms`, slow: true }
  return ms > HANG_MS ? { problem: `no answer for ${Math.round(ms)} ms`, slow: true } : undefined
}

/** The beginning of a problem's text names its kind. */
const KIND_CHARS = 15

/** Where an input came from: the seed of its batch and its position in it. */
export interface Origin {
  seed: number
  index: number
  /** The caller that sent it. */
  who: Who
}

/**
 * Makes the input smaller with fast-check as long as it still has the same kind of problem. Stops after
 * `budgetMs`.
 */
export async function shrink(
  bench: Bench,
  grammar: fc.Arbitrary<Input>,
  { seed, index, who }: Origin,
  problem: string,
  budgetMs: number,
): Promise<Input | undefined> {
  const until = performance.now() + budgetMs
  const property = fc.asyncProperty(grammar, async (input) => {
    if (performance.now() > until) return true
    const found = await problemAlone(bench, { ...input, who })
    return found === undefined || found.slice(0, KIND_CHARS) !== problem.slice(0, KIND_CHARS)
  })
  const details = await fc.check(property, { seed, path: String(index), numRuns: 1 })
  const smallest = details.counterexample?.[0]
  return smallest && { ...smallest, who }
}
