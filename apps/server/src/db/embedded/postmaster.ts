import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProcess } from './process-table.ts'

/**
 * Which server has a cluster. PostgreSQL itself lets one postmaster run on a cluster (postmaster.pid), and a
 * postmaster of ours names the server that started it among its arguments. While that server lives it is the
 * postmaster's parent; once it is gone, whoever adopted the postmaster is not. So no lock of ours is needed,
 * and none can go stale.
 */
export const SERVER_SETTING = 'maestros.servidor'

export class AlreadyServed extends Error {
  readonly pid: number
  constructor(pid: number) {
    super(`already served by process ${pid}`)
    this.pid = pid
  }
}

const STOP_MS = 30_000

/** Leaves the cluster free to be started: refuses when a live server has it, ends what a dead one left behind. */
export async function freeCluster(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) return
  const found = await findProcess(pid)
  if (found === undefined) return
  if (!found.command.includes(cluster)) {
    await nameTheDead(file, text)
    return
  }
  const server = Number(new RegExp(`${SERVER_SETTING}=(\\d+)`).exec(found.command)?.[1])
  if (server === found.parent) throw new AlreadyServed(server)
  await stopOrphan(pid)
}

/**
 * After a crash the number in postmaster.pid may be another program's by now, and PostgreSQL would wait for
 * that one for ever. With the number of a process that has surely ended it makes its other checks and starts.
 */
async function nameTheDead(file: string, text: string): Promise<void> {
  const { pid } = spawnSync('true')
  await writeFile(file, text.replace(/^\d+/, String(pid)))
}

async function stopOrphan(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    const until = Date.now() + STOP_MS
    while (Date.now() < until) {
      if ((await findProcess(pid)) === undefined) return
      await delay(20)
    }
  }
  throw new Error(`el PostgreSQL que dejó un inicio anterior (proceso ${pid}) no termina`)
}
