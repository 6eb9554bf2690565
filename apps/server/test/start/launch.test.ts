import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DatabaseTarget, Sql } from '../../src/platform/db/pool.ts'
import { startApp } from '../setup/app.ts'
import { eventually } from '../setup/live.ts'
import { type Launched, processesOn, readyStatus, refusal, start, within } from '../setup/services/launch.ts'
import { ownFolder } from '../setup/services/own-folder.ts'
import { ownPort } from '../setup/services/own-port.ts'

let folder: string
let settings: Record<string, string>
/** A start takes seconds, so several tests share it. */
let server: Launched | undefined
// Whole processes start and stop here, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maestros-launch-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o711)
  settings = { DATA_DIR: join(folder, 'data'), PORT: String(await ownPort()) }
})
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.ended
  rmSync(folder, { recursive: true, force: true })
})

/** The shared server; a new one after a test has stopped it. Each test can be run by itself, and a second time. */
async function running(): Promise<Launched> {
  const { exitCode = 0, signalCode = null } = server?.child ?? {}
  if (!server || exitCode !== null || signalCode !== null) server = await start(settings)
  return server
}

const oneLine = (text: string) => text.trim().split('\n').length === 1

describe('a start and a stop', () => {
  test('an interrupted first start is repeated', async () => {
    const DATA_DIR = join(ownFolder(), 'data')
    mkdirSync(join(DATA_DIR, 'postgres/initdb-muerto'), { recursive: true })
    chmodSync(DATA_DIR, 0o711)
    const first = await start({ DATA_DIR, PORT: String(await ownPort()) })
    await eventually(() => readyStatus(first)).toBe(200)
    expect(readdirSync(join(DATA_DIR, 'postgres'))).not.toContain('initdb-muerto')
    expect(processesOn(DATA_DIR).length).toBeGreaterThan(0)
    first.child.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0, err: '' })
  })

  test('the stored secrets are readable by their owner only', async () => {
    await running()
    expect(statSync(join(folder, 'data/secrets.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'data/objects')).mode & 0o777).toBe(0o700)
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
    child.kill('SIGTERM')
    await delay(200)
    expect(child.exitCode).toBeNull()
    socket.write(': 1}')
    expect(await ended).toMatchObject({ code: 0, err: '' })
    expect(answer).toMatch(/HTTP\/1\.1 404 /)
    expect(processesOn(folder)).toEqual([])
  })
})

describe('a start after kill -9', () => {
  test('stops the orphaned PostgreSQL and has all the data', async () => {
    const { child, ended } = await running()
    const dato = Date.now()
    await within(settings.DATA_DIR ?? '', async (sql) => {
      await sql`create table if not exists public.huella (dato bigint)`
      await sql`insert into public.huella values (${dato})`
    })
    child.kill('SIGKILL')
    await ended
    const orphans = processesOn(folder)
    expect(orphans.length).toBeGreaterThan(0)
    await running()
    const find = (sql: Sql) => sql`select from public.huella where dato = ${dato}`
    expect(await within(settings.DATA_DIR ?? '', find)).toHaveLength(1)
    expect(processesOn(folder).filter((pid) => orphans.includes(pid))).toEqual([])
  })

  test('refuses a second server on the same DATA_DIR with the process id of the first, which keeps running', async () => {
    const first = await running()
    const port = String(await ownPort())
    const { code, err } = await refusal({ ...settings, PORT: port })
    expect(code).toBe(1)
    expect(err).toContain(`ya lo atiende el proceso ${first.pid}`)
    expect(oneLine(err)).toBe(true)
    await eventually(() => readyStatus(first)).toBe(200)
  })

  test('stops on SIGINT as well', async () => {
    const { child, ended } = await running()
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 0, err: '' })
    expect(processesOn(folder)).toEqual([])
  })
})

describe('a start that fails', () => {
  test('because a port is in use prints one line that names PORT', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const PORT = String(typeof address === 'object' ? address?.port : '')
    const { code, err } = await refusal({ DATA_DIR: join(folder, 'otra'), PORT })
    other.close()
    expect(code).toBe(1)
    expect(err).toContain(`PORT ${PORT}`)
    expect(oneLine(err)).toBe(true)
    expect(() => statSync(join(folder, 'otra'))).toThrow()
  })

  test.for([
    ['PORT', 'tres mil'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['LIMIT_SIGNIN_EMAIL', '10'],
    ['WORKERS', '2'],
    ['DATA_DIR', '/dev/null/datos'],
  ])('because of the invalid setting %s=%s prints one line that names it', async ([name, value]) => {
    const { code, err } = await refusal({ ...settings, [name ?? '']: value ?? '' })
    expect(code).toBe(1)
    expect(err).toMatch(new RegExp(`^Error: ${name} `))
    expect(oneLine(err)).toBe(true)
  })

  test('because the database is newer than the server names both versions', async () => {
    const app = await startApp()
    const { host, port, database, username, password } = app.target as Exclude<
      DatabaseTarget,
      { url: string }
    >
    const DATABASE_URL = `postgres:///${database}`
    const connection = { PGHOST: host, PGPORT: String(port), PGUSER: username, PGPASSWORD: password }
    try {
      await app.sql`update interno.base_de_datos set version = '99.0.0', texto = 'otro'`
      const { code, err } = await refusal({ ...settings, ...connection, DATABASE_URL })
      expect(code).toBe(1)
      expect(err).toContain('99.0.0, más nueva que este servidor')
      expect(oneLine(err)).toBe(true)
    } finally {
      await app.close()
    }
  })

  test('because secrets.json of the embedded database is lost says which file must be put back', async () => {
    const path = join(folder, 'data/secrets.json')
    if (!existsSync(path)) await running()
    server?.child.kill('SIGTERM')
    await server?.ended
    renameSync(path, join(folder, 'secrets.json'))
    const { code, err } = await refusal(settings)
    renameSync(join(folder, 'secrets.json'), path)
    expect(code).toBe(1)
    expect(err).toContain(`${path} no tiene la contraseña de la base de datos`)
    expect(oneLine(err)).toBe(true)
  })

  test('because another server of the database has another JWT_SECRET names the setting', async () => {
    const { url } = await running()
    expect(await fetch(`${url}/readyz`).then(({ status }) => status)).toBe(200)
    server?.child.kill('SIGTERM')
    await server?.ended
    const other = { ...settings, JWT_SECRET: 'otra-clave-que-tiene-por-lo-menos-32-caracteres' }
    const { code, err } = await refusal(other)
    expect(code).toBe(1)
    expect(err).toMatch(/^Error: JWT_SECRET es la clave [0-9a-f]{8}, .* npm run operator -- accept-keys/)
    expect(oneLine(err)).toBe(true)
  })

  test('because DATABASE_URL does not answer ends after a limited wait, without printing its password', async () => {
    const { code, err } = await refusal({
      ...settings,
      DATABASE_URL: 'postgres://yo:s3creto@127.0.0.1:1/nada',
    })
    expect(code).toBe(1)
    expect(err).toContain('DATABASE_URL no responde: 127.0.0.1:1/nada')
    expect(err).not.toContain('s3creto')
    expect(oneLine(err)).toBe(true)
  })
})
