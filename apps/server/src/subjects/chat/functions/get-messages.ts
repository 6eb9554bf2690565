import { getMessages, MENSAJES_POR_PAGINA } from '@maestros/contrato/chat/get-messages'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { PendingQuery, ReservedSql } from 'postgres'
import { readCursor, writeCursor } from '../../../protocol/functions/cursor.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { type MensajeRow, mensajePresenter } from '../present-mensaje.ts'

export default defineFunction(getMessages, {
  summary: 'A page of a conversation, for its two people. A blocked message is shown to its author alone.',
  prepare: ({ secrets }) => mensajePresenter(secrets),
  handle: async ({ chat_id, cursor }, { caller, run, error, prepared: present }) => {
    const before = cursor === undefined ? NEWEST : (readCursor('cursor', cursor, SECUENCIA)[0] ?? NEWEST)
    const [chat] = await run((sql) => newestBefore(sql, chat_id, caller.userId, before))
    if (!chat) throw error('NOT_FOUND', textos.chatNoEncontrado)
    const page = chat.mensajes.slice(0, MENSAJES_POR_PAGINA)
    const oldest = page.at(-1)
    return {
      success: true,
      messages: page.reverse().map((row) => present(row, caller)),
      cursor: chat.mensajes.length > page.length && oldest ? writeCursor([oldest.secuencia]) : null,
    }
  },
})

const SECUENCIA = /^(\d{1,18})$/
/** A position after every message. The sequence numbers begin at 1. */
const NEWEST = '999999999999999999'

/** Newest first. Reads one message more than a page has, to know whether there is another page. */
export function newestBefore(
  sql: ReservedSql,
  chat: string,
  reader: string,
  before: string,
): PendingQuery<{ mensajes: MensajeRow[] }[]> {
  const newest = (which: PendingQuery<never[]>) => sql`
    select * from public.mensajes
    where chat_id = ${chat} and ${which} and secuencia < ${before}::bigint
    order by secuencia desc limit ${MENSAJES_POR_PAGINA + 1}`
  return sql`
    select (
      select coalesce(json_agg(m order by m.secuencia desc), '[]') from (
        select * from (
          (${newest(sql`not bloqueado`)}) union all (${newest(sql`bloqueado and autor_id = ${reader}`)})
        ) m
        order by secuencia desc limit ${MENSAJES_POR_PAGINA + 1}
      ) m
    ) as mensajes
    from public.chats c where c.id = ${chat} and ${reader}::uuid in (c.buscador_id, c.maestro_id)`
}
