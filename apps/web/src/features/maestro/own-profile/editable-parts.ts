import type { DatoVerificable } from '@maestros/dominio/verificacion/estados'

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
 * The datum whose verification ends with a change of the part. A new name or photo ends that of the INE, which shows both.
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
