import type { Readable } from 'node:stream'
import { tooLarge, tooSlow, unreadable } from '../errors.ts'
import { type MinimumRate, watchRate } from './minimum-rate.ts'
import type { UploadInProgress } from './uploads-in-progress.ts'

/** Receives the bytes of a body. */
export interface Sink {
  /** Returns a promise when the next chunk has to wait for it. Throws to refuse the body. */
  write(chunk: Buffer): Promise<void> | undefined
}

export interface ReceiveBounds {
  maxBytes: number
  rate: MinimumRate
}

/** Reads a body within its bounds. Rejects as soon as it is refused, too slow, aborted or disconnected. */
export async function receive(body: Readable, sink: Sink, progress: UploadInProgress, bounds: ReceiveBounds) {
  await readAll(body, sink, progress, bounds)
  progress.complete()
}

function readAll(
  body: Readable,
  sink: Sink,
  progress: UploadInProgress,
  bounds: ReceiveBounds,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = 0
    const rate = watchRate(bounds.rate, () => stop(tooSlow()))
    const stop = (error?: unknown) => {
      rate.stop()
      progress.signal.removeEventListener('abort', onAbort)
      body.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError)
      if (error === undefined) resolve()
      else reject(error)
    }
    const onAbort = () => stop(progress.signal.reason)
    const onEnd = () => stop()
    const onError = () => stop(unreadable())
    const onData = (chunk: Buffer) => {
      try {
        received += chunk.length
        rate.received(chunk.length)
        if (received > bounds.maxBytes) throw tooLarge()
        progress.take(chunk.length)
        const full = sink.write(chunk)
        if (!full) return
        body.pause()
        full.then(() => body.resume(), stop)
      } catch (error) {
        stop(error)
      }
    }
    if (progress.signal.aborted) return onAbort()
    progress.signal.addEventListener('abort', onAbort)
    body.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError)
  })
}

const DISCARD_MS = 1000

/**
 * Reads the rest of a refused body for a short time and discards it. When a connection is closed with unread
 * bytes it is reset, and the client would not get the answer.
 */
export async function discardRest(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, DISCARD_MS)
  body
    .once('end', resolve)
    .once('close', resolve)
    .once('error', () => resolve())
    .resume()
  await promise
  clearTimeout(timer)
}
