import { CONTEXTO_MAX } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

const Nombre = z.string().check(z.trim(), z.maxLength(CONTEXTO_MAX))

/** Both the seeker's choice and the chat's context carry the same two names, as the specification sends them. */
export const ChatInitiateInput = z.object({
  maestro_id: z.guid(),
  alcaldia_seleccionada: Nombre,
  oficio_seleccionado: Nombre,
  contexto: z.object({ alcaldia: Nombre, servicio: Nombre }),
})
export type ChatInitiateInput = z.infer<typeof ChatInitiateInput>

export const chatInitiate = contract({
  name: 'chat-initiate',
  method: 'POST',
  input: ChatInitiateInput,
  output: z.extend(Hecho, { chat_id: z.guid() }),
  callers: 'buscador',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})
