/**
 * What operators verify of a maestro, and the states that the maestro sees. interno.verificaciones repeats both lists in
 * its check constraints; a test compares them.
 */
export const DATOS_VERIFICABLES = ['ine', 'domicilio', 'curp'] as const
export type DatoVerificable = (typeof DATOS_VERIFICABLES)[number]

export const ESTADOS_DE_VERIFICACION = ['pendiente', 'en_revision', 'verificado', 'rechazado'] as const
export type EstadoDeVerificacion = (typeof ESTADOS_DE_VERIFICACION)[number]

/** What a maestro can send or change. interno.correcciones_de has the same lists; a test compares them. */
export const CORRECCIONES = {
  ine: ['ine', 'reverso', 'nombre', 'foto'],
  domicilio: ['domicilio', 'comprobante'],
  curp: ['curp'],
} as const satisfies Record<DatoVerificable, readonly string[]>
export type Correccion = (typeof CORRECCIONES)[DatoVerificable][number]

/** The edit dialog of the own profile that changes it, as its address names it (?editar=). */
export const edicionDe = (correccion: Correccion): Exclude<Correccion, 'nombre'> | 'contacto' =>
  correccion === 'nombre' ? 'contacto' : correccion

/** interno.estado_verificacion answers one for each datum. */
export interface Verificacion {
  tipo: DatoVerificable
  estado: EstadoDeVerificacion
  /** Of a rejection. */
  motivo: string | null
  /** What ends a rejection; the first is what the maestro is asked for. */
  corrige_con: Correccion[] | null
}

/** The files of a maestro by which operators verify. The back of the INE helps, and no decision needs it. */
export const DOCUMENTOS_DE_VERIFICACION = ['ine', 'ine_reverso', 'comprobante_domicilio'] as const
export type DocumentoDeVerificacion = (typeof DOCUMENTOS_DE_VERIFICACION)[number]

/**
 * The document without which operators cannot verify a datum; null when it is stored, or the datum needs none. The front of the
 * INE is missing when it was removed after a decision and name or photo changed later.
 */
export function sinDocumento(
  tipo: DatoVerificable,
  guardados: readonly DocumentoDeVerificacion[],
): 'ine' | 'comprobante' | null {
  if (tipo === 'ine') return guardados.includes('ine') ? null : 'ine'
  if (tipo === 'domicilio') return guardados.includes('comprobante_domicilio') ? null : 'comprobante'
  return null
}

/** What is said about one datum, to its maestro and to operators in the same words. */
export interface LineaDeVerificacion extends Verificacion {
  /** What the maestro sends or changes next, the first is what helps most. Empty when there is nothing to do. */
  siguiente: readonly Correccion[]
}

/** The state of each datum and what follows from it, in the order in which screens show them. */
export const lineasDeVerificacion = (
  verificacion: readonly Verificacion[],
  guardados: readonly DocumentoDeVerificacion[],
): LineaDeVerificacion[] =>
  DATOS_VERIFICABLES.flatMap((dato) => {
    const one = verificacion.find(({ tipo }) => tipo === dato)
    return one ? [{ ...one, siguiente: siguienteDe(one, guardados) }] : []
  })

function siguienteDe(
  { tipo, estado, corrige_con }: Verificacion,
  guardados: readonly DocumentoDeVerificacion[],
): readonly Correccion[] {
  if (estado === 'rechazado') return corrige_con ?? [tipo]
  // A datum in review is not asked for: a new document would put it back to pending.
  const falta = estado === 'pendiente' ? sinDocumento(tipo, guardados) : null
  return falta ? [falta] : []
}

/** The data that are not verified yet. The profile is verified when there is none. */
export const porVerificar = (verificacion: readonly Verificacion[]): DatoVerificable[] =>
  DATOS_VERIFICABLES.filter(
    (dato) => !verificacion.some(({ tipo, estado }) => tipo === dato && estado === 'verificado'),
  )

/** Documents are removed this many days after the decision (design, section 5). */
export const DOCUMENTOS_TRAS_DECISION_DIAS = 30

/** The reason of a rejection, a suspension or a restoration. */
export const MOTIVO_MIN = 10
export const MOTIVO_MAX = 500
