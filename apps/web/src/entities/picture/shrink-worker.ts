import { fit, JPEG, paint } from './scale.ts'
import type { Frame, ShrinkAnswer, ShrinkOrder } from './shrink-off-thread.ts'

/** Runs in a worker, so that decoding a large photo never delays typing. Answers null when the browser cannot do it here. */

const answer = (message: ShrinkAnswer) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ShrinkOrder>) => {
  shrunk(data).then(answer, () => answer(null))
})
answer('ready')

async function shrunk({ picture: given, quality }: ShrinkOrder): Promise<Blob | null> {
  const picture =
    given instanceof Blob ? await createImageBitmap(given, { imageOrientation: 'from-image' }) : given
  const canvas = new OffscreenCanvas(1, 1)
  fit(canvas, sizeOf(picture))
  const context = canvas.getContext('2d')
  if (!context) return null
  paint(context, picture, canvas, JPEG)
  picture.close()
  return canvas.convertToBlob({ type: JPEG, quality })
}

const sizeOf = (picture: Frame) =>
  'displayWidth' in picture ? { width: picture.displayWidth, height: picture.displayHeight } : picture
