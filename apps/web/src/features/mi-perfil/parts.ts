import { verificacion as textos } from '@maestros/dominio/textos/verificacion'
import type { DatoVerificable, DocumentoDeVerificacion } from '@maestros/dominio/verificacion'

/** The parts of the own profile that have an edit dialog, as the address names them (?editar=). */
export const PARTS = [
  'foto',
  'contacto',
  'descripcion',
  'referencias',
  'oficios',
  'alcaldias',
  'ine',
  'reverso',
  'domicilio',
  'comprobante',
  'curp',
] as const
export type Part = (typeof PARTS)[number]

/**
 * The datum whose verification is pending again after a change of the part. Changing the name or the photo also resets the INE,
 * which shows both.
 */
export const DATUM_OF: { [part in Part]?: DatoVerificable } = {
  foto: 'ine',
  contacto: 'ine',
  ine: 'ine',
  reverso: 'ine',
  domicilio: 'domicilio',
  comprobante: 'domicilio',
  curp: 'curp',
}

/** The documents besides the datum itself, as they are named when they are stored. */
const STORED = {
  reverso: 'ine_reverso',
  comprobante: 'comprobante_domicilio',
} as const satisfies { [part in Part]?: DocumentoDeVerificacion }

/** The label of the button that sends the document, or another one when it is stored. */
export const sendLabel = (part: keyof typeof STORED, documentos: readonly DocumentoDeVerificacion[]) =>
  (documentos.includes(STORED[part]) ? textos.enviarOtro : textos.enviar)[part]
