import type { SendMessageInput } from '@maestros/contrato/chat/send-message'
import type { MotivoDeBloqueo } from '@maestros/dominio/seguridad/motivos-de-bloqueo'
import postgres from 'postgres'
import type { ChatMembers, ChatRow } from '../../platform/bus/changes.ts'
import type { Person } from '../../platform/caller.ts'
import type { Sql } from '../../platform/db/pool.ts'
import { batchQueue } from '../../protocol/functions/batch-queue.ts'
import type { MensajeRow } from './present-mensaje.ts'

/**
 * Messages that arrive while others are being written wait and are then written together: one statement, one commit.
 * The statement (interno.enviar_mensajes) checks each sender like every function does, and answers for each message.
 */
export type MessageWriter = (envio: Envio) => Promise<Written>

type Optional = 'client_id' | 'respuesta_a' | 'duracion_ms' | 'picos'

export interface Envio extends Omit<SendMessageInput, Optional> {
  person: Pick<Person, 'sessionId' | 'userId'>
  client_id: string | null
  respuesta_a: string | null
  duracion_ms: number | null
  picos: number[] | null
  motivos: { cerrado: MotivoDeBloqueo | null; abierto: MotivoDeBloqueo | null }
}

export type Written =
  /** With the chat, for its last message. A repeated message was written before. */
  | { estado: Present; mensaje: MensajeRow; readers: ChatMembers; chat: ChatRow | undefined }
  | { estado: Refused; mensaje: null }

type Present = 'escrito' | 'repetido'

/** Why a message was not written. */
export type Refused =
  | 'sin_sesion'
  | 'cuenta_suspendida'
  | 'otro_rol'
  | 'sin_chat'
  | 'sin_destino'
  | 'par_bloqueado'
  | 'contacto_cerrado'
  | 'sin_objeto'
  | 'sin_original'

const CONCURRENCY = 2
const BATCH_SIZE = 16

export function messageWriter(sql: Sql): MessageWriter {
  const queue = batchQueue<Envio, () => Written>({
    concurrency: CONCURRENCY,
    batchSize: BATCH_SIZE,
    runBatch: async (envios) => {
      try {
        return (await write(sql, envios)).map((written) => () => written)
      } catch (error) {
        // The database refused the batch and undid it. Each message is written alone, so that none fails because of
        // another. The same client_id twice in one batch is refused too; alone, the second finds the first.
        if (!(error instanceof postgres.PostgresError)) throw error
        const answers: (() => Written)[] = []
        for (const envio of envios) answers.push(await alone(sql, envio))
        return answers
      }
    },
  })
  return async (envio) => (await queue.run(envio, envio.person.userId))()
}

async function alone(sql: Sql, envio: Envio): Promise<() => Written> {
  try {
    const [written] = await write(sql, [envio])
    if (written) return () => written
    throw new Error('interno.enviar_mensajes returned no result for a message')
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** In the order of the messages given. */
async function write(sql: Sql, envios: readonly Envio[]): Promise<Written[]> {
  const rows = envios.map(({ person, motivos, ...envio }, orden) => ({
    orden,
    sesion: person.sessionId,
    autor: person.userId,
    chat_id: envio.chat_id,
    client_id: envio.client_id,
    respuesta_a: envio.respuesta_a,
    duracion_ms: envio.duracion_ms,
    picos: envio.picos,
    tipo: envio.tipo,
    contenido: envio.contenido,
    motivo_cerrado: motivos.cerrado,
    motivo_abierto: motivos.abierto,
  }))
  const answers = await sql<Answer[]>`
    select orden, estado, mensaje, chat from interno.enviar_mensajes(${sql.json(rows)})`
  return inOrder(answers)
}

/** One row for each message, and one for each chat. */
type Answer =
  | { orden: number; estado: Present; mensaje: MensajeRow }
  | { orden: number; estado: Refused; mensaje: null }
  | { orden: null; chat: ChatRow }

function inOrder(answers: readonly Answer[]): Written[] {
  const chats = new Map<string, ChatRow>()
  for (const answer of answers) if (answer.orden === null) chats.set(answer.chat.id, answer.chat)
  const written: Written[] = []
  for (const answer of answers) {
    if (answer.orden === null) continue
    written[answer.orden] = answer.mensaje === null ? answer : withChat(answer.estado, answer.mensaje, chats)
  }
  return written
}

function withChat(estado: Present, mensaje: MensajeRow, chats: ReadonlyMap<string, ChatRow>): Written {
  const chat = chats.get(mensaje.chat_id)
  if (!chat) throw new Error('interno.enviar_mensajes returned no row for the chat of a message')
  const last = chat.ultimo_mensaje_id === mensaje.id
  return { estado, mensaje, readers: chat, chat: last ? chat : undefined }
}
