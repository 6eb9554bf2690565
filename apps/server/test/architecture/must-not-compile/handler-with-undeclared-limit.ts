import { getChats } from '@maestros/contrato/chat/get-chats'
import { defineFunction } from '../../../src/protocol/functions/define.ts'

export default defineFunction(getChats, {
  summary: 'A handler that refuses by a limit that the contract does not list.',
  handle: async (_input, { rateLimited }) => {
    // error: TS2349 This expression is not callable
    throw rateLimited('Espera.', 1)
  },
})
