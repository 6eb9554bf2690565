import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { defineFunction } from '../../../src/protocol/functions/define.ts'

export default defineFunction(chatInitiate, {
  summary: 'A handler whose answer lacks chat_id.',
  // error: TS2322 Type 'Promise<{ readonly success: true; }>' is not assignable
  handle: async () => ({ success: true }),
})
