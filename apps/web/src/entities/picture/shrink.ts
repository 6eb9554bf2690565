import { IMAGEN_LADO_MAX_PX, TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'

/** Kept as they are; whatever else the browser can read becomes a JPEG. */
const KEPT: readonly string[] = TIPOS_DE_IMAGEN
const QUALITY = 0.85

/** Smaller before it travels, upright, and without what a camera writes beside it. The file itself when that is less. */
export async function shrink(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, IMAGEN_LADO_MAX_PX / Math.max(bitmap.width, bitmap.height))
    const kept = KEPT.includes(file.type)
    const small = await draw(bitmap, scale, kept ? file.type : 'image/jpeg')
    return small && (small.size < file.size || !kept) ? small : file
  } finally {
    bitmap.close()
  }
}

function draw(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}

/** What the file is called after its last dot, 'jpg' where that says nothing. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'jpg'
}
