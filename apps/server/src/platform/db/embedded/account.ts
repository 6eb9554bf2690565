import { spawnSync } from 'node:child_process'

/**
 * The user that PostgreSQL runs as. Undefined means the current user, which is the case unless it is root.
 */
export type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root, so root starts it as one of these unprivileged users. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody']

export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of UNPRIVILEGED_USERS) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined && uid !== 0) return { uid, gid }
  }
  throw new Error(
    `root cannot run PostgreSQL, and this machine has no user ${UNPRIVILEGED_USERS.join(' or ')} to run it as`,
  )
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

/**
 * Whether that user can enter, read and write a folder. Only a test shows this, because all parent folders
 * matter.
 */
export function canUse(folder: string, account: Account): boolean {
  const test = 'test -r "$1" && test -w "$1" && test -x "$1"'
  return spawnSync('sh', ['-c', test, 'sh', folder], { ...account, cwd: '/' }).status === 0
}

export function canRun(program: string, account: Account): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/' }).status === 0
}
