import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const SHARED_MEMORY = '/dev/shm'
const PREFIX = 'maestros-'
/** A whole run of the tests needs less than 1 GiB at a time. */
const BYTES = 4 * 2 ** 30

/**
 * Lets all programs of this run keep their temporary files in memory, where the machine has enough of it. The tests create
 * and delete some hundred databases of 300 files each; on ext4 that takes ten times as long (docs/decisions/020).
 */
export function keepTemporaryFilesInMemory() {
  const folder = folderInMemory()
  if (folder === undefined) return
  process.env.TMPDIR = folder
  // The tests start the server many times; two thirds of the time are then enough.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  // A signal would end this process without that event.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
}

function folderInMemory() {
  try {
    removeAbandoned()
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    if (process.platform !== 'linux' || Math.min(bavail * bsize, freemem()) < BYTES) return undefined
    // Short, because the path of a socket is limited. For root, PostgreSQL runs as another user, which needs access.
    const folder = join(SHARED_MEMORY, `${PREFIX}${process.pid}`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o711 })
    if (allowsPrograms(folder)) return folder
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // No such folder on this machine.
  }
  return undefined
}

/** Removes the folders of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const pid = name.startsWith(PREFIX) && Number.parseInt(name.slice(PREFIX.length), 10)
    if (pid && !isRunning(pid)) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Some systems run no program from this folder, and tests write programs. */
function allowsPrograms(folder) {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
