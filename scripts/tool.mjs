import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { BIN, ourEnvironment, ROOT, reportFailure, run } from './lib/run.mjs'

/** `npm run fuzz`, `npm run simulate`: runs the file of a tool with the product's Node, after installing what tests need. */

try {
  await ensureInstalled('full')
  const [file, ...args] = process.argv.slice(2)
  process.exitCode = await run(join(BIN, 'node'), [join(ROOT, file), ...args], { env: ourEnvironment() })
} catch (error) {
  reportFailure(error)
}
