import { diaDe } from '../fechas.ts'

/** 'Disponible hoy' until midnight of Mexico City, 'En pausa' until a day (design, section 5). */
export const ESTADOS_DE_DISPONIBILIDAD = ['normal', 'disponible', 'pausa'] as const
export type EstadoDeDisponibilidad = (typeof ESTADOS_DE_DISPONIBILIDAD)[number]

/** Both are days of Mexico City, as 2026-03-01. At most one is not null. */
export interface Disponibilidad {
  disponible_el: string | null
  /** The day on which the maestro is listed again. */
  pausa_hasta: string | null
}

/** How many days from today a pause may end. */
export const PAUSA_DIAS = { min: 1, max: 90 } as const
/** The lengths that the dashboard offers as buttons. */
export const PAUSAS_SUGERIDAS = [1, 7, 30] as const

/** The mark is that of one day: an answer that was read before midnight shows none afterwards. */
export const disponibleHoy = (disponible_el: string | null, ahora: Date): boolean =>
  disponible_el !== null && disponible_el === diaDe(ahora)

/** Compares the day too, so that a screen that stays open past the end shows no pause. */
export const enPausa = (pausa_hasta: string | null, ahora: Date): boolean =>
  pausa_hasta !== null && pausa_hasta > diaDe(ahora)

export function estadoDe(disponibilidad: Disponibilidad, ahora: Date): EstadoDeDisponibilidad {
  if (enPausa(disponibilidad.pausa_hasta, ahora)) return 'pausa'
  return disponibleHoy(disponibilidad.disponible_el, ahora) ? 'disponible' : 'normal'
}

/** The day of the calendar that is some days after the day of `ahora` in Mexico City. */
export function diaDentroDe(dias: number, ahora: Date): string {
  const dia = new Date(`${diaDe(ahora)}T00:00:00Z`)
  dia.setUTCDate(dia.getUTCDate() + dias)
  return dia.toISOString().slice(0, 10)
}

/** Whether a pause may end on that day. */
export const esFinDePausa = (dia: string, ahora: Date): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(dia) &&
  dia >= diaDentroDe(PAUSA_DIAS.min, ahora) &&
  dia <= diaDentroDe(PAUSA_DIAS.max, ahora)
