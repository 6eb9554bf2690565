import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { beforeEach, expect, test, vi } from 'vitest'
import { SERVER_SETTING } from '../../../src/platform/db/embedded/postmaster.ts'
import type { DatabaseTarget } from '../../../src/platform/db/pool.ts'
import { runOperator } from '../../../src/subjects/operacion/commands/run.ts'
import { startApp } from '../../setup/app.ts'
import { eventually } from '../../setup/live.ts'
import { processesOn, readyStatus, start } from '../../setup/services/launch.ts'
import { ownFolder } from '../../setup/services/own-folder.ts'
import { ownPort } from '../../setup/services/own-port.ts'

/** The command line as `npm run operator` runs it, on the embedded database of a server. */

const SCRIPT = join(import.meta.dirname, '../../../../../scripts/operator.ts')
let folder: string
let settings: Record<string, string>
vi.setConfig({ testTimeout: 180_000 })

beforeEach(async () => {
  folder = ownFolder()
  settings = { DATA_DIR: join(folder, 'data'), PORT: String(await ownPort()) }
})

/** The command in this process, with the environment alone. */
async function operator(env: Record<string, string>, ...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const ask = async () => ''
  const code = await runOperator(argv, env, {
    out: (line) => out.push(line),
    error: (line) => err.push(line),
    ask,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

async function spawnOperator(more: Record<string, string>, ...argv: string[]) {
  const child = spawn(process.execPath, [SCRIPT, ...argv], {
    env: { PATH: process.env.PATH, ...settings, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, out: out.trim(), err: err.trim() }
}

test('operators act while the server runs and while it is stopped, and a missing database is named', async () => {
  expect(await operator(settings, 'audit')).toEqual({
    code: 1,
    out: '',
    err: `Error: ${textos.sinBase(join(folder, 'data'))}`,
  })

  const server = await start(settings)
  const created = await spawnOperator(
    {},
    'create',
    'olga@example.com',
    '--nombre',
    'Olga',
    '--apellido',
    'Ortega',
  )
  expect(created).toMatchObject({ code: 0, err: '' })
  await eventually(() => readyStatus(server)).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, err: '' })

  const { out, code } = await operator(settings, 'audit')
  expect(code).toBe(0)
  expect(out).toContain('olga@example.com creó al operador olga@example.com')
  expect(processesOn(folder)).toEqual([])

  // A command that is interrupted stops the PostgreSQL that it has started.
  const interrupted = spawn(process.execPath, [SCRIPT, 'audit'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: 'ignore',
  })
  const exit = once(interrupted, 'exit')
  // Commands that check the folder run before it, and an interruption then finds nothing to stop.
  const postmaster = `${SERVER_SETTING}=${interrupted.pid}`
  await eventually(() => processesOn(postmaster).length).toBeGreaterThan(0)
  interrupted.kill('SIGINT')
  expect(await exit).toEqual([130, null])
  expect(processesOn(folder)).toEqual([])
  expect(processesOn(postmaster)).toEqual([])
})

test('a reader of the output that ends early, such as head, causes no error', async () => {
  const child = spawn(process.execPath, [SCRIPT, '--help'], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test('operators act on the database of DATABASE_URL, and one that does not answer is a clear error', async () => {
  const app = await startApp()
  const { host, port, database, username, password } = app.target as Exclude<DatabaseTarget, { url: string }>
  const connection = { PGHOST: host, PGPORT: String(port), PGUSER: username, PGPASSWORD: password }
  try {
    const created = await spawnOperator(
      { ...connection, DATABASE_URL: `postgres:///${database}` },
      ...['create', 'olga@example.com', '--nombre', 'Olga', '--apellido', 'Ortega'],
    )
    expect(created).toMatchObject({ code: 0, err: '' })
    expect(await app.sql`select from public.profiles where role = 'operador'`).toHaveLength(1)
  } finally {
    await app.close()
  }
  const lost = await operator(
    { ...settings, DATABASE_URL: 'postgres://yo:s3creto@127.0.0.1:1/nada' },
    'audit',
  )
  expect(lost).toMatchObject({ code: 1, out: '' })
  expect(lost.err).toMatch(/^Error: La base de datos no responde: /)
  expect(lost.err).not.toContain('s3creto')
})
