import type { Lado } from '@maestros/dominio/chat/lado'
import { chat as textos } from '@maestros/dominio/chat/textos'
import { motivoDelBloqueo } from '@maestros/dominio/seguridad/textos-de-moderacion'
import type { Item, Nota } from './timeline.ts'

const { mensajes } = textos

/**
 * What a screen reader says about the newest message: a message of the other person, or that the own one was blocked and
 * why. Nothing about own messages that were sent.
 */
export function announcementOf(row: Item | Nota, nombre: string, side: Lado): string {
  if (row.kind !== 'mensaje') return ''
  if (!row.own) return `${nombre}: ${row.tipo === 'texto' ? row.contenido : mensajes[row.tipo]}`
  if (!row.bloqueado) return ''
  return `${mensajes.bloqueado}.${row.motivo ? ` ${motivoDelBloqueo(row.motivo, side)}` : ''}`
}
