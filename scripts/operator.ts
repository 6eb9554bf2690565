import { runOperator } from '../apps/server/src/operator/run.ts'

/** `npm run operator -- COMMAND …`: what operators do, until there is a console. See docs/operations.md. */

process.exitCode = await runOperator(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
})
