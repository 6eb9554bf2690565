import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { startApp, type TestApp } from '../app.ts'
import { shortenTimers } from '../short-timers.ts'
import { hasProgram } from './has-program.ts'
import { ownPort } from './own-port.ts'

/** A real Redis for the test. Without Redis on this machine the tests that need it are skipped. */

export const thereIsRedis = () => hasProgram('redis-server')

export interface TestRedis {
  url: string
  start(): Promise<void>
  /** Stops it at once, like a machine that fails. */
  kill(): Promise<void>
  /** It accepts connections and answers nothing until it is killed. */
  freeze(): void
}

/** How often a server sends itself an echo through Redis (src/platform/bus/redis-bus.ts). */
const ECHO_MS = 3000

/** `startApp` with Redis. Its echoes follow each other soon, so that it notices at once what happens to Redis. */
export function startOnRedis(
  url: string,
  settings: Record<string, string> = {},
  beside?: TestApp,
): Promise<TestApp> {
  const undo = shortenTimers({ from: ECHO_MS, ms: ECHO_MS / 10 })
  return startApp({ REDIS_URL: url, ...settings }, beside).finally(undo)
}

export async function startRedis(): Promise<TestRedis> {
  const port = await ownPort()
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
    freeze: () => void redis?.kill('SIGSTOP'),
  }
}
