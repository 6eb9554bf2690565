import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { grown } from './growth.ts'
import { describeInput, Input } from './input.ts'
import { problemAlone } from './isolate.ts'
import { type Failure, type Outcome, runFuzz } from './run.ts'
import { openSender } from './send.ts'
import { startFuzzedServer } from './server.ts'
import { watchHealth } from './watch.ts'
import { makeWorld } from './world.ts'

/**
 * `npm run fuzz -- --inputs 2000000 --seed 7 --minutes 120` sends inputs until one of the limits is reached.
 * Failing inputs are written to test-results/fuzz, and `--replay FILE` sends one of them again.
 */

const FailureFile = z.object({ input: Input, shrunk: Input.optional() })
const RESULTS = join(import.meta.dirname, '../../../../test-results/fuzz')
const print = (line: string) => void process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '2000000' },
    minutes: { type: 'string', default: '240' },
    seed: { type: 'string' },
    failures: { type: 'string', default: '20' },
    limits: { type: 'string', default: 'generous' },
    'no-extremes': { type: 'boolean', default: false },
    replay: { type: 'string' },
  },
})
const limits = values.limits === 'default' ? 'default' : 'generous'
process.exitCode = await (values.replay ? replay(values.replay) : fuzz())

async function fuzz(): Promise<number> {
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
  print(`seed ${seed}`)
  const outcome = await runFuzz({
    seed,
    inputs: Number(values.inputs),
    ms: Number(values.minutes) * 60_000,
    failures: Number(values.failures),
    extremes: !values['no-extremes'],
    limits,
    shrinkMs: 20_000,
    report: print,
  })
  summarize(outcome)
  for (const [number, failure] of outcome.failures.entries()) await keep(seed, number, failure)
  const growth = grown(outcome)
  if (growth !== undefined) print(`failure: ${growth}`)
  return outcome.failures.length > 0 || growth !== undefined ? 1 : 0
}

function summarize({ seed, sent, ms, statuses, failures, before, after, healthMs }: Outcome) {
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  print('')
  print(`${sent} inputs in ${(ms / 1000).toFixed(0)} s (${(sent / (ms / 1000)).toFixed(0)}/s), seed ${seed}`)
  for (const [what, count] of Object.entries(statuses).sort()) print(`  ${what}: ${count}`)
  print(`/healthz: ${healthMs} ms at the longest`)
  print(`live memory: ${mb(before.live)} after the warm-up, ${mb(after.live)} at the end`)
  print(`resident memory: ${mb(before.resident)} after the warm-up, ${mb(after.resident)} at the end`)
  print(`${failures.length} failures`)
}

async function keep(seed: number, number: number, failure: Failure): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  const file = join(RESULTS, `${seed}-${number}.json`)
  await writeFile(file, `${JSON.stringify(failure, undefined, 1)}\n`)
  print(`\n${failure.problem}\n  ${describeInput(failure.shrunk ?? failure.input)}\n  ${file}`)
}

async function replay(file: string): Promise<number> {
  const failure = FailureFile.parse(JSON.parse(await readFile(file, 'utf8')))
  const server = await startFuzzedServer(limits)
  const world = await makeWorld(server.sql)
  const sender = openSender(server.url, world, 1)
  const watch = watchHealth(server.url)
  try {
    const problem = await problemAlone({ server, world, sender, watch }, failure.shrunk ?? failure.input)
    print(problem ?? 'nothing is wrong with the answer')
    return problem === undefined ? 0 : 1
  } finally {
    await watch.close()
    await sender.close()
    await server.stop()
  }
}
