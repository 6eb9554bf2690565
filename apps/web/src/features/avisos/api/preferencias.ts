import type { Database } from '@maestros/contrato/tablas'
import {
  type AvisoOpcional,
  PREFERENCIAS_INICIALES,
  type PreferenciasDeAvisos,
} from '@maestros/dominio/avisos/preferencias'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'

const COLUMNS =
  'correo_mensajes,correo_contacto,correo_resenas,correo_busquedas,push_mensajes,push_contacto,push_busquedas,push_con_texto'

/** A person who has chosen nothing has no row, and the defaults. */
export const preferenciasQuery = (userId: string) =>
  queryOptions({
    queryKey: ['preferencias-avisos', userId],
    queryFn: async ({ signal }): Promise<PreferenciasDeAvisos> => {
      const { rest } = await getClient()
      const answer = await rest
        .from('preferencias_avisos')
        .select(COLUMNS)
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
      return unwrap(answer) ?? PREFERENCIAS_INICIALES
    },
  })

type Row = Database['public']['Tables']['preferencias_avisos']['Insert']
type Change = { aviso: AvisoOpcional; quiere: boolean }

/**
 * Saves choices. `chosen` are those that are being saved, so that a switch changes at once, and back when saving fails. They
 * are sent one after the other, so that of two changes of one switch the second is the one that stays.
 */
export function useChangePreference(userId: string) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Partial<Record<AvisoOpcional, Change>>>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const { mutate } = useMutation({
    scope: { id: `preferencias-avisos-${userId}` },
    mutationFn: async ({ aviso, quiere }: Change) => {
      const { rest } = await getClient()
      const row: Row = { user_id: userId }
      row[aviso] = quiere
      unwrap(await rest.from('preferencias_avisos').upsert(row))
    },
    onSuccess: async (_answer, { aviso, quiere }) => {
      const { queryKey } = preferenciasQuery(userId)
      // A read that began before this change would show the older choice.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (saved) => saved && { ...saved, [aviso]: quiere })
    },
    onError: (cause) => {
      logFailure('saving a choice of notices', cause)
      setFailure(cause)
    },
    onSettled: (_answer, _cause, change) =>
      setChosen((known) =>
        known[change.aviso] === change ? { ...known, [change.aviso]: undefined } : known,
      ),
  })
  const change = (aviso: AvisoOpcional, quiere: boolean) => {
    const next = { aviso, quiere }
    setFailure(null)
    setChosen((known) => ({ ...known, [aviso]: next }))
    mutate(next)
  }
  return { change, chosen, failure }
}
