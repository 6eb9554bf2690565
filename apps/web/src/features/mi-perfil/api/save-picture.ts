import { IMAGEN_CACHE_S, IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import { miPerfil } from '@maestros/dominio/textos/mi-perfil'
import { extensionForType } from '#entities/picture/shrink.ts'
import { shrinkOffThread } from '#entities/picture/shrink-off-thread.ts'
import { upload } from '#lib/upload.ts'
import { updateMaestro } from './update-maestro.ts'

const { imagen } = miPerfil

/** The pictures of the own profile, with their place in the storage and their column. */
export type Picture = 'foto' | 'ine'

const BUCKET = 'chat-media'
const PLACES: Record<Picture, (id: string, file: string) => string> = {
  foto: (id, file) => `profile-photos/${id}/${file}`,
  ine: (id, file) => `ine_${id}_${file}`,
}

/** Why a file is refused before anything is uploaded, as a sentence; null when it may be. */
export function refusalOf(file: File): string | null {
  if (!file.type.startsWith('image/')) return imagen.noEsImagen
  return file.size > IMAGEN_MAX_BYTES ? imagen.muyGrande : null
}

/** A file that is called a picture and is none. */
export class NotAPicture extends Error {}

type Options = { onProgress: (part: number) => void; signal: AbortSignal }

export async function savePicture(picture: Picture, id: string, file: File, options: Options) {
  const small = await shrinkOffThread(file).catch(() => {
    throw new NotAPicture()
  })
  const path = await upload({
    bucket: BUCKET,
    path: PLACES[picture](id, `${Date.now()}.${extensionForType(small.type)}`),
    file: small,
    cacheSeconds: IMAGEN_CACHE_S,
    ...options,
  })
  await updateMaestro(id, picture === 'foto' ? { foto_perfil_url: path } : { ine_url: path })
}
