import { fraseDeAlmacenamiento } from '@maestros/dominio/textos-de-almacenamiento'
import { isUnavailable } from './call-error.ts'
import { getClient } from './client.ts'

type Failure = {
  code?: string | undefined
  status?: number
  exists?: boolean
  denied?: boolean
  unavailable?: boolean
  retryAfter?: number | undefined
}

/** A failed upload. `serverMessage` is the reason in Spanish; null when nothing answered. */
export class UploadError extends Error {
  readonly serverMessage: string | null
  /** The HTTP status; 0 when nothing answered. The storage surface answers 400 for most of its refusals. */
  readonly status: number
  /** The code of the storage surface. */
  readonly code: string | undefined
  /** The session has ended or may not upload here: the refusal is not about the file. */
  readonly denied: boolean
  /** The server already has a file of that name. */
  readonly exists: boolean
  /** Nothing answered, or the server or a proxy said that it cannot take the file now. It may be tried again later. */
  readonly unavailable: boolean
  /** The seconds of the Retry-After header. */
  readonly retryAfter: number | undefined
  constructor(
    serverMessage: string | null,
    { status, code, exists, denied, unavailable, retryAfter }: Failure = {},
  ) {
    super(serverMessage ?? 'no answer')
    this.name = 'UploadError'
    this.serverMessage = serverMessage
    this.status = status ?? 0
    this.code = code
    this.denied = denied ?? false
    this.exists = exists ?? false
    this.unavailable = unavailable ?? serverMessage === null
    this.retryAfter = retryAfter
  }
}

type Upload = {
  bucket: string
  path: string
  file: Blob
  cacheSeconds: number
  /** From 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Uploads a file and returns its path. It never replaces an existing file. */
async function upload({ bucket, path, file, cacheSeconds, onProgress, signal }: Upload) {
  const answer: Answer = { status: 0, retryAfter: undefined }
  const storage = await (await getClient()).storage(sendReporting(onProgress, signal, answer))
  const options = { cacheControl: String(cacheSeconds), upsert: false }
  const { data, error } = await storage.from(bucket).upload(path, file, options)
  signal.throwIfAborted()
  if (error) throw failureOf(error, answer)
  return data.path
}

/**
 * Uploads a file whose name belongs to this file alone. When the server already has an object of that name, an earlier
 * attempt arrived and its answer was lost.
 */
export async function uploadOnce(given: Upload): Promise<void> {
  try {
    await upload(given)
  } catch (cause) {
    if (!(cause instanceof UploadError && cause.exists)) throw cause
  }
}

/** The last answer of an upload. Status 0 means that there was none. */
type Answer = { status: number; retryAfter: number | undefined }

const DENIED: readonly number[] = [401, 403]
const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : undefined)

function failureOf(error: Error, { status, retryAfter }: Answer): UploadError {
  if (status === 0) return new UploadError(null)
  const code = codeOf(error)
  return new UploadError(reasonOf(error, status), {
    status,
    code,
    denied: DENIED.includes(status) || code === 'AccessDenied',
    exists: error.message === EXISTS,
    unavailable: isUnavailable(status),
    retryAfter,
  })
}

/** The server's message for an upload whose name is taken, as in Supabase. */
const EXISTS = 'The resource already exists'
/** The client library's own message for an answer that the storage surface has not written, for example of a proxy. */
const OF_THE_LIBRARY = /^HTTP \d+ error$/
const TOO_LARGE = 413

function reasonOf(error: Error, status: number): string {
  if (OF_THE_LIBRARY.test(error.message)) {
    return fraseDeAlmacenamiento(status === TOO_LARGE ? 'EntityTooLarge' : 'InternalError', '')
  }
  return fraseDeAlmacenamiento(codeOf(error), error.message)
}

/** An upload without any progress for this time is given up. On a slow network the buffers of the system hold that much. */
const NO_PROGRESS_MS = 60_000

/** A fetch for uploads that reports progress, which only XMLHttpRequest can do. */
function sendReporting(
  onProgress: (part: number) => void,
  signal: AbortSignal,
  answer: Answer,
): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new DOMException('Aborted', 'AbortError'))
      const request = new XMLHttpRequest()
      let timer: ReturnType<typeof setTimeout> | undefined
      const expectProgress = () => {
        clearTimeout(timer)
        timer = setTimeout(() => request.abort(), NO_PROGRESS_MS)
      }
      const onAbort = () => request.abort()
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : input)
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        expectProgress()
        if (lengthComputable) onProgress(loaded / total)
      }
      request.onload = () => {
        answer.status = request.status
        answer.retryAfter = Number(request.getResponseHeader('retry-after')) || undefined
        resolve(new Response(request.responseText, { status: request.status }))
      }
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
      request.onloadend = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      signal.addEventListener('abort', onAbort)
      expectProgress()
      request.send(init?.body instanceof ReadableStream ? null : init?.body)
    })
}
