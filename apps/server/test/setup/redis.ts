import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { freePort } from '../../src/http/port.ts'

/** A real Redis of the test's own: of this machine, or Debian's package where the test may install it. */

const answers = () => spawnSync('redis-server', ['--version']).status === 0

function install(): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  // A package manager under way elsewhere is waited for; no service is started.
  const args = [
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=60',
    'redis-server',
  ]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('apt-get', args, { env, timeout: 120_000 })
  return answers()
}

export function thereIsRedis(): boolean {
  if (answers() || install()) return true
  process.stderr.write('redis-server is not here and cannot be installed: its tests are skipped\n')
  return false
}

export interface TestRedis {
  url: string
  start(): Promise<void>
  /** At once, as when a machine falls. */
  kill(): Promise<void>
}

export async function startRedis(): Promise<TestRedis> {
  const port = await freePort('127.0.0.1')
  let redis: ChildProcess | undefined
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    redis = spawn('redis-server', args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const chunk of redis.stdout ?? []) if (String(chunk).includes('Ready to accept')) break
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill: async () => {
      if (!redis || redis.exitCode !== null || redis.signalCode !== null) return
      const ended = once(redis, 'exit')
      redis.kill('SIGKILL')
      await ended
    },
  }
}
