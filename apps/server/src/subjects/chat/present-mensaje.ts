import type { Mensaje } from '@maestros/contrato'
import { tieneTexto } from '@maestros/dominio/chat/conversacion'
import { fileAddresses } from '../../platform/objects/message-files.ts'
import type { Session } from '../../platform/objects/signed.ts'
import type { Secrets } from '../../platform/settings/secrets.ts'

/** A row of the table mensajes, with times as text, as to_jsonb(mensajes) returns it. */
export type MensajeRow = Omit<Mensaje, 'miniatura' | 'contenido'> & {
  /** Null for a deleted message, and for a file that was removed with its author's account. */
  contenido: string | null
}

/** A message as the server sends it. Pictures and voice notes have addresses that their reader may open. */
export function mensajePresenter(secrets: Secrets): (row: MensajeRow, reader: Session) => Mensaje {
  const addresses = fileAddresses(secrets)
  return (row, reader) => {
    const { mensaje, file } = withoutAddresses(row)
    return file ? { ...mensaje, ...addresses(file, reader) } : mensaje
  }
}

/** The same for a live event, whose readers get addresses of their own (protocol/realtime/row-changes/deliver.ts). */
export function withoutAddresses(row: MensajeRow) {
  const hasText = tieneTexto(row.tipo)
  const mensaje: Mensaje = {
    id: row.id,
    chat_id: row.chat_id,
    autor_id: row.autor_id,
    tipo: row.tipo,
    contenido: (hasText ? row.contenido : null) ?? '',
    miniatura: null,
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
  }
  const file = hasText || row.contenido === null ? undefined : { name: row.contenido, tipo: row.tipo }
  return { mensaje, file }
}
