import type { Mensaje } from '@maestros/contrato'
import type { Database } from '@maestros/contrato/tablas'
import type { RowChange } from './bus.ts'

/** A chat as its table has it, times as text: what `to_jsonb(chats)` answers. */
export type ChatRow = Database['public']['Tables']['chats']['Row']

type Two = Pick<ChatRow, 'buscador_id' | 'maestro_id'>

/** What the live surface is told of a written row. Who may read it is said here, and nowhere else. */

export const chatChange = (type: RowChange['type'], row: ChatRow): RowChange => ({
  kind: 'change',
  table: 'chats',
  type,
  record: row,
  readers: twoOf(row),
  at: now(),
})

/** A blocked message was never delivered: it is for its author alone. */
export const messageInserted = (mensaje: Mensaje, chat: Two): RowChange => ({
  kind: 'change',
  table: 'mensajes',
  type: 'INSERT',
  record: mensaje,
  readers: mensaje.bloqueado ? [mensaje.autor_id] : twoOf(chat),
  at: now(),
})

const twoOf = ({ buscador_id, maestro_id }: Two) => [buscador_id, maestro_id]
const now = () => new Date().toISOString()
