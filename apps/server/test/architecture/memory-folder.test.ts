import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The folder in memory that `npm test` uses where the machine has enough of it. */

const SCRIPT = join(import.meta.dirname, '../../../../scripts/lib/memory-folder.mjs')
const SHARED_MEMORY = '/dev/shm'
const NEEDED = 4 * 2 ** 30

/** A process that makes the folder, writes its name, and waits for a line; without one it lives on. */
const PROGRAM = `
  import { writeFileSync } from 'node:fs'
  import { keepTemporaryFilesInMemory } from ${JSON.stringify(SCRIPT)}
  keepTemporaryFilesInMemory()
  const folder = process.env.TMPDIR ?? ''
  if (folder) writeFileSync(folder + '/file', '')
  process.stdout.write(folder + '\\n')
  process.stdin.once('data', () => process.exit(0))
`

async function start() {
  const { TMPDIR: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { child, folder: String(line).trim(), ended: once(child, 'exit') }
}

const roomy = () => {
  if (process.platform !== 'linux' || !existsSync(SHARED_MEMORY)) return false
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return Math.min(bavail * bsize, freemem()) > NEEDED * 1.5
}

describe.runIf(roomy())('the folder in memory', () => {
  test('is removed when the run ends or is interrupted', async () => {
    const finished = await start()
    expect(existsSync(join(finished.folder, 'file'))).toBe(true)
    finished.child.stdin.write('end\n')
    await finished.ended
    expect(existsSync(finished.folder)).toBe(false)

    const interrupted = await start()
    expect(existsSync(interrupted.folder)).toBe(true)
    interrupted.child.kill('SIGINT')
    await interrupted.ended
    expect(existsSync(interrupted.folder)).toBe(false)
  })

  test('of a run that was killed is removed by the next run, and that of another running one is not', async () => {
    const killed = await start()
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(existsSync(killed.folder)).toBe(true)
    const running = await start()
    expect(existsSync(killed.folder)).toBe(false)
    const next = await start()
    expect(existsSync(running.folder)).toBe(true)
    for (const { child, ended } of [running, next]) {
      child.stdin.write('end\n')
      await ended
    }
  })

  test('of a run in another container that shares the memory is not removed', async () => {
    const run = async () => {
      const { child, ended, folder } = await start()
      child.stdin.write('end\n')
      await ended
      return folder
    }
    // The number of a process that has ended here, and may be running there.
    const other = (await run()).replace(/\d+(?=-\d+$)/, '1')
    mkdirSync(other)
    try {
      await run()
      expect(existsSync(other)).toBe(true)
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })

  test('leaves the folders of other programs alone', async () => {
    const other = join(SHARED_MEMORY, 'maestros-de-otro')
    mkdirSync(other, { recursive: true })
    try {
      const { child, ended } = await start()
      child.stdin.write('end\n')
      await ended
      expect(existsSync(other)).toBe(true)
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })
})
