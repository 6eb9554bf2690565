import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/**
 * A server of one test. `kill` ends it without a shutdown: the next start must clean up the database process that it
 * leaves.
 */
export async function ownServer(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'maestros-e2e-caida-'))
  chmodSync(folder, 0o711)
  const port = await freePort()
  const baseURL = `http://127.0.0.1:${port}`
  let child: ChildProcess
  const start = async () => {
    const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, DEMO: '0' }
    child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      env: { ...env, LOG_LEVEL: 'silent', ...settings },
      stdio: 'ignore',
    })
    await expect(async () => {
      expect((await fetch(`${baseURL}/readyz`)).ok).toBe(true)
    }).toPass({ timeout: 60_000 })
  }
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  await start()
  return {
    baseURL,
    start,
    kill: () => stop('SIGKILL'),
    end: async () => {
      await stop('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
