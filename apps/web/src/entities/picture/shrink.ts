import { IMAGEN_MAX_BYTES, TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import { fit, JPEG, paint, QUALITY } from './scale.ts'

/** Types that keep their type. Every other type that the browser can read becomes a JPEG. */
const KEPT: readonly string[] = TIPOS_DE_IMAGEN

/**
 * Scales a picture down, turns it upright and drops its metadata before it is uploaded. Returns the file itself when
 * that is smaller.
 */
export async function shrink(file: File): Promise<Blob> {
  const kept = KEPT.includes(file.type)
  const small = await withPicture(file, async (picture) => {
    const drawn = await draw(picture, kept ? file.type : JPEG)
    // Safari cannot write WebP: toBlob then answers with a PNG, which would be larger than the original. So may be a PNG of a photo.
    const isLarge = drawn && kept && (drawn.type !== file.type || drawn.size > IMAGEN_MAX_BYTES)
    return isLarge ? draw(picture, JPEG) : drawn
  })
  return small && (small.size < file.size || !kept) ? small : file
}

/**
 * Decodes by an <img>, which every browser draws upright. createImageBitmap does so only with an option that older
 * browsers refuse.
 */
async function withPicture<T>(file: File, use: (picture: HTMLImageElement) => Promise<T>): Promise<T> {
  const url = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    return await use(picture)
  } finally {
    URL.revokeObjectURL(url)
  }
}

function draw(picture: HTMLImageElement, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  fit(canvas, { width: picture.naturalWidth, height: picture.naturalHeight })
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  paint(context, picture, canvas, type)
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}

/** The file extension, or 'jpg' when there is none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'jpg'
}

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp' }

/** The ending of a file's name for the type of its content. */
export const extensionForType = (type: string): string => EXTENSIONS[type] ?? 'jpg'
