import { sendMessage } from '@maestros/contrato/chat/send-message'
import { callFunction } from '../../../../web/src/lib/session/call-function.ts'

// error: TS2741 Property 'contenido' is missing
export const called = callFunction(sendMessage, { chat_id: 'x', tipo: 'texto' })
