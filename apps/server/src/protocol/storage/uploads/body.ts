import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { invalidRequest, notSupported, tooLarge } from '../errors.ts'
import { type FormFields, formReader } from './form.ts'
import type { MinimumRate } from './minimum-rate.ts'
import { receive } from './receive.ts'
import type { UploadInProgress } from './uploads-in-progress.ts'

/** A file as the official client sends it: the bare bytes, or a form when it is a Blob. */
export interface Upload {
  bytes: Buffer
  /** The declared type. The real type is detected from the bytes. */
  mimetype: string
  /** As `max-age=N`. */
  cacheControl: string
}

export interface BodyBounds {
  fileBytes: number
  rate: MinimumRate
}

/** The bytes that a form may add to its file: boundaries, headers and the other fields. */
const FORM_BYTES = 64 * 1024
const DEFAULT_CACHE = 'max-age=3600'
const YEAR_SECONDS = 31_536_000

export async function readUpload(
  request: IncomingMessage,
  progress: UploadInProgress,
  { fileBytes, rate }: BodyBounds,
): Promise<Upload> {
  const { headers } = request
  const type = headers['content-type'] ?? ''
  const isForm = /^multipart\/form-data\b/i.test(type)
  const maxBytes = fileBytes + (isForm ? FORM_BYTES : 0)
  refuseUnsupported(headers)
  if (Number(headers['content-length']) > maxBytes) throw tooLarge()

  if (!isForm) {
    const cacheControl = cacheOf(headers['cache-control'])
    const chunks: Buffer[] = []
    const sink = {
      write(chunk: Buffer) {
        chunks.push(chunk)
        return undefined
      },
    }
    await receive(request, sink, progress, { maxBytes, rate })
    return { bytes: Buffer.concat(chunks), mimetype: type, cacheControl }
  }
  const form = formReader(type, fileBytes)
  await receive(request, form, progress, { maxBytes, rate })
  const { file, fields } = await form.end()
  refuseFields(fields)
  return { ...file, cacheControl: cacheOf(fields.get('cacheControl')) }
}

/** Refuses options of the official client that would otherwise be ignored. */
function refuseUnsupported(headers: IncomingHttpHeaders) {
  if (headers['x-metadata'] !== undefined) throw notSupported('metadata')
  refuseEncoding(headers['content-encoding'])
}

function refuseFields(fields: FormFields) {
  if (fields.has('metadata') || fields.has('userMetadata')) throw notSupported('metadata')
  refuseEncoding(fields.get('contentEncoding'))
}

function refuseEncoding(encoding: string | undefined) {
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
    throw notSupported('contentEncoding')
  }
}

function cacheOf(given: string | undefined): string {
  if (given === undefined) return DEFAULT_CACHE
  const text = given.trim()
  // Browsers send these values for requests that must not be answered from a cache.
  if (text === 'no-cache' || text === 'no-store') return 'max-age=0'
  const seconds = /^(?:max-age=)?(\d{1,9})$/.exec(text)?.[1]
  if (seconds === undefined) throw invalidRequest('cacheControl must be a number of seconds')
  return `max-age=${Math.min(Number(seconds), YEAR_SECONDS)}`
}
