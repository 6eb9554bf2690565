import { spawnSync } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import { makeDatabase } from '../setup/database.ts'
import { eventually } from '../setup/live.ts'
import { hasProgram } from '../setup/services/has-program.ts'
import { databaseSettings, readyStatus, start } from '../setup/services/launch.ts'
import { ownFolder } from '../setup/services/own-folder.ts'
import { ownPort } from '../setup/services/own-port.ts'
import { startRedis, thereIsRedis } from '../setup/services/redis.ts'

// Whole processes start and stop here, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const childrenOf = (pid: number): number[] => {
  const { stdout } = spawnSync('ps', ['axo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === pid && args.join(' ').includes('main.ts'))
    .map(([child]) => Number(child))
}

describe.skipIf(!hasProgram('ps') || !thereIsRedis())('several processes on one machine', () => {
  test('share the port and the database; one that ends is replaced, and a signal ends them all', async () => {
    const redis = await startRedis()
    const { target, drop } = await makeDatabase('migrated')
    const server = await start({
      ...databaseSettings(target),
      ...{ DATA_DIR: ownFolder(), PORT: String(await ownPort()), WORKERS: '2' },
      ...{ REDIS_URL: redis.url, LOG_LEVEL: 'fatal' },
    })
    try {
      await eventually(() => readyStatus(server)).toBe(200)
      const [first, ...others] = childrenOf(server.pid)
      expect(others).toHaveLength(1)
      if (first) process.kill(first, 'SIGKILL')
      await eventually(() => childrenOf(server.pid).filter((pid) => pid !== first).length).toBe(2)
      await eventually(() => readyStatus(server)).toBe(200)
      server.child.kill('SIGTERM')
      expect(await server.ended).toMatchObject({ code: 0, err: '' })
      expect(childrenOf(server.pid)).toEqual([])
    } finally {
      server.child.kill('SIGKILL')
      await server.ended
      await redis.kill()
      await drop()
    }
  })
})
