import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Sql } from '../../src/platform/db/pool.ts'
import { eventually } from '../setup/live.ts'
import { type Launched, processesOn, readyStatus, refusal, start, within } from '../setup/services/launch.ts'
import { ownPort } from '../setup/services/own-port.ts'

/** The server with its embedded PostgreSQL. Started servers on a database of the tests are in draining and workers. */

let folder: string
let settings: { DATA_DIR: string; PORT: string }
/** A start takes seconds, so several tests share it. */
let server: Launched
// Whole processes start and stop here, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maestros-launch-'))
  settings = { DATA_DIR: join(folder, 'data'), PORT: String(await ownPort()) }
  // As an interrupted first start leaves it.
  mkdirSync(join(settings.DATA_DIR, 'postgres/initdb-muerto'), { recursive: true })
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  for (const path of [folder, settings.DATA_DIR]) chmodSync(path, 0o711)
  server = await start(settings)
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  rmSync(folder, { recursive: true, force: true })
})

/** The shared server; a new one after a test has stopped it. Each test can be run by itself, and a second time. */
async function running(): Promise<Launched> {
  const { exitCode, signalCode } = server.child
  if (exitCode !== null || signalCode !== null) server = await start(settings)
  return server
}

async function stop(): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
}

/** A start that prints one line and ends. */
async function refused(changed: Record<string, string>): Promise<string> {
  const { code, err } = await refusal({ ...settings, ...changed })
  expect(code).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
  return err
}

describe('a start and a stop', () => {
  test('an interrupted first start is repeated', async () => {
    const first = await running()
    await eventually(() => readyStatus(first)).toBe(200)
    expect(readdirSync(join(settings.DATA_DIR, 'postgres'))).not.toContain('initdb-muerto')
  })

  test('the stored secrets are readable by their owner only', () => {
    expect(statSync(join(folder, 'data/secrets.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'data/objects')).mode & 0o777).toBe(0o700)
  })

  test('a second server on the same DATA_DIR is refused with the process id of the first, which keeps running', async () => {
    const first = await running()
    const err = await refused({ PORT: String(await ownPort()) })
    expect(err).toContain(`ya lo atiende el proceso ${first.pid}`)
    await eventually(() => readyStatus(first)).toBe(200)
  })

  test('a start after kill -9 stops the orphaned PostgreSQL and has all the data', async () => {
    const { child, ended } = await running()
    const dato = Date.now()
    await within(settings.DATA_DIR, async (sql) => {
      await sql`create table if not exists public.huella (dato bigint)`
      await sql`insert into public.huella values (${dato})`
    })
    child.kill('SIGKILL')
    await ended
    const orphans = processesOn(folder)
    expect(orphans.length).toBeGreaterThan(0)
    await running()
    const find = (sql: Sql) => sql`select from public.huella where dato = ${dato}`
    expect(await within(settings.DATA_DIR, find)).toHaveLength(1)
    expect(processesOn(folder).filter((pid) => orphans.includes(pid))).toEqual([])
  })

  test('a request that runs when the signal comes is still answered, and no process is left', async () => {
    const { child, ended } = await running()
    const socket = connect(Number(settings.PORT), '127.0.0.1')
    socket.setEncoding('utf8')
    let answer = ''
    socket.on('data', (text) => {
      answer += text
    })
    socket.write(
      'POST /nada HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8\r\nExpect: 100-continue\r\n\r\n',
    )
    // Then the server has begun the request, and waits for its body.
    await eventually(() => answer).toContain('100 Continue')
    socket.write('{"a"')
    // Draining and workers are stopped with SIGTERM.
    child.kill('SIGINT')
    await delay(200)
    expect(child.exitCode).toBeNull()
    socket.write(': 1}')
    expect(await ended).toMatchObject({ code: 0, err: '' })
    expect(answer).toMatch(/HTTP\/1\.1 404 /)
    expect(processesOn(folder)).toEqual([])
  })
})

describe('a start that fails prints one line', () => {
  test('that names PORT, because the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const PORT = String(typeof address === 'object' ? address?.port : '')
    const err = await refused({ DATA_DIR: join(folder, 'otra'), PORT })
    other.close()
    expect(err).toContain(`PORT ${PORT}`)
    expect(() => statSync(join(folder, 'otra'))).toThrow()
  })

  // The other settings are in settings.test.ts.
  test.for([
    ['LIMIT_SIGNIN_EMAIL', '10'],
    ['DATA_DIR', '/dev/null/datos'],
  ] as const)('that names the setting, because of %s=%s', async ([name, value]) => {
    expect(await refused({ [name]: value })).toMatch(new RegExp(`^Error: ${name} `))
  })

  test('that says which file must be put back, because secrets.json of the embedded database is lost', async () => {
    await stop()
    const path = join(folder, 'data/secrets.json')
    renameSync(path, join(folder, 'secrets.json'))
    const err = await refused({})
    renameSync(join(folder, 'secrets.json'), path)
    expect(err).toContain(`${path} no tiene la contraseña de la base de datos`)
  })

  test('that names JWT_SECRET, because another server of the database has another one', async () => {
    await stop()
    const err = await refused({ JWT_SECRET: 'otra-clave-que-tiene-por-lo-menos-32-caracteres' })
    expect(err).toMatch(/^Error: JWT_SECRET es la clave [0-9a-f]{8}, .* npm run operator -- accept-keys/)
  })

  test('without a password, because DATABASE_URL does not answer for a limited time', async () => {
    const err = await refused({ DATABASE_URL: 'postgres://yo:s3creto@127.0.0.1:1/nada' })
    expect(err).toContain('DATABASE_URL no responde: 127.0.0.1:1/nada')
    expect(err).not.toContain('s3creto')
  })
})
