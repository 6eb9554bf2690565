import type { Mensaje } from '@maestros/contrato/chat/mensaje'
import { CHAT, OTHER } from './people.ts'

const uuid = (kind: string, number: number) =>
  `00000000-0000-4000-8000-${kind}${String(number).padStart(12 - kind.length, '0')}`

export const clientId = (number: number) => uuid('cc', number)

/** The time of message `secuencia`: one minute after the one before it. */
export const timeOf = (secuencia: number) => new Date(Date.UTC(2026, 2, 5, 18, secuencia)).toISOString()

export function mensaje(secuencia: number, changes: Partial<Mensaje> = {}): Mensaje {
  return {
    id: uuid('aa', secuencia),
    chat_id: CHAT,
    autor_id: OTHER,
    tipo: 'texto',
    contenido: `mensaje ${secuencia}`,
    miniatura: null,
    ancho: null,
    alto: null,
    duracion_ms: null,
    picos: null,
    creado_en: timeOf(secuencia),
    bloqueado: false,
    motivo_bloqueo: null,
    client_id: null,
    secuencia,
    eliminado_en: null,
    respuesta_a: null,
    ...changes,
  }
}
