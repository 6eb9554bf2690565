import type { Lado } from '@maestros/dominio/chat/lado'

/** A message that can be added to a report. */
export type Evidence = { id: string; own: boolean; texto: string | null; creadoEn: string }

/** The person whom a menu is about. `chat` when it is opened from a conversation. */
export type Persona = {
  id: string
  /** The first name. */
  nombre: string
  lado: Lado
  chat?: { id: string; messages: Evidence[] }
}
