import { QUALITY } from './scale.ts'
import { shrink } from './shrink.ts'

/** A frame of the camera. Both kinds are transferred to the worker without a copy. */
export type Frame = ImageBitmap | VideoFrame

/** What the worker receives: a file, or a frame of the camera, to be made smaller and encoded as a JPEG. */
export type ShrinkOrder = { picture: Blob | Frame; quality: number }

/** What the worker sends: that its script has loaded, and then the picture, or null when the browser cannot do it there. */
export type ShrinkAnswer = 'ready' | Blob | null

/** How long the script of the worker may take. On a stalled network it would never arrive; the page then does the work. */
const READY_MS = 3000

/** Like `shrink`, in a worker where the browser can, and always as a JPEG there. Throws when the file is no picture. */
export async function shrinkOffThread(file: File): Promise<Blob> {
  const small = await inWorker({ picture: file, quality: QUALITY }).catch(() => null)
  return small ?? shrink(file)
}

/** The frame as a JPEG, made in a worker; null when the browser cannot. The frame can then no longer be used. */
export const encodeOffThread = (frame: Frame, quality: number): Promise<Blob | null> =>
  inWorker({ picture: frame, quality }, [frame])
    .catch(() => null)
    // A frame that was not transferred would keep a buffer of the camera.
    .finally(() => frame.close())

function inWorker(order: ShrinkOrder, transfer: Transferable[] = []): Promise<Blob | null> {
  if (typeof OffscreenCanvas !== 'function') return Promise.resolve(null)
  const worker = new Worker(new URL('shrink-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob | null>((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), READY_MS)
    worker.onmessage = ({ data }: MessageEvent<ShrinkAnswer>) => {
      if (data !== 'ready') return resolve(data)
      clearTimeout(timer)
      worker.postMessage(order, transfer)
    }
    worker.onerror = reject
  }).finally(() => worker.terminate())
}
