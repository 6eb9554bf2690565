import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Launched, processesOn, readyStatus, refusal, start, within } from '../setup/launch.ts'
import { eventually } from '../setup/live.ts'
import { ownPort } from '../setup/own-port.ts'

let folder: string
let settings: Record<string, string>
/** The running server. A start takes seconds, so several tests share it. */
let server: Launched
// Whole processes start and stop here, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maestros-launch-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o711)
  settings = { DATA_DIR: join(folder, 'data'), PORT: String(await ownPort()) }
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  rmSync(folder, { recursive: true, force: true })
})

const oneLine = (text: string) => text.trim().split('\n').length === 1

describe('a start and a stop', () => {
  test('an interrupted first start is repeated', async () => {
    const halfMade = join(folder, 'data/postgres/initdb-muerto')
    mkdirSync(halfMade, { recursive: true })
    chmodSync(join(folder, 'data'), 0o711)
    server = await start(settings)
    await eventually(() => readyStatus(server)).toBe(200)
    expect(readdirSync(join(folder, 'data/postgres'))).not.toContain('initdb-muerto')
    expect(processesOn(folder).length).toBeGreaterThan(0)
  })

  test('the stored secrets are readable by their owner only', () => {
    expect(statSync(join(folder, 'data/secrets.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'data/objects')).mode & 0o777).toBe(0o700)
  })

  test('a request that runs when the signal comes is still answered, and no process is left', async () => {
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
    server.child.kill('SIGTERM')
    await delay(200)
    expect(server.child.exitCode).toBeNull()
    socket.write(': 1}')
    expect(await server.ended).toMatchObject({ code: 0, err: '' })
    expect(answer).toMatch(/HTTP\/1\.1 404 /)
    expect(processesOn(folder)).toEqual([])
  })
})

describe('a start after kill -9', () => {
  test('stops the orphaned PostgreSQL and has all the data', async () => {
    server = await start(settings)
    await within(settings.DATA_DIR ?? '', (sql) => sql`create table public.huella as select 42 as dato`)
    server.child.kill('SIGKILL')
    await server.ended
    const orphans = processesOn(folder)
    expect(orphans.length).toBeGreaterThan(0)
    server = await start(settings)
    const [row] = await within(settings.DATA_DIR ?? '', (sql) => sql`select dato from public.huella`)
    expect(row).toEqual({ dato: 42 })
    expect(processesOn(folder).filter((pid) => orphans.includes(pid))).toEqual([])
  })

  test('refuses a second server on the same DATA_DIR with the process id of the first, which keeps running', async () => {
    const port = String(await ownPort())
    const { code, err } = await refusal({ ...settings, PORT: port })
    expect(code).toBe(1)
    expect(err).toContain(`ya lo atiende el proceso ${server.pid}`)
    expect(oneLine(err)).toBe(true)
    await eventually(() => readyStatus(server)).toBe(200)
  })

  test('stops on SIGINT as well, and an edited migration that was applied is refused by its name', async () => {
    const edited = '001-roles.sql'
    const hash = await within(settings.DATA_DIR ?? '', async (sql) => {
      const [row] = await sql<
        { hash: string }[]
      >`select hash from migraciones.aplicadas where nombre = ${edited}`
      await sql`update migraciones.aplicadas set hash = 'otro' where nombre = ${edited}`
      return row?.hash ?? ''
    })
    server.child.kill('SIGINT')
    expect((await server.ended).code).toBe(0)
    const { code, err } = await refusal(settings)
    expect(code).toBe(1)
    expect(err).toContain(edited)
    expect(oneLine(err)).toBe(true)
    expect(processesOn(folder)).toEqual([])
    expect(hash).toHaveLength(64)
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

  test('because secrets.json of the embedded database is lost says which file must be put back', async () => {
    const path = join(folder, 'data/secrets.json')
    renameSync(path, join(folder, 'secrets.json'))
    const { code, err } = await refusal(settings)
    renameSync(join(folder, 'secrets.json'), path)
    expect(code).toBe(1)
    expect(err).toContain(`${path} no tiene la contraseña de la base de datos`)
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
