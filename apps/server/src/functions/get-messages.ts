import { getMessages as contract, MENSAJES_POR_PAGINA, type MessagesPage } from '@maestros/contrato'
import type { PendingQuery, ReservedSql } from 'postgres'
import { readCursor, writeCursor } from './cursor.ts'
import type { PersonFunction } from './definition.ts'
import { chatNotFound } from './errors.ts'
import { parse } from './input.ts'
import { type MensajeRow, mensajePresenter } from './mensajes.ts'

/** A page of a conversation, for its two people. Blocked messages are there for their author alone. */
export const getMessages: PersonFunction = {
  name: contract.name,
  method: contract.method,
  path: '/get-messages',
  caller: 'person',
  handler: ({ secrets }) => {
    const present = mensajePresenter(secrets)
    return async ({ request, caller, run }): Promise<MessagesPage> => {
      const { chat_id, cursor } = parse(contract.input, request.body)
      const before = cursor === undefined ? NEWEST : (readCursor('cursor', cursor, SECUENCIA)[0] ?? NEWEST)
      const [chat] = await run((sql) => newestBefore(sql, chat_id, caller.userId, before))
      if (!chat) throw chatNotFound()
      const page = chat.mensajes.slice(0, MENSAJES_POR_PAGINA)
      const oldest = page.at(-1)
      return {
        success: true,
        messages: page.reverse().map(present),
        cursor: chat.mensajes.length > page.length && oldest ? writeCursor([oldest.secuencia]) : null,
      }
    }
  },
}

const SECUENCIA = /^(\d{1,18})$/
/** After every message: numbers are given out from 1. */
const NEWEST = '999999999999999999'

/** Newest first. One message more than a page holds says that there is another page. */
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
