import { TIPOS_DE_MENSAJE } from '@maestros/contrato/chat/mensaje'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'
import { mensajesQuery } from './messages.ts'

/** What a quote shows of the message that was answered. */
const Original = z.object({
  id: z.string(),
  autor_id: z.string(),
  tipo: z.enum(TIPOS_DE_MENSAJE),
  contenido: z.nullable(z.string()),
  eliminado_en: z.nullable(z.string()),
})
type Original = z.infer<typeof Original>

async function readOriginal(id: string, signal: AbortSignal): Promise<Original | null> {
  const { rest } = await getClient()
  const answer = await rest
    .from('mensajes')
    .select('id, autor_id, tipo, contenido, eliminado_en')
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle()
  return z.nullable(Original).parse(unwrap(answer))
}

/** The message that another one answers to: a loaded one, or else it is read alone. Undefined while it is not known. */
export function useOriginal(chatId: string, id: string): Original | null | undefined {
  const loaded = useQuery({
    ...mensajesQuery(chatId),
    enabled: false,
    select: ({ messages }) => messages.find((one) => one.id === id) ?? null,
  })
  const single = useQuery({
    queryKey: ['mensaje', id],
    queryFn: ({ signal }) => readOriginal(id, signal),
    enabled: loaded.data === null,
  })
  return loaded.data ?? single.data
}
