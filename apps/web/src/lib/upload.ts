import { getClient } from './client.ts'

/** The storage service did not take it; `message` is its own word, null when nothing answered. */
export class UploadError extends Error {
  readonly said: string | null
  constructor(said: string | null) {
    super(said ?? 'no answer')
    this.name = 'UploadError'
    this.said = said
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

/** Never over something that is there. Its path, as the service knows it. */
export async function upload({ bucket, path, file, cacheSeconds, onProgress, signal }: Upload) {
  const storage = await (await getClient()).storage(sendReporting(onProgress, signal))
  const options = { cacheControl: String(cacheSeconds), upsert: false }
  const { data, error } = await storage.from(bucket).upload(path, file, options)
  signal.throwIfAborted()
  if (error) throw new UploadError('status' in error && error.status ? error.message : null)
  return data.path
}

/** As fetch, as far as an upload needs it: only XMLHttpRequest tells how much has gone out. */
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
