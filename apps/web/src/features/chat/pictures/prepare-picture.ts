import { chat as textos } from '@maestros/dominio/chat/textos'
import { IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import { isAnimated, isHeif } from '#entities/picture/kinds.ts'
import { extensionForType, extensionOf, shrink } from '#entities/picture/shrink.ts'
import type { NewPicture } from '../outbox/outbox.ts'

const { imagen } = textos

/** A picture as it will be sent, with a notice for its author; or the reason why it cannot be sent. */
export type Prepared = { ok: true; picture: NewPicture; animated: boolean } | { ok: false; sentence: string }

export async function preparePicture(file: File): Promise<Prepared> {
  const refused = (sentence: string): Prepared => ({ ok: false, sentence })
  try {
    const small = await shrink(file)
    if (small.size > IMAGEN_MAX_BYTES) return refused(imagen.demasiadoGrande)
    const heif = await isHeif(file)
    // A HEIC picture is sent as a JPEG, so its name must end accordingly.
    const extension = heif ? extensionForType(small.type) : extensionOf(file.name)
    const picture = { file: small, extension, size: await sizeOf(small) }
    return { ok: true, picture, animated: await isAnimated(file) }
  } catch {
    return refused((await isHeif(file)) ? imagen.soloImagenes : imagen.ilegible)
  }
}

async function sizeOf(file: Blob): Promise<NewPicture['size']> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } finally {
    URL.revokeObjectURL(url)
  }
}
