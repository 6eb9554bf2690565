import { readdirSync, readFileSync } from 'node:fs'

/** The processes in which the server decodes pictures. */

const PROGRAM = 'decoder-process.ts'
const LOOK_MS = 50
/** Processor time of one picture from which it is taken for the attacker's: the others' takes a tenth of it. */
const LONG_TICKS = 30
/** The fields of /proc/PID/stat after the name, which may contain spaces. */
const PARENT = 1
const USER_TICKS = 11

export function decodersOf(server: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(
      (pid) => pid > 0 && Number(statOf(pid)[PARENT]) === server && textOf(pid, 'cmdline').includes(PROGRAM),
    )
}

/**
 * Stops each decoder that has worked long on one picture. It then neither ends nor answers, as with a picture that costs the
 * decoder any time in a way that nobody knows. Returns a function that ends this.
 */
export function stallDecoders(server: number): () => void {
  const before = new Map<number, { ticks: number; since: number }>()
  const timer = setInterval(() => {
    for (const pid of decodersOf(server)) {
      const ticks = Number(statOf(pid)[USER_TICKS])
      const last = before.get(pid)
      // It has rested meanwhile, or has just been started.
      const since = last === undefined || last.ticks === ticks ? ticks : last.since
      before.set(pid, { ticks, since })
      if (last !== undefined && ticks - since > LONG_TICKS) process.kill(pid, 'SIGSTOP')
    }
  }, LOOK_MS)
  return () => clearInterval(timer)
}

const statOf = (pid: number) =>
  textOf(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')

function textOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
