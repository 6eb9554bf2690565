import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Returns the parent and the command of a process; undefined when it does not exist or is a zombie. */
export async function findProcess(pid: number): Promise<{ parent: number; command: string } | undefined> {
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
