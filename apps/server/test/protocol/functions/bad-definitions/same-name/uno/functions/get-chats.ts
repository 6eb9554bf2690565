import { getChats } from '@maestros/contrato/chat/get-chats'
import { defineFunction } from '../../../../../../../src/protocol/functions/define.ts'

export default defineFunction(getChats, {
  summary: 'A definition for load.test.ts.',
  handle: async () => ({ success: true, chats: [], cursor: null }),
})
