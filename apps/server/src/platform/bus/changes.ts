import type { Mensaje } from '@maestros/contrato'
import type { Database } from '@maestros/contrato/tablas'
import type { Lado } from '@maestros/dominio/chat/lado'
import type { RowChange } from './bus.ts'

/** A row of the table chats, with times as text, as `to_jsonb(chats)` returns it. */
export type ChatRow = Database['public']['Tables']['chats']['Row']

/** A row of the table resenas, as `to_jsonb(resenas)` returns it. */
export type ResenaRow = Database['public']['Tables']['resenas']['Row']

export type ChatMembers = Pick<ChatRow, 'buscador_id' | 'maestro_id'>

/**
 * The live events of written rows. This is the only place that decides who receives them. The time of an inserted or deleted message is the
 * time of its row: an event that is published twice is the same event, and a reader can drop the second.
 */

export const chatChange = (type: RowChange['type'], row: ChatRow): RowChange => ({
  kind: 'change',
  table: 'chats',
  type,
  record: row,
  readers: twoOf(row),
  at: now(),
})

/** While one of the two blocks the other, nobody learns when the other one reads. */
export const chatRead = (row: ChatRow, reader: Lado): RowChange => ({
  ...chatChange('UPDATE', row),
  ...(row.bloqueado_en !== null && { readers: [row[`${reader}_id`]] }),
})

/** A message, and its file instead of addresses of it. */
interface ChangedMessage {
  mensaje: Mensaje
  file: RowChange['file']
}

/** A blocked message is not delivered, so only its author receives it. */
export const messageInserted = ({ mensaje, file }: ChangedMessage, chat: ChatMembers): RowChange => ({
  kind: 'change',
  table: 'mensajes',
  type: 'INSERT',
  record: mensaje,
  readers: mensaje.bloqueado ? [mensaje.autor_id] : twoOf(chat),
  file,
  at: mensaje.creado_en,
})

/** Only delivered messages can be deleted, so both people receive it. */
export const messageDeleted = ({ mensaje }: ChangedMessage, chat: ChatMembers): RowChange => ({
  kind: 'change',
  table: 'mensajes',
  type: 'UPDATE',
  record: mensaje,
  readers: twoOf(chat),
  at: mensaje.eliminado_en ?? now(),
})

/** A hidden review is for its author alone. */
export const resenaChange = (type: RowChange['type'], row: ResenaRow): RowChange => ({
  kind: 'change',
  table: 'resenas',
  type,
  record: row,
  readers: row.oculta ? [row.buscador_id] : twoOf(row),
  at: now(),
})

/** What remains of a review that an operator has removed. */
export type RemovedResena = Pick<ResenaRow, 'id' | 'buscador_id' | 'maestro_id' | 'oculta'>

/**
 * A removed review is announced as one that was hidden, because clients get no DELETE (docs/decisions/realtime.md). They read the reviews
 * again. If it was hidden before, its author alone could see it.
 */
export const resenaRemoved = ({ oculta, ...row }: RemovedResena): RowChange => ({
  kind: 'change',
  table: 'resenas',
  type: 'UPDATE',
  record: { ...row, oculta: true },
  readers: oculta ? [row.buscador_id] : twoOf(row),
  at: now(),
})

const twoOf = ({ buscador_id, maestro_id }: ChatMembers) => [buscador_id, maestro_id]
const now = () => new Date().toISOString()
