import { IMAGEN_LADO_MAX_PX } from '@maestros/dominio/limites'

/** The encoding of pictures that are made smaller before an upload, on the page and in the worker. */
export const JPEG = 'image/jpeg'
export const QUALITY = 0.85

type Canvas = { width: number; height: number }
type Context = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'fillRect' | 'imageSmoothingQuality' | 'drawImage'
>

/** Gives a canvas the size that a picture has after it was scaled down to IMAGEN_LADO_MAX_PX. */
export function fit(canvas: Canvas, { width, height }: Canvas): void {
  const scale = Math.min(1, IMAGEN_LADO_MAX_PX / Math.max(width, height))
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
}

/** Draws a picture over the whole canvas, for the given type. */
export function paint(context: Context, picture: CanvasImageSource, canvas: Canvas, type: string): void {
  if (type === JPEG) {
    // JPEG has no transparency: without this, transparent parts would be black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
}
