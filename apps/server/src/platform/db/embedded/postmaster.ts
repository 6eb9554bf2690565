import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Finds out which server uses a cluster. PostgreSQL allows one postmaster per cluster (postmaster.pid), and
 * each of our postmasters has the process id of its server among its arguments. While that server runs it is
 * the parent of the postmaster; after it ended, the postmaster has another parent. So we need no lock of our
 * own that could become stale.
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

/**
 * Makes the cluster free for a start: throws when a running server uses it, and stops the postmaster that an
 * ended server left.
 */
export async function freeCluster(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) return
  const found = await findProcess(pid)
  if (found === undefined) return
  if (!found.command.includes(cluster)) {
    await replaceStalePid(file, text)
    return
  }
  const server = Number(new RegExp(`${SERVER_SETTING}=(\\d+)`).exec(found.command)?.[1])
  if (server === found.parent) throw new AlreadyServed(server)
  await stopOrphan(pid)
}

/** The socket of the postmaster that runs on a cluster, from the lines of postmaster.pid; undefined when none runs. */
export async function runningSocket(cluster: string): Promise<{ host: string; port: number } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, host, , , status] = text.split('\n').map((line) => line.trim())
  const found = await findProcess(Number(pid))
  if (!found?.command.includes(cluster) || !host || status !== 'ready') return undefined
  return { host, port: Number(port) }
}

/**
 * After a crash the process id in postmaster.pid may belong to another program, and PostgreSQL would refuse
 * to start. With the id of a process that has certainly ended, PostgreSQL does its other checks and starts.
 */
async function replaceStalePid(file: string, text: string): Promise<void> {
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

/** Returns the parent and the command of a process; undefined when it does not exist or is a zombie. */
async function findProcess(pid: number): Promise<{ parent: number; command: string } | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

async function fromProc(pid: number) {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').join(' ').trim()
    return { parent: Number(parent), command }
  } catch {
    return undefined
  }
}

function fromPs(pid: number) {
  const { status, stdout } = spawnSync('ps', ['-o', 'ppid=,stat=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  const [, parent, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/m.exec(status === 0 ? stdout : '') ?? []
  if (state === undefined || command === undefined || state.startsWith('Z')) return undefined
  return { parent: Number(parent), command }
}
