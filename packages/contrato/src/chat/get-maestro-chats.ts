import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { ChatEnLista, GetChatsInput } from './get-chats.ts'

/** The name is null for an erased account. */
export const ChatDeMaestro = z.extend(ChatEnLista, {
  profiles: z.object({ display_name: z.nullable(z.string()) }),
})
export type ChatDeMaestro = z.infer<typeof ChatDeMaestro>

/** The most recent first. */
export const getMaestroChats = contract({
  name: 'get-maestro-chats',
  method: 'POST',
  input: GetChatsInput,
  output: z.object({
    success: z.literal(true),
    chats: z.array(ChatDeMaestro),
    cursor: z.nullable(z.string()),
  }),
  callers: 'maestro',
  errors: [],
})
