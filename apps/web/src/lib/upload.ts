import { fraseDeAlmacenamiento } from '@maestros/dominio/textos/codigos-de-almacenamiento'
import { getClient } from './client.ts'

/** A failed upload. `serverMessage` is the reason in Spanish; null when there was no answer. */
export class UploadError extends Error {
  readonly serverMessage: string | null
  /** The server already has a file of that name. */
  readonly exists: boolean
  constructor(serverMessage: string | null, exists = false) {
    super(serverMessage ?? 'no answer')
    this.name = 'UploadError'
    this.serverMessage = serverMessage
    this.exists = exists
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
export async function upload({ bucket, path, file, cacheSeconds, onProgress, signal }: Upload) {
  const storage = await (await getClient()).storage(sendReporting(onProgress, signal))
  const options = { cacheControl: String(cacheSeconds), upsert: false }
  const { data, error } = await storage.from(bucket).upload(path, file, options)
  signal.throwIfAborted()
  if (error) {
    const answered = 'status' in error && error.status
    throw new UploadError(answered ? reasonOf(error) : null, error.message === EXISTS)
  }
  return data.path
}

/** The server's message for an upload whose name is taken, as in Supabase. */
const EXISTS = 'The resource already exists'

const reasonOf = (error: Error) =>
  fraseDeAlmacenamiento('code' in error ? error.code : undefined, error.message)

/** A fetch for uploads that reports progress, which only XMLHttpRequest can do. */
function sendReporting(onProgress: (part: number) => void, signal: AbortSignal): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : input)
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(loaded / total)
      }
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
      signal.addEventListener('abort', () => request.abort(), { once: true })
      request.send(init?.body instanceof ReadableStream ? null : init?.body)
    })
}
