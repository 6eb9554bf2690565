import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/**
 * A server of one test or of a few. `kill` ends it without a shutdown: the next start must clean up the database process
 * that it leaves. `killDatabase` ends the database process, and the server ends with it. `start` and `restart`
 * take settings beside those of the first start.
 */
export async function ownServer(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'maestros-e2e-caida-'))
  chmodSync(folder, 0o711)
  const port = await freePort()
  const baseURL = `http://127.0.0.1:${port}`
  let child: ChildProcess
  const start = async (changed: Record<string, string> = {}) => {
    const own = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'silent' }
    child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      env: { ...process.env, ...own, ...settings, ...changed },
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
    restart: async (settings: Record<string, string>) => {
      await stop('SIGTERM')
      await start(settings)
    },
    killDatabase: async () => {
      const gone = once(child, 'exit')
      const [pid] = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await gone
    },
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
