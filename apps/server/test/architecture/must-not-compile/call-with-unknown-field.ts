import { getMessages } from '@maestros/contrato/chat/get-messages'
import { callFunction } from '../../../../web/src/lib/session/call-function.ts'

// error: TS2353 'nonsense' does not exist
export const called = callFunction(getMessages, { nonsense: 1 })
