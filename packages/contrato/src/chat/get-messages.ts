import * as z from 'zod/mini'
import { Cursor } from '../comun.ts'
import { contract } from '../contract.ts'
import { Mensaje } from './mensaje.ts'

export const MENSAJES_POR_PAGINA = 40

/** Without a cursor, the newest page; with the cursor of an answer, the page before it. */
const GetMessagesInput = z.object({
  chat_id: z.guid(),
  cursor: z.optional(Cursor),
})

export const MessagesPage = z.object({
  success: z.literal(true),
  /** In order of time. */
  messages: z.array(Mensaje),
  /** The cursor of the next older page; null when there is none. */
  cursor: z.nullable(z.string()),
})
export type MessagesPage = z.infer<typeof MessagesPage>

export const getMessages = contract({
  name: 'get-messages',
  method: 'POST',
  input: GetMessagesInput,
  output: MessagesPage,
  callers: 'person',
  errors: ['NOT_FOUND'],
})
