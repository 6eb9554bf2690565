import { enviarDocumento } from '@maestros/contrato/verificacion/enviar-documento'
import { IMAGEN_CACHE_S, IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { nombreDeObjeto } from '@maestros/dominio/onboarding/pasos'
import { mayBePicture } from '#entities/picture/kinds.ts'
import { type PreparedPicture, preparePicture } from '#entities/picture/prepare.ts'
import { uploadOnce } from '#lib/client/upload.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { updateMaestro } from './update-maestro.ts'

const { imagen } = miPerfil

/** The pictures of the own profile, as onboarding calls them. */
const STEPS = {
  foto: 'selfie',
  ine: 'ine',
  reverso: 'ine_reverso',
  comprobante: 'comprobante_domicilio',
} as const
export type Picture = keyof typeof STEPS

export const isPicture = (part: string | null): part is Picture => part !== null && Object.hasOwn(STEPS, part)

/** Why a file is refused before anything is uploaded, as a sentence; null when it may be. */
export function refusalOf(file: File): string | null {
  if (!mayBePicture(file)) return imagen.noEsImagen
  return file.size > IMAGEN_MAX_BYTES ? imagen.muyGrande : null
}

/** Makes a picture smaller and gives it the name that it keeps when its upload is repeated. */
export const prepareFor = (picture: Picture, id: string, file: File): Promise<PreparedPicture> =>
  preparePicture(file, (extension) => nombreDeObjeto(STEPS[picture], id, Date.now(), extension))

type Options = { onProgress: (part: number) => void; signal: AbortSignal }

/** Uploads a picture and stores it in the profile. It may be repeated after a failure. */
export async function savePicture(
  picture: Picture,
  id: string,
  { path, file }: PreparedPicture,
  options: Options,
) {
  await uploadOnce({ bucket: 'chat-media', path, file, cacheSeconds: IMAGEN_CACHE_S, ...options })
  const step = STEPS[picture]
  if (step === 'selfie') await updateMaestro(id, { foto_perfil_url: path })
  else if (step === 'ine') await updateMaestro(id, { ine_url: path })
  else await callFunction(enviarDocumento, { tipo: step, objeto: path })
}
