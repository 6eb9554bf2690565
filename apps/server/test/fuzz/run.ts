import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import type { Cluster } from '../setup/owner.ts'
import { inputs } from './grammar/index.ts'
import { type Input, sizeOf, WHO, type Who } from './input.ts'
import { type Bench, HANG_MS, type Origin, problemAlone, revive, shrink } from './isolate.ts'
import type { Memory } from './memory.ts'
import { judge } from './oracles.ts'
import { openSender } from './send.ts'
import { startFuzzedServer } from './server.ts'
import { watchHealth } from './watch.ts'
import { makeWorld } from './world.ts'

/**
 * Sends inputs of the grammar until one of the limits is reached, and finds the input that caused each
 * failure.
 */

export interface Options {
  seed: number
  /** Requests and frames. */
  inputs: number
  ms: number
  /** The run ends after this many different failures. */
  failures: number
  extremes: boolean
  limits: 'generous' | 'default'
  shrinkMs: number
  /** Where the server stores its data; a PostgreSQL of its own when undefined. */
  database?: Cluster
  report?(line: string): void
}

export interface Failure {
  problem: string
  origin: Origin
  input: Input
  shrunk: Input | undefined
  /** False when the input alone caused no problem: it was running when the problem occurred. */
  alone: boolean
}

export interface Outcome {
  seed: number
  sent: number
  ms: number
  statuses: Record<string, number>
  failures: Failure[]
  before: Memory
  after: Memory
  /** The longest response time of /healthz while inputs were sent. */
  healthMs: number
}

interface Entry {
  input: Input
  origin: Origin
}

const ENDED = 'the process ended'
/** The close code of a server that stops. */
const GOING_AWAY = 1001
const SEND_LOOPS = 64
const BATCH = 200
/** Inputs before the first memory measurement, so that code is compiled and caches are filled. */
const WARM_UP = 3000
const REPAIR_EVERY = 5000
const REPORT_MS = 10_000
const REST_MS = 1500
/** /healthz normally answers within this time. */
const LATE_MS = HANG_MS / 4
/** A blocked event loop uses a whole core; a process that waits for the processor uses less. */
const BUSY_SHARE = 0.5
/** An answer that did not come in time. Under load this is a failure only if it happens again with the input alone. */
const LATE_ANSWER = /^no answer: no (?:answer|heartbeat) in /
/** Failures of one kind that are examined; further ones are only counted. */
const OF_ONE_KIND = 2

export async function runFuzz(options: Options): Promise<Outcome> {
  const server = await startFuzzedServer(options.limits, options.database)
  try {
    const world = await makeWorld(server.sql)
    const sender = openSender(server.url, world, SEND_LOOPS)
    const watch = watchHealth(server.url)
    try {
      return await fuzz({ server, world, sender, watch }, options)
    } finally {
      await watch.close()
      await sender.close()
    }
  } finally {
    await server.stop()
  }
}

/**
 * The batches have different seeds, derived from the run's seed. Each input is identified by its batch and
 * position.
 */
function* entriesOf(grammar: fc.Arbitrary<Input>, seed: number): Generator<Entry> {
  for (let batch = 0; ; batch++) {
    const own = (seed + batch * 0x9e3779b1) | 0
    const sample = fc.sample(grammar, { seed: own, numRuns: BATCH })
    for (const [index, input] of sample.entries()) {
      for (const who of callersOf(input))
        yield { input: { ...input, who }, origin: { seed: own, index, who } }
    }
  }
}

/**
 * Creating an input costs as much as answering it, so each is sent by three callers: the chosen one and two
 * more.
 */
function callersOf({ who }: Input): Who[] {
  const at = WHO.indexOf(who)
  return [0, 1, 3].map((step) => WHO[(at + step) % WHO.length] ?? who)
}

async function fuzz(bench: Bench, options: Options): Promise<Outcome> {
  const { server, world, watch } = bench
  const grammar = inputs({ extremes: options.extremes })
  const entries = entriesOf(grammar, options.seed)
  const began = performance.now()
  const statuses: Record<string, number> = {}
  const failures = collector(bench, grammar, options)
  let sent = 0
  let healthMs = 0
  let before: Memory | undefined
  let repaired = 0
  let reported = began

  const isOver = () =>
    sent >= options.inputs ||
    performance.now() - began > options.ms ||
    failures.found.length >= options.failures

  while (!isOver()) {
    const target = Math.min(options.inputs, before === undefined ? WARM_UP : repaired + REPAIR_EVERY)
    const suspects = await sendUntil(bench, entries, {
      isOver: () => isOver() || sent >= target,
      onAnswer: (entry, status, problem) => {
        sent += sizeOf(entry.input)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (problem !== undefined) failures.note(entry, problem)
      },
    })
    healthMs = Math.max(healthMs, suspects.blockedMs)
    await failures.examine(suspects)
    if (before === undefined && (sent >= target || isOver())) before = await settled(bench)
    if (sent >= target) {
      await world.repair()
      repaired = sent
    }
    if (performance.now() - reported > REPORT_MS) {
      reported = performance.now()
      const rate = sent / ((reported - began) / 1000)
      options.report?.(`${sent} inputs, ${rate.toFixed(0)}/s, ${failures.found.length} failures`)
    }
  }
  const ms = performance.now() - began
  if (!server.isAlive()) await revive(bench)
  watch.worst()
  const after = await settled(bench)
  return {
    seed: options.seed,
    sent,
    ms,
    statuses,
    failures: failures.found,
    before: before ?? after,
    after,
    healthMs,
  }
}

async function settled({ server }: Bench): Promise<Memory> {
  await delay(REST_MS)
  return server.memory()
}

interface Suspects {
  /** Inputs that were running when the process ended, hung or logged an error, and why they are suspected. */
  entries: Entry[]
  reason: string
  blockedMs: number
  /** The server waited for a processor that other programs used; its own event loop was not blocked. */
  starved: boolean
}

/**
 * Sends on all connections until it is stopped, or until the server ends, hangs or logs an error. Then waits
 * for all of them.
 */
async function sendUntil(
  { server, sender, watch }: Bench,
  entries: Generator<Entry>,
  on: {
    isOver(): boolean
    onAnswer(entry: Entry, status: string, problem: string | undefined): void
  },
): Promise<Suspects> {
  const under = new Set<Entry>()
  /** Inputs without an answer: the end of the process may be noticed later. */
  const cutOff: Entry[] = []
  const suspects: Suspects = { entries: [], reason: '', blockedMs: 0, starved: false }
  const suspect = (reason: string, some: Iterable<Entry>) => {
    suspects.reason ||= reason
    suspects.entries.push(...some)
  }
  const look = () => {
    if (suspects.reason !== '') return
    const blocked = watch.worst()
    suspects.blockedMs = Math.max(suspects.blockedMs, blocked)
    // Measured over the whole time without an answer: in its last moments a server that had waited for the processor is busy.
    // 0 means that nothing was measured since the last look.
    const busyShare = server.busyShare(blocked === 0 || blocked > LATE_MS)
    if (!server.isAlive()) suspect(ENDED, [...cutOff.slice(-SEND_LOOPS), ...under])
    else if (blocked > HANG_MS) {
      suspects.starved = busyShare < BUSY_SHARE
      suspect(`/healthz did not answer for ${blocked} ms`, under)
    }
  }
  const timer = setInterval(look, 100)
  const sendLoop = async () => {
    while (!on.isOver() && suspects.reason === '') {
      const entry: Entry = entries.next().value
      under.add(entry)
      const { answer, ms } = await sender.send(entry.input)
      if (!server.isAlive()) look()
      under.delete(entry)
      // A server that stops answers 503 to every input, so this does not count as a failure.
      const problem = server.isAlive() ? judge(entry.input, answer) : undefined
      if (answer.kind === 'none' || (answer.kind === 'socket' && answer.closed === GOING_AWAY))
        cutOff.push(entry)
      on.onAnswer(
        entry,
        `${surfaceOf(entry.input)} ${answer.kind === 'http' ? answer.status : answer.kind}`,
        problem,
      )
      const errors = server.takeErrors()
      if (problem !== undefined) continue
      if (ms > HANG_MS) suspect(`no answer for ${Math.round(ms)} ms`, [entry])
      else if (errors.length > 0 && server.isAlive()) {
        suspect(`an error was logged: ${errors.join(' ').slice(0, 300)}`, [entry, ...under])
      }
    }
  }
  await Promise.all(Array.from({ length: SEND_LOOPS }, sendLoop))
  clearInterval(timer)
  look()
  return suspects
}

function surfaceOf(input: Input): string {
  return input.kind === 'socket' ? 'socket' : (/^\/(\w+)\/v1\//.exec(input.path)?.[1] ?? 'frame')
}

/** Collects the failures, a few of each kind, each with a smaller input if one was found. */
function collector(bench: Bench, grammar: fc.Arbitrary<Input>, options: Options) {
  const found: Failure[] = []
  const kinds = new Map<string, number>()
  let noted: { entry: Entry; problem: string }[] = []

  const isNew = (problem: string, { input }: Entry) => {
    const where = input.kind === 'http' ? `${input.method} ${surfaceOf(input)}` : 'socket'
    const kind = `${where} ${problem.slice(0, 40)}`.replace(/\d+/g, '0')
    const count = (kinds.get(kind) ?? 0) + 1
    kinds.set(kind, count)
    return count <= OF_ONE_KIND
  }
  const add = async (entry: Entry, problem: string, alone: boolean) => {
    if (found.length >= options.failures || !isNew(problem, entry)) return
    const { input, origin } = entry
    const shrunk = alone ? await shrink(bench, grammar, origin, problem, options.shrinkMs) : undefined
    found.push({ problem, origin, input, shrunk, alone })
    options.report?.(`failure: ${problem.slice(0, 200)}\n  ${JSON.stringify(shrunk ?? input).slice(0, 400)}`)
    if (!bench.server.isAlive()) await revive(bench)
  }

  return {
    found,
    note: (entry: Entry, problem: string) => {
      if (noted.length < SEND_LOOPS * 2) noted.push({ entry, problem })
    },
    examine: async ({ entries, reason, starved }: Suspects) => {
      if (noted.length === 0 && reason === '') return
      await revive(bench)
      const seen = noted
      noted = []
      for (const { entry, problem } of seen) {
        const again = await problemAlone(bench, entry.input)
        if (again !== undefined) await add(entry, again, true)
        else if (reason !== ENDED && !LATE_ANSWER.test(problem)) await add(entry, problem, false)
      }
      if (reason === '') return
      let reproduced = false
      for (const entry of entries) {
        const problem = await problemAlone(bench, entry.input)
        if (problem === undefined) continue
        reproduced = true
        await add(entry, problem, true)
      }
      // An answer that is slow only under load is not a failure; a crash or a blocked server always is.
      const harmless = starved || reason.startsWith('no answer for')
      if (!reproduced && !harmless && entries[0]) {
        for (const entry of entries.slice(0, 3)) await add(entry, reason, false)
      }
      await revive(bench)
    },
  }
}
