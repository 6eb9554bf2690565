import { IMAGEN_LADO_MAX_PX, TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'

const JPEG = 'image/jpeg'
/** Types that keep their type. Every other type that the browser can read becomes a JPEG. */
const KEPT: readonly string[] = TIPOS_DE_IMAGEN
const QUALITY = 0.85

/**
 * Scales a picture down, turns it upright and drops its metadata before it is uploaded. Returns the file itself when
 * that is smaller.
 */
export async function shrink(file: File): Promise<Blob> {
  const kept = KEPT.includes(file.type)
  const small = await withPicture(file, async (picture) => {
    const drawn = await draw(picture, kept ? file.type : JPEG)
    // Safari cannot write WebP: toBlob then answers with a PNG, which would be larger than the original.
    return drawn && kept && drawn.type !== file.type ? draw(picture, JPEG) : drawn
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
  const { naturalWidth: width, naturalHeight: height } = picture
  const scale = Math.min(1, IMAGEN_LADO_MAX_PX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  if (type === JPEG) {
    // JPEG has no transparency: without this, transparent parts would be black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}

/** What the file is called after its last dot, 'jpg' where that says nothing. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'jpg'
}
