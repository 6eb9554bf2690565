import { shrink } from './shrink.ts'

/** Like `shrink`, in a worker where the browser can, and always as a JPEG there. Throws when the file is no picture. */
export async function shrinkOffThread(file: File): Promise<Blob> {
  const small = await inWorker(file).catch(() => null)
  return small ?? shrink(file)
}

function inWorker(file: File): Promise<Blob | null> {
  if (typeof OffscreenCanvas !== 'function') return Promise.resolve(null)
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob | null>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data instanceof Blob ? data : null)
    worker.onerror = reject
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
