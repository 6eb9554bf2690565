import { join } from 'node:path'
import { BIN, Failure, ourEnvironment, run, secondsSince } from './run.mjs'

/** The compiler keeps what it knows, so that the next check reads only what has changed. */
const kept = (name) => ['--incremental', '--tsBuildInfoFile', `.cache/${name}.tsbuildinfo`]

const CHECKS = [
  ['Types: server, packages, scripts', 'tsc', ['-p', '.', ...kept('types')]],
  ['Types: web app', 'tsc', ['-p', 'apps/web', ...kept('types-web')]],
  ['Lint and format', 'biome', ['check', '.']],
  ['Exports without readers', 'node', ['scripts/exports.ts']],
]

/** All checks without a test, at the same time. They print only what is wrong. */
export async function runChecks() {
  const codes = await Promise.all(
    CHECKS.map(async ([title, program, args]) => {
      const start = Date.now()
      const code = await run(join(BIN, program), args, { env: ourEnvironment(), quiet: true })
      console.log(`== ${title}: ${code === 0 ? 'good' : 'FAILED'}, ${secondsSince(start)}`)
      return code
    }),
  )
  const failed = CHECKS.filter((_, index) => codes[index] !== 0).map(([title]) => title)
  if (failed.length > 0) throw new Failure(`${failed.join(' and ')} failed.`, Math.max(...codes))
}
