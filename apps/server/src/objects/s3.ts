import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { FastifyBaseLogger } from 'fastify'
import { SettingError } from '../config.ts'
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
const ANSWER_MS = 30_000
/** For a large file, which is sent or read as a whole. */
const FILE_MS = 3_600_000

export class S3Error extends Error {
  readonly status: number
  constructor(status: number, act: string, body: string) {
    super(`S3 answered ${status} ${/<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? ''} to ${act}`)
    this.status = status
  }
  /** S3 may do the same later. Other refusals are faults of the settings. */
  get temporary(): boolean {
    return this.status >= 500 || this.status === 429
  }
}

/** The error of a fetch whose connection failed, before or within the answer, is a TypeError with the reason as its cause. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof Error

/**
 * Repeats a call once when its connection was lost: S3 closes connections at any time, and each of these calls may be repeated.
 * The client itself repeats only those that S3 answered.
 */
async function repeated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    return call()
  }
}

export function s3Store({ endpoint, bucket, ...keys }: S3Settings): ObjectStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES })
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`

  const addressOf = (path: string) => {
    if (!isSafePath(path)) throw new Error(`not an object's path: ${JSON.stringify(path)}`)
    return `${base}/${path.split('/').map(encodeURIComponent).join('/')}`
  }
  const send = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: Buffer) => {
    // The signature covers the hash of the bytes: changed bytes are refused, also over plain HTTP.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    return client.fetch(addressOf(path), {
      method,
      headers: { 'x-amz-content-sha256': hash },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body && { body: new Uint8Array(body) }),
    })
  }

  return {
    read: (path) =>
      repeated(async () => {
        const answer = await send('GET', path)
        if (answer.ok) {
          const bytes = Buffer.from(await answer.arrayBuffer())
          return { bytes, size: bytes.length }
        }
        const text = await answer.text()
        // A missing bucket is a fault of the settings, not a missing object.
        if (answer.status === 404 && !text.includes('NoSuchBucket')) return undefined
        throw new S3Error(answer.status, 'GET', text)
      }),

    write: (path, bytes) =>
      repeated(async () => {
        const answer = await send('PUT', path, bytes)
        const text = await answer.text()
        if (!answer.ok) throw new S3Error(answer.status, 'PUT', text)
      }),

    async writeFile(path, file) {
      // The blob reads the file while it is sent. Its hash is not signed, because that would read it twice.
      const answer = await client.fetch(addressOf(path), {
        method: 'PUT',
        headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        body: await openAsBlob(file),
        signal: AbortSignal.timeout(FILE_MS),
      })
      const text = await answer.text()
      if (!answer.ok) throw new S3Error(answer.status, 'PUT', text)
    },

    async stream(path, part) {
      const answer = await client.fetch(addressOf(path), {
        method: 'GET',
        headers: {
          'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
          ...(part && { range: `bytes=${part.start}-${part.end ?? ''}` }),
        },
        signal: AbortSignal.timeout(FILE_MS),
      })
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body)
      const text = await answer.text()
      if (answer.status === 404 && !text.includes('NoSuchBucket')) return undefined
      throw new S3Error(answer.status, 'GET', text)
    },

    remove: (path) =>
      repeated(async () => {
        const answer = await send('DELETE', path)
        const text = await answer.text()
        if (!answer.ok && answer.status !== 404) throw new S3Error(answer.status, 'DELETE', text)
      }),

    // An unfinished PUT leaves nothing in S3.
    async removeTemporaryFiles() {},
  }
}

/** Makes one request at start, so that wrong keys stop the start and not the first upload of a user. */
export async function checkS3(store: ObjectStore, log: FastifyBaseLogger): Promise<void> {
  try {
    await store.read('comprobacion')
  } catch (cause) {
    if (cause instanceof S3Error && !cause.temporary) {
      throw new SettingError(
        `S3_BUCKET no se puede leer con las claves dadas (${cause.message}); revise las variables S3_*`,
        {
          cause,
        },
      )
    }
    log.warn({ err: cause }, 'S3 does not answer: objects cannot be read or written until it does')
  }
}
