import { NOTA_DE_VOZ, TIPOS_DE_AUDIO, TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import * as errors from '../errors.ts'
import { type Picture, PictureError } from '../pictures/picture.ts'
import { audioTypeOf, startsLikeAudio } from './audio.ts'
import type { Upload } from './body.ts'

/** What is stored of an upload: a picture that was encoded again, or a voice note as it came. */
export interface Content {
  mimetype: string
  full: Buffer
  /** The small version of a picture. */
  mini: Buffer | null
  width: number | null
  height: number | null
}

export const isAudio = ({ bytes }: Upload): boolean => startsLikeAudio(bytes)

/** A voice note is not encoded again. It is served with its type, and browsers only play it. */
export function readAudio(upload: Upload): Content {
  const { bytes } = upload
  if (bytes.length > NOTA_DE_VOZ.maxBytes) throw errors.tooLarge('audio')
  const mimetype = audioTypeOf(bytes)
  if (!mimetype) throw wrongType(upload)
  return { mimetype, full: bytes, mini: null, width: null, height: null }
}

export async function readPicture(
  upload: Upload,
  reencode: (bytes: Buffer) => Promise<Picture>,
): Promise<Content> {
  try {
    return await reencode(upload.bytes)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    if (error.problem === 'pixels') throw errors.tooLarge('image')
    if (error.problem === 'broken') throw errors.invalidImage()
    throw wrongType(upload)
  }
}

const ACCEPTED: readonly string[] = [...TIPOS_DE_IMAGEN, ...TIPOS_DE_AUDIO]

/** Names the declared type, unless that one would be accepted: then the content is something else. */
function wrongType({ mimetype }: Upload) {
  const declared = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(mimetype)?.[0] ?? ''
  const misleading = declared === '' || ACCEPTED.includes(declared)
  return errors.invalidMimeType(misleading ? 'application/octet-stream' : declared)
}
