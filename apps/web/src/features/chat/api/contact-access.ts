import { COPIA_CHATS } from '@maestros/dominio/limites'
import { type QueryFilters, queryOptions, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import * as z from 'zod/mini'
import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'
import { offlineCopy } from '#lib/session/personal/offline-copy.ts'
import { queryClient, readAgain } from '#lib/session/query-client.ts'
import { type OpenChat, OpenChatContext } from '../open-chat.ts'
import { chatsKey } from './keys.ts'

type Pair = Pick<OpenChat, 'buscadorId' | 'maestroId'>

const CONTACT_ACCESS = 'acceso-contacto'

const accessCopy = offlineCopy({ kind: 'acceso', max: COPIA_CHATS, schema: z.boolean() })

/** Whether the seeker has unlocked the contact of the maestro. Both of them may read it. */
const contactAccessQuery = ({ buscadorId, maestroId }: Pair) =>
  queryOptions({
    queryKey: [CONTACT_ACCESS, buscadorId, maestroId],
    ...accessCopy,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { rest } = await getClient()
      const answer = await rest
        .from('accesos_contacto')
        .select('creado_en')
        .eq('buscador_id', buscadorId)
        .eq('maestro_id', maestroId)
        .abortSignal(signal)
        .maybeSingle()
      return unwrap(answer) !== null
    },
  })

/** Of the open conversation. False until it is known. */
export function useContactUnlocked(): boolean {
  const pair = useContext(OpenChatContext)
  const { data = false } = useQuery({
    ...contactAccessQuery(pair ?? { buscadorId: '', maestroId: '' }),
    enabled: pair !== null,
  })
  return data
}

/** One that was unlocked stays so. */
const STILL_LOCKED: QueryFilters = {
  queryKey: [CONTACT_ACCESS],
  predicate: ({ state }) => state.data !== true,
}

/** Reads again whether the contact is unlocked. */
export const readContactAccess = () => void readAgain(STILL_LOCKED)

/** As a poll: one that is under way goes on. */
export const pollContactAccess = () =>
  void queryClient.invalidateQueries(STILL_LOCKED, { cancelRefetch: false })

/**
 * Reads again what shows the name of a maestro whose contact was just unlocked, and the notice in the chat. Live events do
 * the same, but they do not arrive without a socket.
 */
export function refreshUnlockedChat(chatId: string) {
  for (const queryKey of [chatsKey('buscador'), ['chat', chatId], ['mensajes', chatId]]) {
    void readAgain({ queryKey })
  }
  readContactAccess()
}
