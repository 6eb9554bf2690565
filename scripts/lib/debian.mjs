import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/** Where Debian keeps servers such as HAProxy. The PATH of users who are not root often lacks it. */
const SERVER_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** The path of a program of this machine. */
export function which(name) {
  return [...(process.env.PATH ?? '').split(delimiter), ...SERVER_FOLDERS]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

/** Lets the programs that this process starts find servers too. */
export function addServerFoldersToPath() {
  const now = (process.env.PATH ?? '').split(delimiter)
  const missing = SERVER_FOLDERS.filter((folder) => !now.includes(folder))
  process.env.PATH = [...now, ...missing].join(delimiter)
}

/** Packages are installed as root only, without asking, because that is every bare container. Never with sudo. */
export const mayInstall = () => process.getuid?.() === 0 && which('apt-get') !== undefined

/**
 * A package must not start its service, with or without an init system: policy-rc.d is what all of Debian's ways to start
 * one look at. A file that somebody else has put there is kept.
 */
const INSTALL = `
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  trap 'exit 1' HUP INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"
`

let updated = false

/** Installs packages of Debian, and returns whether that worked. A package that does not exist is no error here. */
export async function installPackages(names) {
  console.log(`Installing ${names.join(' and ')} with apt-get…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!updated) await run('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  updated = true
  // Unknown names, before the installation would print its error.
  const known = spawnSync('apt-cache', ['show', '--quiet', ...names], { stdio: 'ignore' }).status === 0
  const code = known ? await run('sh', ['-c', INSTALL, 'sh', ...names], { env, quiet: true }) : 1
  if (code !== 0) console.log(`${names.join(' and ')} could not be installed.`)
  return code === 0
}
