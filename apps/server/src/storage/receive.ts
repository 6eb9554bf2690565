import type { Readable } from 'node:stream'
import type { Arrival } from './arrivals.ts'
import { tooLarge, tooSlow, unreadable } from './errors.ts'
import { type PaceBounds, watchPace } from './pace.ts'

/** Where the bytes of a body go. */
export interface Sink {
  /** Answers a promise when the next chunk has to wait for it. Throws to refuse the body. */
  write(chunk: Buffer): Promise<void> | undefined
}

export interface ReceiveBounds {
  maxBytes: number
  pace: PaceBounds
}

/** Reads a body within its bounds. Rejects as soon as it is refused, too slow, given up or cut off. */
export async function receive(body: Readable, sink: Sink, arrival: Arrival, bounds: ReceiveBounds) {
  await readAll(body, sink, arrival, bounds)
  arrival.complete()
}

function readAll(body: Readable, sink: Sink, arrival: Arrival, bounds: ReceiveBounds): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = 0
    const pace = watchPace(bounds.pace, () => stop(tooSlow()))
    const stop = (error?: unknown) => {
      pace.stop()
      arrival.signal.removeEventListener('abort', onAbort)
      body.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError)
      if (error === undefined) resolve()
      else reject(error)
    }
    const onAbort = () => stop(arrival.signal.reason)
    const onEnd = () => stop()
    const onError = () => stop(unreadable())
    const onData = (chunk: Buffer) => {
      try {
        received += chunk.length
        pace.received(chunk.length)
        if (received > bounds.maxBytes) throw tooLarge()
        arrival.take(chunk.length)
        const full = sink.write(chunk)
        if (!full) return
        body.pause()
        full.then(() => body.resume(), stop)
      } catch (error) {
        stop(error)
      }
    }
    if (arrival.signal.aborted) return onAbort()
    arrival.signal.addEventListener('abort', onAbort)
    body.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError)
  })
}

const DISCARD_MS = 1000

/**
 * Reads the rest of a refused body for a short time and keeps nothing of it. A connection that is closed with unread
 * bytes is reset, and the client would not get the answer.
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
