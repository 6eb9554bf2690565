import { fit, JPEG, paint, QUALITY } from './scale.ts'

/** Runs in a worker, so that decoding a large photo never delays typing. Answers null when the browser cannot do it here. */

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrunk(data).then(
    (blob) => postMessage(blob),
    () => postMessage(null),
  )
})

async function shrunk(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = new OffscreenCanvas(1, 1)
  fit(canvas, picture)
  const context = canvas.getContext('2d')
  if (!context) return null
  paint(context, picture, canvas, JPEG)
  picture.close()
  return canvas.convertToBlob({ type: JPEG, quality: QUALITY })
}
