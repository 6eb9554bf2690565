import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { FastifyBaseLogger } from 'fastify'
import { SettingError } from '../settings/config.ts'
import { isSafePath } from './path.ts'
import type { ObjectStore } from './store.ts'

/**
 * Stores objects in a bucket of any S3-compatible service, with path-style addresses, which all of them
 * support.
 */
export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const RETRIES = 2
/** The first pause before a retry is random and at most this long; the next one is twice as long. */
const RETRY_MS = 50
const ANSWER_MS = 30_000
/** For a large file that is read as a whole. */
const FILE_MS = 3_600_000
/** A file that is sent has ANSWER_MS and its time at this rate. Its job occupies one of the few places of the queue. */
const SENT_BYTES_PER_MS = 500

export class S3Error extends Error {
  readonly status: number
  readonly code: string
  readonly act: string
  constructor(status: number, act: string, body: string) {
    const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? ''
    super(`S3 answered ${status} ${code} to ${act}`)
    this.status = status
    this.code = code
    this.act = act
  }
  /** S3 may do the same later. Other refusals are faults of the settings. */
  get temporary(): boolean {
    return this.status >= 500 || this.status === 429
  }
}

/** The error of a fetch whose connection failed, before or within the answer, is a TypeError with the reason as its cause. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof Error

const isWorthRetrying = (error: unknown) =>
  error instanceof S3Error ? error.temporary : isConnectionLost(error)

interface Sent {
  method: 'GET' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | Blob
}

export function s3Store({ endpoint, bucket, ...keys }: S3Settings, answerMs = ANSWER_MS): ObjectStore {
  const client = new AwsClient({ ...keys, service: 's3' })
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`

  const addressOf = (path: string) => {
    if (!isSafePath(path)) throw new Error(`not an object's path: ${JSON.stringify(path)}`)
    return `${base}/${path.split('/').map(encodeURIComponent).join('/')}`
  }

  /** Sends a request and reads its answer with `take`. Both are repeated when S3 is overloaded or the connection is lost. */
  const send = async <T>(
    path: string,
    sent: Sent,
    take: (answer: Response) => Promise<T>,
    signal = AbortSignal.timeout(answerMs),
  ): Promise<T> => {
    const began = performance.now()
    const mayRetry = () => performance.now() - began < answerMs
    for (let retry = 0; ; retry++) {
      const request = await client.sign(addressOf(path), sent)
      try {
        // The signal must be an option of fetch. Node ignores one that only the request has after a garbage collection.
        return await take(await fetch(request, { signal }))
      } catch (error) {
        if (retry === RETRIES || !isWorthRetrying(error) || !mayRetry()) throw error
      }
      await delay(Math.random() * RETRY_MS * 2 ** retry)
    }
  }

  return {
    read: (path) =>
      send(path, { method: 'GET', headers: signedHash() }, async (answer) => {
        if (!answer.ok) return missing(answer)
        const bytes = Buffer.from(await answer.arrayBuffer())
        return { bytes, size: bytes.length }
      }),

    // The signature covers the hash of the bytes: changed bytes are refused, also over plain HTTP.
    write: (path, bytes) =>
      send(path, { method: 'PUT', headers: signedHash(bytes), body: new Uint8Array(bytes) }, written),

    // The blob reads the file while it is sent. Its hash is not signed, because that would read it twice.
    async writeFile(path, file) {
      const body = await openAsBlob(file)
      const limit = AbortSignal.timeout(answerMs + Math.ceil(body.size / SENT_BYTES_PER_MS))
      await send(path, { method: 'PUT', headers: UNSIGNED, body }, written, limit)
    },

    async stream(path, part) {
      // The answer and its first bytes must come as soon as any other answer, and the other bytes may take long.
      const late = new AbortController()
      const timer = setTimeout(
        () => late.abort(new DOMException('S3 does not answer', 'TimeoutError')),
        answerMs,
      )
      const range = part && { range: `bytes=${part.start}-${part.end ?? ''}` }
      try {
        return await send(
          path,
          { method: 'GET', headers: { ...UNSIGNED, ...range } },
          async (answer) =>
            answer.ok && answer.body ? begun(Readable.fromWeb(answer.body)) : missing(answer),
          AbortSignal.any([late.signal, AbortSignal.timeout(FILE_MS)]),
        )
      } finally {
        clearTimeout(timer)
      }
    },

    remove: (path) =>
      send(path, { method: 'DELETE', headers: signedHash() }, async (answer) => {
        const text = await answer.text()
        if (!answer.ok && answer.status !== 404) throw new S3Error(answer.status, 'DELETE', text)
      }),

    // An unfinished PUT leaves nothing in S3.
    async removeTemporaryFiles() {},
  }
}

/** Waits for the first bytes of a stream, or for its end. */
async function begun(stream: Readable): Promise<Readable> {
  await once(stream, 'readable')
  return stream
}

const UNSIGNED = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
const signedHash = (body: Buffer | string = '') => ({
  'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
})

async function written(answer: Response): Promise<void> {
  const text = await answer.text()
  if (!answer.ok) throw new S3Error(answer.status, 'PUT', text)
}

/** The answer to the read of a missing object is undefined. A missing bucket is a fault of the settings. */
async function missing(answer: Response): Promise<undefined> {
  const text = await answer.text()
  if (answer.status !== 404 || text.includes('NoSuchBucket')) throw new S3Error(answer.status, 'GET', text)
}

/**
 * Reads, writes and removes an object at start, so that wrong keys stop the start and not the first upload of a user. The read comes first:
 * without the right to list the bucket S3 refuses the read of a missing object. A bucket that is full refuses to write, with 403 in
 * some services, and stops no start, because what is stored can be read.
 */
export async function checkS3(store: ObjectStore, log: FastifyBaseLogger): Promise<void> {
  const path = 'comprobacion'
  try {
    await store.read(path)
    await store.write(path, Buffer.from('ok'))
    await store.remove(path)
  } catch (cause) {
    const refused = cause instanceof S3Error && !cause.temporary
    if (refused && (cause.act === 'GET' || cause.code === 'AccessDenied')) {
      throw new SettingError(
        `S3_BUCKET no se puede leer y escribir con las claves dadas (${cause.message}); revise las variables S3_* y los permisos de las claves`,
        { cause },
      )
    }
    const text = refused
      ? 'S3 refuses to write: uploads fail until it accepts them'
      : 'S3 does not answer: objects cannot be read or written until it does'
    log.warn({ err: cause }, text)
  }
}
