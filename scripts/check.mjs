import { runChecks } from './lib/checks.mjs'
import { reportFailure } from './lib/run.mjs'

/** `npm run check`: types, lint, format, and exports that nothing reads. */

try {
  await runChecks()
} catch (error) {
  reportFailure(error)
}
