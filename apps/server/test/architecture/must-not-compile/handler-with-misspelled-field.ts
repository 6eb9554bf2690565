import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { defineFunction } from '../../../src/protocol/functions/define.ts'

export default defineFunction(chatInitiate, {
  summary: 'A handler whose answer has other fields than the contract.',
  // error: TS2322 Type 'Promise<{ readonly ok: true; readonly chatt: "x"; }>' is not assignable
  handle: async () => ({ ok: true, chatt: 'x' }),
})
