/**
 * What operators verify of a maestro, and the states that the maestro sees. interno.estado_verificacion answers one row
 * for each kind, with these names.
 */
export const TIPOS_DE_VERIFICACION = ['perfil', 'ine', 'domicilio', 'curp'] as const
export type TipoDeVerificacion = (typeof TIPOS_DE_VERIFICACION)[number]

export const ESTADOS_DE_VERIFICACION = ['pendiente', 'en_revision', 'verificado', 'rechazado'] as const
export type EstadoDeVerificacion = (typeof ESTADOS_DE_VERIFICACION)[number]

/** The kinds that are a datum or a document of their own. `perfil` follows from these three. */
export const DOCUMENTOS = ['ine', 'domicilio', 'curp'] as const satisfies readonly TipoDeVerificacion[]
export type Documento = (typeof DOCUMENTOS)[number]

export interface Verificacion {
  tipo: TipoDeVerificacion
  estado: EstadoDeVerificacion
  motivo: string | null
}
