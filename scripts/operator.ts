import { createInterface } from 'node:readline'
import { runOperator } from '../apps/server/src/subjects/operacion/commands/run.ts'

/** `npm run operator -- COMMAND …`: what operators do, until there is a console. See docs/operations.md. */

// The reader of our output may have ended (`npm run operator -- audit | head`). The command is still completed.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

async function ask(question: string): Promise<string> {
  process.stderr.write(`${question}\n> `)
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

process.exitCode = await runOperator(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
  ask,
})
