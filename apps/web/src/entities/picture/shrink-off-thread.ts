import { QUALITY } from './scale.ts'
import { shrink } from './shrink.ts'

/** A frame of the camera. Both kinds are transferred to the worker without a copy. */
export type Frame = ImageBitmap | VideoFrame

/** What the worker receives: a file, or a frame of the camera, to be made smaller and encoded as a JPEG. */
export type ShrinkOrder = { picture: Blob | Frame; quality: number }

/** Like `shrink`, in a worker where the browser can, and always as a JPEG there. Throws when the file is no picture. */
export async function shrinkOffThread(file: File): Promise<Blob> {
  const small = await inWorker({ picture: file, quality: QUALITY }).catch(() => null)
  return small ?? shrink(file)
}

/** The frame as a JPEG, made in a worker; null when the browser cannot. The frame can then no longer be used. */
export const encodeOffThread = (frame: Frame, quality: number): Promise<Blob | null> =>
  inWorker({ picture: frame, quality }, [frame]).catch(() => null)

function inWorker(order: ShrinkOrder, transfer: Transferable[] = []): Promise<Blob | null> {
  if (typeof OffscreenCanvas !== 'function') return Promise.resolve(null)
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob | null>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data instanceof Blob ? data : null)
    worker.onerror = reject
    worker.postMessage(order, transfer)
  }).finally(() => worker.terminate())
}
