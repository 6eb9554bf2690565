import { largoDe } from './contacto.ts'

/** Reporting and blocking a person (decision 046). The database repeats the list and the lengths; a test compares them. */

export const MOTIVOS_DE_REPORTE = [
  'fraude',
  'acoso',
  'identidad_falsa',
  'trabajo_peligroso',
  'contenido_inapropiado',
  'otro',
] as const
export type MotivoDeReporte = (typeof MOTIVOS_DE_REPORTE)[number]

export const REPORTE_TEXTO = { min: 10, max: 1000 } as const
export const REPORTE_MENSAJES_MAX = 20
export const REPORTES_POR_DIA = 10

/** The text is optional, except for the reason 'otro'. */
export function reporteValido(motivo: MotivoDeReporte | null, texto: string): boolean {
  if (motivo === null) return false
  const largo = largoDe(texto)
  if (largo === 0) return motivo !== 'otro'
  return largo >= REPORTE_TEXTO.min && largo <= REPORTE_TEXTO.max
}
