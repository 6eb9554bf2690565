import type { FastifyRequest } from 'fastify'
import { invalidRequest } from './errors.ts'

/** A file as the official client sends it: bare bytes, or in a form when it is a Blob. */
export interface Upload {
  bytes: Buffer
  /** As declared; what it is, its bytes tell. */
  mimetype: string
  /** As `max-age=N`. */
  cacheControl: string
}

const DEFAULT_CACHE = 'max-age=3600'
const YEAR_SECONDS = 31_536_000

export async function uploadOf(request: FastifyRequest): Promise<Upload> {
  const { body, headers } = request
  if (!Buffer.isBuffer(body)) throw invalidRequest('No content provided')
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) {
    return { bytes: body, mimetype: type, cacheControl: cacheOf(headers['cache-control']) }
  }
  const form = await formOf(body, type)
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw invalidRequest('No content provided')
  const bytes = Buffer.from(await file.arrayBuffer())
  return { bytes, mimetype: file.type, cacheControl: cacheOf(form.get('cacheControl')) }
}

// The body was read whole, within its bound, before this: the platform's own reader of forms is enough.
async function formOf(body: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw invalidRequest('The form cannot be read', { cause })
  }
}

function cacheOf(given: unknown): string {
  const seconds = typeof given === 'string' ? /^(?:max-age=)?(\d{1,9})$/.exec(given.trim())?.[1] : undefined
  return seconds === undefined ? DEFAULT_CACHE : `max-age=${Math.min(Number(seconds), YEAR_SECONDS)}`
}
