import * as z from 'zod/mini'
import { type Funcion, Hecho } from './comun.ts'

/** Both the seeker's choice and the chat's context carry the same two names, as the specification sends them. */
export const ChatInitiateInput = z.object({
  maestro_id: z.guid(),
  alcaldia_seleccionada: z.string(),
  oficio_seleccionado: z.string(),
  contexto: z.object({ alcaldia: z.string(), servicio: z.string() }),
})
export type ChatInitiateInput = z.infer<typeof ChatInitiateInput>

export const chatInitiate = {
  name: 'chat-initiate',
  method: 'POST',
  input: ChatInitiateInput,
  output: z.extend(Hecho, { chat_id: z.guid() }),
} as const satisfies Funcion
