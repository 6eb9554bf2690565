import type { DatoVerificable } from '@maestros/dominio/verificacion'

/** The parts of the own profile that have an edit dialog, as the address names them (?editar=). */
export const PARTS = [
  'foto',
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

/** The datum whose verification is pending again after a change of the part. */
export const DATUM_OF: { [part in Part]?: DatoVerificable } = {
  ine: 'ine',
  reverso: 'ine',
  domicilio: 'domicilio',
  comprobante: 'domicilio',
  curp: 'curp',
}
