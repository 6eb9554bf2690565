import type { Lado } from '../chat/lado.ts'
import { largoDe } from '../contacto/contacto.ts'

/** Reporting and blocking a person (docs/decisions/seguridad.md). The database repeats the list and the lengths; a test compares them. */

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

/** Only a maestro works for the other person. */
export const motivosContra = (reportado: Lado): readonly MotivoDeReporte[] =>
  reportado === 'maestro'
    ? MOTIVOS_DE_REPORTE
    : MOTIVOS_DE_REPORTE.filter((motivo) => motivo !== 'trabajo_peligroso')

/** The text is optional, except for the reason 'otro'. */
export function errorDeTexto(
  motivo: MotivoDeReporte | null,
  texto: string,
): 'falta' | 'corto' | 'largo' | null {
  const largo = largoDe(texto)
  if (largo === 0) return motivo === 'otro' ? 'falta' : null
  if (largo < REPORTE_TEXTO.min) return 'corto'
  return largo > REPORTE_TEXTO.max ? 'largo' : null
}
