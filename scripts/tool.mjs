import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { BIN, ourEnvironment, ROOT, reportFailure, run } from './lib/run.mjs'

/**
 * `npm run fuzz`: runs apps/server/test/fuzz/main.ts with the product's Node, after installing what tests
 * need.
 */

try {
  await ensureInstalled('full')
  const main = join(ROOT, 'apps/server/test/fuzz/main.ts')
  process.exitCode = await run(join(BIN, 'node'), [main, ...process.argv.slice(2)], { env: ourEnvironment() })
} catch (error) {
  reportFailure(error)
}
