import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { freePort, type Server, serve } from './child.ts'

const CACHE = join(import.meta.dirname, '../.cache/lite')
export const LITE_KEY = 'sb_publishable_only_for_measuring_on_this_machine'

/** The version that package.json pins. */
export const LITE_VERSION = z
  .object({ dependencies: z.object({ '@supabase/lite': z.string() }) })
  .parse(JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'))).dependencies[
  '@supabase/lite'
]

/** `@supabase/lite` started as its documentation says, on the PostgreSQL of the environment. */
export async function startLite(environment: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const folder = join(CACHE, 'supabase')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'config.toml'),
    [
      '[api]',
      `port = ${port}`,
      '[db]',
      'driver = "postgres"',
      `url = "${environment.DATABASE_URL}"`,
      '[auth]',
      'enabled = false',
      `publishable_key = "${LITE_KEY}"`,
      '',
    ].join('\n'),
  )
  const program = join(dirname(fileURLToPath(import.meta.resolve('@supabase/lite'))), 'cli/index.js')
  return serve(
    '@supabase/lite',
    {
      program: process.execPath,
      args: [program, 'start', '--no-admin', '--config', join(folder, 'config.toml')],
      env: { ...environment, LITE_TELEMETRY: '0', DO_NOT_TRACK: '1', NODE_ENV: 'production' },
      cwd: CACHE,
      port,
    },
    '/rest/v1/',
  )
}
