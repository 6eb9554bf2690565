import { esFragmento, moderar } from '@maestros/dominio/seguridad/moderacion/moderar'
import type { MotivoDeBloqueo } from '@maestros/dominio/seguridad/motivos-de-bloqueo'
import { fairQueue } from '../../platform/limits/fair-queue.ts'
import type { Run } from '../../protocol/functions/define.ts'

/** Why a text is blocked while the contact is locked, and once it is open. The database applies one of the two. */
export interface Motivos {
  cerrado: MotivoDeBloqueo | null
  abierto: MotivoDeBloqueo | null
}

export const NO_MOTIVOS: Motivos = { cerrado: null, abierto: null }

interface Sent {
  author: string
  chat: string
  text: string
}

/** Moderates a text and then writes it with the result. */
export type Moderation = <Written>(
  sent: Sent,
  run: Run,
  write: (motivos: Motivos) => Promise<Written>,
) => Promise<Written>

/**
 * A number may be told in several messages, so a text with a part of one is checked together with its author's earlier texts
 * in the chat. Such texts of an author are read and written one after the other: of two simultaneous messages the second
 * is checked together with the first. Other texts (most of them) need no read and do not wait.
 */
export function messageModeration(): Moderation {
  const parts = fairQueue({
    running: 32,
    runningPerKey: 1,
    waiting: 1000,
    waitingPerKey: 100,
    retryAfter: 1,
  })
  return async (sent, run, write) => {
    if (!esFragmento(sent.text)) return write(motivosOf(sent.text, []))
    return parts.run(`${sent.chat}:${sent.author}`, async () =>
      write(motivosOf(sent.text, await recentTexts(sent, run))),
    )
  }
}

function motivosOf(text: string, anteriores: readonly string[]): Motivos {
  const cerrado = moderar(text, { contactoAbierto: false, anteriores })
  // Card numbers are blocked always, and `moderar` looks for them first.
  return { cerrado, abierto: cerrado === 'tarjeta' ? cerrado : null }
}

/** A number may be spread over this many texts of an author, within this many hours and messages of the chat. */
const SPREAD = { texts: 20, messages: 60, hours: 24 }

/** The author's delivered texts, oldest first. The index on the delivered messages of a chat bounds the read. */
async function recentTexts({ chat, author }: Sent, run: Run): Promise<string[]> {
  const rows = await run(
    (sql) => sql<{ contenido: string }[]>`
    select contenido from (
      select * from public.mensajes where chat_id = ${chat} and not bloqueado
      order by secuencia desc limit ${SPREAD.messages}
    ) m
    where autor_id = ${author} and tipo = 'texto' and contenido is not null
      and creado_en > now() - ${SPREAD.hours} * interval '1 hour'
    order by secuencia desc limit ${SPREAD.texts}`,
  )
  return rows.map(({ contenido }) => contenido).reverse()
}
