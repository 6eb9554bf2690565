import { spawnSync } from 'node:child_process'

/** Who PostgreSQL runs as. Undefined: as ourselves, which is the rule unless we are root. */
export type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root, so root lends it a user without rights. */
const LENT = ['postgres', 'nobody']

export function lentAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of LENT) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined && uid !== 0) return { uid, gid }
  }
  throw new Error(
    `root cannot run PostgreSQL, and this machine has no user ${LENT.join(' or ')} to run it as`,
  )
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

/** Whether that user can really enter, read and write a folder: only trying tells, with every folder above it. */
export function canUse(folder: string, account: Account): boolean {
  const test = 'test -r "$1" && test -w "$1" && test -x "$1"'
  return spawnSync('sh', ['-c', test, 'sh', folder], { ...account, cwd: '/' }).status === 0
}

export function canRun(program: string, account: Account): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/' }).status === 0
}
