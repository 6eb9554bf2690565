import { join } from 'node:path'
import FLAGS from '../../apps/server/node-flags.json' with { type: 'json' }
import { freePort, type Server, serve } from './child.ts'

const HOME = join(import.meta.dirname, '../.cache/product')
const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts')
const UNLIMITED = '999999999/1'
export const PRODUCT_KEY = 'sb_publishable_only_for_measuring_on_this_machine'

/** The server as it runs in production, in a separate process. */
export async function startProduct(
  environment: Record<string, string>,
  settings: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort()
  return serve(
    'the server',
    {
      program: process.execPath,
      args: [...FLAGS, MAIN],
      env: {
        ...environment,
        ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: HOME, DEMO: '0' },
        ...{ PUBLISHABLE_KEY: PRODUCT_KEY, LOG_LEVEL: 'warn' },
        // One address and few accounts create all the load. This measures the server's capacity, not its
        // limits.
        ...{ LIMIT_REQUESTS_ADDRESS: UNLIMITED, LIMIT_MESSAGES_PERSON: UNLIMITED },
        ...settings,
      },
      port,
    },
    '/readyz',
  )
}
