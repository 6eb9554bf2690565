import { rechazoDeTextoPublico, TEXTOS_PUBLICOS } from '@maestros/dominio/seguridad/textos-publicos'
import { unprocessable } from './errors.ts'
import type { Metadata } from './metadata.ts'

/**
 * Refuses a sign-up whose names contain contact data, because the database copies them to the public profile.
 */
export function checkPublicNames(metadata: Metadata): Metadata {
  const { nombre, apellido, display_name } = metadata
  // The database joins both names when no display_name is given: a phone number could be split between them.
  const names = { nombre, apellido, display_name: display_name || `${nombre ?? ''} ${apellido ?? ''}` }
  for (const [column, text] of Object.entries(names)) {
    const field = TEXTOS_PUBLICOS.profiles?.[column]
    const refusal = field && text ? rechazoDeTextoPublico(field, text) : undefined
    if (refusal !== undefined) throw unprocessable(refusal)
  }
  return metadata
}
