import type { EstadoDeResena } from '@maestros/contrato/resenas/resena-propia'
import { resenas } from '@maestros/dominio/resenas/textos'

/** The label of the button that opens the dialog, by what the seeker has written. */
export function reviewLabel(own: EstadoDeResena | undefined): string {
  if (!own?.resena) return resenas.boton.escribir
  return own.impedimento === null ? resenas.boton.editar : resenas.boton.ver
}
