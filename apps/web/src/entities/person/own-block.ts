import { cambiarBloqueo } from '@maestros/contrato/seguridad/cambiar-bloqueo'
import { seguridad } from '@maestros/dominio/seguridad/textos'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { refusalSentence, unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { toast } from '#ui/toasts/toast.ts'

/** The own block of a person. A block by the other person is not visible. */
export const ownBlockQuery = (userId: string, personaId: string) =>
  queryOptions({
    queryKey: ['bloqueo', userId, personaId],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { rest } = await getClient()
      const answer = await rest
        .from('bloqueos')
        .select('bloqueado_id')
        .eq('bloqueador_id', userId)
        .eq('bloqueado_id', personaId)
        .abortSignal(signal)
        .maybeSingle()
      return unwrap(answer) !== null
    },
  })

type Person = { userId: string; persona: { id: string; nombre: string } }

/** Blocks and unblocks a person. The open conversation also learns it by a live event. */
export function useChangeBlock({ userId, persona }: Person) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (bloquear: boolean) => callFunction(cambiarBloqueo, { persona_id: persona.id, bloquear }),
    onSuccess: async (_answer, bloquear) => {
      await refreshBlock(client, userId, persona.id)
      const { hecho, deshecho } = seguridad.bloquear
      toast.success((bloquear ? hecho : deshecho)(persona.nombre))
    },
    onError: (cause) => {
      logFailure('block', cause)
      toast.error(refusalSentence(cause) ?? seguridad.bloquear.fallo)
    },
  })
  return { changing: change.isPending, change: change.mutate }
}

/** Reads the block and the chats again. Without a live channel the conversation would not change by itself. */
export async function refreshBlock(
  client: ReturnType<typeof useQueryClient>,
  userId: string,
  personaId: string,
) {
  await Promise.all([
    client.invalidateQueries({ queryKey: ownBlockQuery(userId, personaId).queryKey }),
    client.invalidateQueries({ queryKey: ['chat'] }),
  ])
}
