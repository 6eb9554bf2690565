/** The parts of the own profile that have an edit dialog, as the address names them (?editar=). */
export const PARTS = [
  'foto',
  'descripcion',
  'referencias',
  'oficios',
  'alcaldias',
  'ine',
  'domicilio',
  'curp',
] as const
export type Part = (typeof PARTS)[number]
