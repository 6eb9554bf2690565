import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operador as textos } from '@maestros/dominio/textos/operador'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../src/http/port.ts'
import { processesOn, start } from '../setup/launch.ts'

/** The command line as `npm run operator` runs it, on the embedded database of a server. */

const SCRIPT = join(import.meta.dirname, '../../../../scripts/operator.ts')
let folder: string
let settings: Record<string, string>
vi.setConfig({ testTimeout: 90_000 })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maestros-operator-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o711)
  settings = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort('127.0.0.1')) }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function operator(...argv: string[]) {
  const child = spawn(process.execPath, [SCRIPT, ...argv], {
    env: { PATH: process.env.PATH, ...settings },
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
  expect(await operator('audit')).toEqual({
    code: 1,
    out: '',
    err: `Error: ${textos.sinBase(join(folder, 'data'))}`,
  })

  const server = await start(settings)
  const created = await operator('create', 'olga@example.com', '--nombre', 'Olga', '--apellido', 'Ortega')
  expect(created).toMatchObject({ code: 0, err: '' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, err: '' })

  const { out, code } = await operator('audit')
  expect(code).toBe(0)
  expect(out).toContain('olga@example.com creó al operador olga@example.com')
  expect(processesOn(folder)).toEqual([])
})
