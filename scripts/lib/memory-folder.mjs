import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const SHARED_MEMORY = '/dev/shm'
/**
 * With the number of the process that uses it, and of the namespace of such numbers: containers that share the folder do not
 * see each other's processes. Short, because the path of a socket is limited.
 */
const nameOf = (pid) => `maestros-${namespace()}-${pid}`
const NAME = /^maestros-(\d+)-(\d+)$/
const namespace = () => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))[0]
/** So much must be free. */
const BYTES = 4 * 2 ** 30

/**
 * Lets all programs of this run keep their temporary files in memory, where the machine has enough of it. The tests create
 * and delete many databases, and on ext4 each takes up to ten times as long (docs/decisions/tests.md).
 */
export function keepTemporaryFilesInMemory() {
  const folder = folderInMemory()
  if (folder === undefined) return
  process.env.TMPDIR = folder
  // The tests start the server many times, and with compiled code a start takes a third less time.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  // A signal would end this process without that event.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
}

function folderInMemory() {
  if (process.platform !== 'linux') return undefined
  try {
    removeAbandoned()
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    if (Math.min(bavail * bsize, freemem()) < BYTES) return undefined
    const folder = join(SHARED_MEMORY, nameOf(process.pid))
    rmSync(folder, { recursive: true, force: true })
    // For root, PostgreSQL runs as another user, which needs access.
    mkdirSync(folder, { mode: 0o711 })
    if (allowsPrograms(folder)) return folder
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // This machine has no such folder, or this person may not use it: the tests run without it.
  }
  return undefined
}

/** Removes the folders of runs that were killed. */
function removeAbandoned() {
  const own = namespace()
  for (const name of readdirSync(SHARED_MEMORY)) {
    const [, of, pid] = NAME.exec(name) ?? []
    if (of === own && !isRunning(Number(pid)))
      rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true })
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
