import { getMessages } from '@maestros/contrato/chat/get-messages'
import { callFunction } from '../../../../web/src/lib/session/call-function.ts'

const { data } = await callFunction(getMessages, { chat_id: 'x' })
// error: TS2339 Property 'mensajes' does not exist
export const mensajes = data.mensajes
