import type { Mensaje } from '@maestros/contrato'
import { tieneTexto } from '@maestros/dominio/chat'
import { signer } from '../../../objects/signed.ts'
import type { Secrets } from '../../../secrets.ts'

/** A row of the table mensajes, with times as text, as to_jsonb(mensajes) returns it. */
export type MensajeRow = Omit<Mensaje, 'miniatura' | 'contenido'> & {
  /** Null for a deleted message, and for a file that was removed with its author's account. */
  contenido: string | null
}

export const CHAT_BUCKET = 'chat-media'

/** The address of a picture or a voice note outlasts the day in which its conversation was opened. */
const ADDRESS_SECONDS = 24 * 60 * 60

/** A message as the server sends it. Pictures and voice notes have addresses that their reader may open. */
export function mensajePresenter(secrets: Secrets): (row: MensajeRow) => Mensaje {
  const { sign } = signer(secrets)
  const address = (name: string, variant?: 'mini') => sign(CHAT_BUCKET, name, ADDRESS_SECONDS, variant)
  return (row) => ({
    id: row.id,
    chat_id: row.chat_id,
    autor_id: row.autor_id,
    tipo: row.tipo,
    contenido:
      tieneTexto(row.tipo) || row.contenido === null ? (row.contenido ?? '') : address(row.contenido),
    miniatura: row.tipo === 'imagen' && row.contenido !== null ? address(row.contenido, 'mini') : null,
    ancho: row.ancho,
    alto: row.alto,
    duracion_ms: row.duracion_ms,
    picos: row.picos,
    creado_en: row.creado_en,
    bloqueado: row.bloqueado,
    motivo_bloqueo: row.motivo_bloqueo,
    client_id: row.client_id,
    secuencia: row.secuencia,
    eliminado_en: row.eliminado_en,
    respuesta_a: row.respuesta_a,
  })
}
