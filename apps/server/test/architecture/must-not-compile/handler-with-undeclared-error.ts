import { getChats } from '@maestros/contrato/chat/get-chats'
import { defineFunction } from '../../../src/protocol/functions/define.ts'

export default defineFunction(getChats, {
  summary: 'A handler that refuses with a code that the contract does not list.',
  handle: async (_input, { error }) => {
    // error: TS2345 Argument of type '"NOT_FOUND"' is not assignable
    throw error('NOT_FOUND', 'No.')
  },
})
