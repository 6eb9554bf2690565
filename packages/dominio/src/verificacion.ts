/**
 * What operators verify of a maestro, and the states that the maestro sees. interno.verificaciones repeats both lists in
 * its check constraints; a test compares them.
 */
export const DATOS_VERIFICABLES = ['ine', 'curp', 'domicilio'] as const
export type DatoVerificable = (typeof DATOS_VERIFICABLES)[number]

/** interno.estado_verificacion answers one row for each of these. The state of `perfil` follows from the three data. */
export const TIPOS_DE_VERIFICACION = ['perfil', 'ine', 'domicilio', 'curp'] as const
export type TipoDeVerificacion = (typeof TIPOS_DE_VERIFICACION)[number]

export const ESTADOS_DE_VERIFICACION = ['pendiente', 'en_revision', 'verificado', 'rechazado'] as const
export type EstadoDeVerificacion = (typeof ESTADOS_DE_VERIFICACION)[number]

export interface Verificacion {
  tipo: TipoDeVerificacion
  estado: EstadoDeVerificacion
  motivo: string | null
}

/** The files of a maestro by which operators verify. The back of the INE helps, and no decision needs it. */
export const DOCUMENTOS_DE_VERIFICACION = ['ine', 'ine_reverso', 'comprobante_domicilio'] as const
export type DocumentoDeVerificacion = (typeof DOCUMENTOS_DE_VERIFICACION)[number]

/**
 * The document without which operators cannot verify a pending datum; null when it is stored, or the datum needs none. The
 * front of the INE is missing when it was removed after a decision and name or photo changed later.
 */
export function documentoFaltante(
  { tipo, estado }: Pick<Verificacion, 'tipo' | 'estado'>,
  guardados: readonly DocumentoDeVerificacion[],
): 'ine' | 'comprobante' | null {
  if (estado !== 'pendiente') return null
  if (tipo === 'ine') return guardados.includes('ine') ? null : 'ine'
  if (tipo === 'domicilio') return guardados.includes('comprobante_domicilio') ? null : 'comprobante'
  return null
}

/** Documents are removed this many days after the decision (design, section 5). */
export const DOCUMENTOS_TRAS_DECISION_DIAS = 30

/** The reason of a rejection, a suspension or a restoration. */
export const MOTIVO_MIN = 10
export const MOTIVO_MAX = 500
