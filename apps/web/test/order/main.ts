import { parseArgs } from 'node:util'
import { simulateAll } from './pool.ts'

/** `npm run simulate -- --seeds 100000 --seed 7`: runs so many seeds, from the given one on or from a random one. */

const { values } = parseArgs({
  options: { seeds: { type: 'string' }, seed: { type: 'string' } },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
const SHOWN_EVERY = 1000
const MOST_WRONG = 20

const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const count = Number(values.seeds ?? (values.seed === undefined ? 100_000 : 1))
const began = Date.now()
print(`${count} seeds from ${first}`)
let done = 0
const wrong = await simulateAll({
  first,
  count,
  mostWrong: MOST_WRONG,
  onResult: ({ seed, wrong }) => {
    done += 1
    if (wrong !== null) print(`seed ${seed}, after ${done} seeds, ${wrong}`)
    if (done % SHOWN_EVERY === 0) print(`${done} seeds in ${Math.round((Date.now() - began) / 1000)} s`)
  },
})
print(`${done} seeds in ${Math.round((Date.now() - began) / 1000)} s, ${wrong.length} of them wrong`)
if (wrong.length > 0) process.exitCode = 1
