import { expect, test, vi } from 'vitest'
import { readConfig } from '../../src/platform/settings/config.ts'
import { makeDatabase } from '../setup/database.ts'
import { eventually } from '../setup/live.ts'
import { databaseSettings, start } from '../setup/services/launch.ts'
import { ownFolder } from '../setup/services/own-folder.ts'
import { ownPort } from '../setup/services/own-port.ts'

// A whole process starts and stops here, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })

test('after SIGTERM /readyz answers 503 while requests are still served for DRAIN_SECONDS', async () => {
  const { target, drop } = await makeDatabase('migrated')
  const PORT = String(await ownPort())
  const server = await start({
    ...databaseSettings(target),
    ...{ DATA_DIR: ownFolder(), PORT, DRAIN_SECONDS: '6' },
  })
  try {
    const status = async (path: string) => (await fetch(`${server.url}${path}`)).status
    await eventually(() => status('/readyz')).toBe(200)
    server.child.kill('SIGTERM')
    await eventually(() => status('/readyz')).toBe(503)
    expect(await status('/healthz')).toBe(200)
    expect((await fetch(`${server.url}/healthz`)).headers.get('connection')).toBe('close')
    expect(await status('/config.json')).toBe(200)
    expect(server.child.exitCode).toBeNull()
    expect(await server.ended).toMatchObject({ code: 0, err: '' })
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    await drop()
  }
})

test('a server drains for 5 seconds in production and not at all elsewhere, unless DRAIN_SECONDS says otherwise', () => {
  expect(readConfig({ NODE_ENV: 'production' }).drainSeconds).toBe(5)
  expect(readConfig({}).drainSeconds).toBe(0)
  expect(readConfig({ NODE_ENV: 'production', DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
  expect(readConfig({ DRAIN_SECONDS: '20' }).drainSeconds).toBe(20)
})
