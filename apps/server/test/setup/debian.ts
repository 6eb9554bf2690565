import { spawnSync } from 'node:child_process'

const answers = (program: string) => spawnSync(program, ['-v']).status === 0

/**
 * Whether a program is on this machine. As root in CI it is installed from Debian's package of the same name.
 * A developer's machine is never changed: the command is printed instead.
 */
export function hasProgram(program: string): boolean {
  if (answers(program)) return true
  const mayInstall = process.env.CI !== undefined && process.getuid?.() === 0
  if (mayInstall && spawnSync('apt-get', ['--version']).status === 0) {
    // RUNLEVEL=1 prevents the package from starting its service. Waits for another running package manager.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60']
    spawnSync('apt-get', ['update', '-qq'], { env, timeout: 120_000 })
    spawnSync('apt-get', ['install', ...options, program], { env, timeout: 120_000 })
    if (answers(program)) return true
  }
  process.stderr.write(
    `${program} is missing, so its tests are skipped (Debian: apt-get install ${program})\n`,
  )
  return false
}
