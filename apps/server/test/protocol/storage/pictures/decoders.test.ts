import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { Overloaded } from '../../../../src/platform/limits/overloaded.ts'
import { type Decoders, decoders, LIMITS } from '../../../../src/protocol/storage/pictures/decoders.ts'
import { eventually } from '../../../setup/live.ts'
import { jpeg, pngWith } from '../../../setup/rows/pictures.ts'

const log = pino({ level: 'silent' })
const PROGRAM = 'decoder-process.ts'

/** Empty when the process has ended meanwhile. */
function textOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** A process that has ended stays listed as Z until its parent asks for it, and in a bare container nobody does. */
const isRunning = (pid: number) => /^State:\t[^Z]/m.test(textOf(pid, 'status'))

/** The decoders that a process has started. */
const decodersOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => textOf(pid, 'cmdline').includes(PROGRAM))
    .filter((pid) => textOf(pid, 'status').includes(`\nPPid:\t${parent}\n`))
    .filter(isRunning)

describe.skipIf(process.platform !== 'linux')('decoders of pictures', () => {
  let open: Decoders | undefined
  afterEach(() => open?.close())
  const make = (limits = LIMITS) => {
    open = decoders(log, 4, limits)
    return open
  }

  test.each(['workMs', 'clockMs'] as const)(
    'a decode that exceeds %s ends with its process, and the next picture is decoded',
    async (limit) => {
      const limits = { ...LIMITS, [limit]: 0 }
      const { reencode } = make(limits)
      let slow = false
      const costly = reencode(pngWith(5000, 5000), () => {
        slow = true
      })
      await expect(costly).rejects.toMatchObject({ problem: 'pixels' })
      expect(slow).toBe(true)
      Object.assign(limits, LIMITS)
      expect(await reencode(await jpeg(60, 40))).toMatchObject({
        width: 60,
        height: 40,
        mimetype: 'image/jpeg',
      })
    },
  )

  test('a decoder that the system ends is replaced, and its picture may be sent again', async () => {
    const { reencode } = make()
    await reencode(await jpeg())
    const before = decodersOf(process.pid)
    const picture = reencode(await jpeg(3000, 3000))
    for (const pid of before) process.kill(pid, 'SIGKILL')
    await expect(picture).rejects.toBeInstanceOf(Overloaded)
    // A second decoder may have waited for work: its end is noticed when it gets a picture.
    await eventually(async () => reencode(await jpeg())).toMatchObject({ width: 60 })
    expect(decodersOf(process.pid)).not.toEqual(before)
  })

  test('a decoder has nothing of the environment of the server', async () => {
    await make().reencode(await jpeg())
    const [pid] = decodersOf(process.pid)
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((one) => one.split('=')[0])
    expect(names.filter((name) => name && !/^NODE_/.test(name))).toEqual([])
  })

  test('no decoder is left when they are closed', async () => {
    const all = make()
    await Promise.all([1, 2, 3].map(async () => all.reencode(await jpeg())))
    expect(decodersOf(process.pid).length).toBeGreaterThan(0)
    await all.close()
    expect(decodersOf(process.pid)).toEqual([])
  })

  test('no decoder is left when the server is killed', async () => {
    const program = `
      const { decoders } = await import('${import.meta.dirname}/../../../../src/protocol/storage/pictures/decoders.ts')
      await decoders({ warn() {} }, 4).reencode(Buffer.from('${(await jpeg()).toString('base64')}', 'base64'))
      process.stdout.write('decoded')
      setInterval(() => {}, 1000)`
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(server.stdout, 'data')
    const pids = decodersOf(server.pid ?? 0)
    expect(pids.length).toBeGreaterThan(0)
    server.kill('SIGKILL')
    await eventually(() => pids.filter(isRunning)).toEqual([])
  })
})
