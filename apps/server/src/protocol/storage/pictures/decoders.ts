import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { Overloaded } from '../../../platform/limits/overloaded.ts'
import type { DecoderOrder } from './decoder-process.ts'
import { type Picture, PictureError } from './picture.ts'

/**
 * Decodes pictures in processes of their own, one at a time in each. A decode whose time is over is ended with its process, and the
 * next picture gets a new one.
 */
export interface Decoders {
  /** `onSlow` is called when the picture costs more than any normal one. */
  reencode(bytes: Buffer, onSlow?: () => void): Promise<Picture>
  close(): Promise<void>
}

const PROGRAM = join(import.meta.dirname, 'decoder-process.ts')
export const LIMITS = {
  /** Time of a core, and not of the clock: a busy machine must not refuse pictures. The largest normal picture takes about 2 seconds. */
  workMs: 8000,
  /** For a decoder that waits for something, or whose machine has no time for it. */
  clockMs: 30_000,
}
/** Processes that wait for work beyond the first end after this time, so that their memory returns after many uploads at once. */
const IDLE_MS = 15_000
/** A decode that takes longer lets another process start, so that the next picture finds one. A start takes some 200 ms. */
const LONG_MS = 150
/** Pictures must not delay searches, nor wait for all of them. */
const NICE = 5
const RETRY_SECONDS = 5

/** It comes from a process that reads files of strangers. */
const bytes = z
  .instanceof(Uint8Array)
  .transform((read) => Buffer.from(read.buffer, read.byteOffset, read.length))
const Answer = z.union([
  z.object({
    picture: z.object({
      mimetype: z.enum(['image/jpeg', 'image/webp']),
      full: bytes,
      mini: bytes,
      width: z.int().positive(),
      height: z.int().positive(),
    }),
  }),
  z.object({ problem: z.enum(['type', 'pixels', 'broken']), reason: z.string() }),
  z.object({ spent: z.enum(['half', 'all']) }),
])

interface Decoder {
  child: ChildProcess
  exited: Promise<unknown>
}

/** `running`: how many pictures are decoded at the same time. */
export function decoders(log: Pick<FastifyBaseLogger, 'warn'>, running: number, limits = LIMITS): Decoders {
  const all = new Set<Decoder>()
  let idle: Decoder[] = []
  let closed = false

  const forget = (decoder: Decoder) => {
    all.delete(decoder)
    idle = idle.filter((one) => one !== decoder)
  }

  const start = (): Decoder => {
    const cache = getCompileCacheDir()
    const child = fork(PROGRAM, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      execArgv: [],
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    })
    const decoder = { child, exited: once(child, 'exit').catch(() => {}) }
    all.add(decoder)
    child.on('exit', () => forget(decoder)).on('error', () => forget(decoder))
    lowerPriority(child)
    // It does not keep the server running.
    child.unref()
    child.channel?.unref()
    return decoder
  }

  const spare = () => {
    if (idle.length === 0 && all.size < running && !closed) rest(start())
  }

  const rest = (decoder: Decoder) => {
    if (!all.has(decoder)) return
    idle.push(decoder)
    setTimeout(() => {
      if (idle.length === 1 || !idle.includes(decoder)) return
      forget(decoder)
      decoder.child.kill('SIGKILL')
    }, IDLE_MS).unref()
  }

  const decode = ({ child }: Decoder, bytes: Buffer, onSlow: () => void): Promise<Picture> =>
    new Promise((resolve, reject) => {
      let isOver = false
      const stop = () => {
        isOver = true
        onSlow()
        child.kill('SIGKILL')
      }
      const timer = setTimeout(stop, limits.clockMs)
      const onMessage = (message: unknown) => {
        const { data: answer } = Answer.safeParse(message)
        if (!answer) return void child.kill('SIGKILL')
        if ('spent' in answer) return answer.spent === 'all' ? stop() : onSlow()
        end()
        if ('picture' in answer) resolve(answer.picture)
        else reject(new PictureError(answer.problem, { cause: answer.reason }))
      }
      const onExit = (code: number | null, signal: string | null) => {
        end()
        if (isOver) return reject(new PictureError('pixels', { cause: 'the time of the decode was over' }))
        log.warn({ code, signal }, 'a decoder of pictures has ended')
        // SIGKILL comes from the system when memory is short: then it may be another picture's fault.
        reject(signal === 'SIGKILL' || closed ? new Overloaded(RETRY_SECONDS) : new PictureError('broken'))
      }
      const onError = (error: Error) => {
        end()
        reject(new Overloaded(RETRY_SECONDS, { cause: error }))
      }
      const end = () => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
      }
      child.on('message', onMessage).on('exit', onExit).on('error', onError)
      child.send({ bytes, workMs: limits.workMs } satisfies DecoderOrder)
    })

  return {
    async reencode(bytes, onSlow = () => {}) {
      const decoder = idle.pop() ?? start()
      const timer = setTimeout(spare, LONG_MS)
      try {
        return await decode(decoder, bytes, onSlow)
      } finally {
        clearTimeout(timer)
        rest(decoder)
        spare()
      }
    },
    async close() {
      closed = true
      const last = [...all]
      for (const { child } of last) {
        child.ref()
        child.kill('SIGKILL')
      }
      await Promise.all(last.map(({ exited }) => exited))
    },
  }
}

/** Before it has started its threads, which get the same priority. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE)
  } catch {
    // It has already ended: its picture is refused when its exit is seen.
  }
}
