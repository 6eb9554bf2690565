import { pedirResena } from '@maestros/contrato/resenas/pedir-resena'
import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#lib/session/call-function.ts'

/** Whether the seeker of a chat is asked for a review now. */
export const peticionQuery = (chatId: string) =>
  queryOptions({
    queryKey: ['pedir-resena', chatId],
    queryFn: async ({ signal }) =>
      (await callFunction(pedirResena, { chat_id: chatId }, { signal })).data.pedir,
  })

export const dismissPeticion = (chatId: string) =>
  callFunction(pedirResena, { chat_id: chatId, descartar: true })
