import { DESCRIPCION, ESTADISTICAS_DIAS, REFERENCIAS_POR_MAESTRO } from '../limites.ts'
import {
  type Correccion,
  type DatoVerificable,
  type DocumentoDeVerificacion,
  lineasDeVerificacion,
  porVerificar,
  type Verificacion,
} from '../verificacion/estados.ts'

/** The rules of a maestro's dashboard: figures and their change, how complete a profile is, and the next step. */

export interface Dia {
  dia: string
  visitas: number
  contactos: number
}
export type Cifra = 'visitas' | 'contactos'

export interface Periodo {
  /** The days of the statistics window, the oldest first. */
  dias: { dia: string; valor: number }[]
  total: number
  /** The sum of as many days before the window; null while the profile is too new to compare. */
  anterior: number | null
}

/** The window of a figure and what it is compared with. `dias` are the days of both, the oldest first. */
export function periodoDe(dias: readonly Dia[], cifra: Cifra, desde: string): Periodo {
  const ultimos = dias.slice(-ESTADISTICAS_DIAS)
  const previos = dias.slice(-2 * ESTADISTICAS_DIAS, -ESTADISTICAS_DIAS)
  const anterior = suma(previos, cifra)
  // A profile that began within the earlier days has no whole period to compare with, unless it already had figures.
  const comparable = anterior > 0 || desde <= (previos[0]?.dia ?? '')
  return {
    dias: ultimos.map((dia) => ({ dia: dia.dia, valor: dia[cifra] })),
    total: suma(ultimos, cifra),
    anterior: comparable ? anterior : null,
  }
}

const suma = (dias: readonly Dia[], cifra: Cifra) => dias.reduce((total, dia) => total + dia[cifra], 0)

/** The day with the highest value, the most recent of equal ones; null when all are zero. */
export function mejorDia(dias: Periodo['dias']): Periodo['dias'][number] | null {
  let mejor: Periodo['dias'][number] | null = null
  for (const dia of dias) if (dia.valor > 0 && dia.valor >= (mejor?.valor ?? 0)) mejor = dia
  return mejor
}

/** What the completeness of a profile is made of. */
export interface Ficha {
  tiene_foto: boolean
  largo_descripcion: number
  referencias: number
  /** Those that are not retired: a search finds nobody by a retired trade or borough. */
  oficios: number
  alcaldias: number
}

/** Whether a search can find the maestro. A pause is another matter. */
export const seEncuentra = ({ oficios, alcaldias }: Pick<Ficha, 'oficios' | 'alcaldias'>): boolean =>
  oficios > 0 && alcaldias > 0

const PARTES = ['foto', 'descripcion', 'referencias', 'oficios', 'alcaldias'] as const
export type Parte = (typeof PARTES)[number]

/** The parts of a profile that are missing. Editing may empty references, trades and boroughs of a complete profile. */
export function partesFaltantes(ficha: Ficha): Parte[] {
  const hecha: Record<Parte, boolean> = {
    foto: ficha.tiene_foto,
    descripcion: ficha.largo_descripcion >= DESCRIPCION.min,
    referencias: ficha.referencias >= REFERENCIAS_POR_MAESTRO,
    oficios: ficha.oficios > 0,
    alcaldias: ficha.alcaldias > 0,
  }
  return PARTES.filter((parte) => !hecha[parte])
}

/** From 0 to 100. */
export const porcentajeCompleto = (ficha: Ficha): number =>
  Math.round(((PARTES.length - partesFaltantes(ficha).length) / PARTES.length) * 100)

/** A description below this length says little. It is a suggestion, no rule. */
const DESCRIPCION_BREVE = 150

export type Paso =
  | { tipo: 'corregir'; dato: DatoVerificable; correccion: Correccion }
  | { tipo: 'enviar'; correccion: 'ine' | 'comprobante' }
  | { tipo: 'responder' }
  | { tipo: 'completar'; parte: Parte }
  | { tipo: 'esperar' }
  | { tipo: 'ampliar'; parte: 'alcaldias' | 'oficios' | 'descripcion' }
  | { tipo: 'resenas' }

/**
 * The next step that brings most. Maestros with a verified INE come first in every search, so a rejected document and a missing
 * INE are first. A person who waits for an answer follows, then missing parts, what makes more searches lead to the profile,
 * and the proof of address, which completes the verification.
 */
export function siguientePaso(
  panel: Ficha & {
    chats_sin_leer: number
    cantidad_reseñas: number
    verificacion: readonly Verificacion[]
    documentos: readonly DocumentoDeVerificacion[]
  },
): Paso {
  const lineas = lineasDeVerificacion(panel.verificacion, panel.documentos)
  const rechazada = lineas.find(({ estado }) => estado === 'rechazado')
  if (rechazada) {
    const { tipo: dato, siguiente } = rechazada
    return { tipo: 'corregir', dato, correccion: siguiente[0] ?? dato }
  }
  const porEnviar = lineas.flatMap(({ siguiente }) => siguiente)
  if (porEnviar.includes('ine')) return { tipo: 'enviar', correccion: 'ine' }
  if (panel.chats_sin_leer > 0) return { tipo: 'responder' }
  const [falta] = partesFaltantes(panel)
  if (falta) return { tipo: 'completar', parte: falta }
  if (panel.alcaldias === 1) return { tipo: 'ampliar', parte: 'alcaldias' }
  if (panel.largo_descripcion < DESCRIPCION_BREVE) return { tipo: 'ampliar', parte: 'descripcion' }
  if (panel.oficios === 1) return { tipo: 'ampliar', parte: 'oficios' }
  if (porEnviar.includes('comprobante')) return { tipo: 'enviar', correccion: 'comprobante' }
  if (panel.cantidad_reseñas === 0) return { tipo: 'resenas' }
  return porVerificar(panel.verificacion).length === 0 ? { tipo: 'resenas' } : { tipo: 'esperar' }
}
