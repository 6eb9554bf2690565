import { IMAGEN_LADO_MAX_PX } from '@maestros/dominio/limites'

/** Runs in a worker, so that decoding a large photo never delays typing. Answers null when the browser cannot do it here. */

const QUALITY = 0.85

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrunk(data).then(
    (blob) => postMessage(blob),
    () => postMessage(null),
  )
})

async function shrunk(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, IMAGEN_LADO_MAX_PX / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  )
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency: without this, transparent parts would be black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
