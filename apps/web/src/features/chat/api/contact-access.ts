import { MOTIVOS } from '@maestros/dominio/contacto'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { unwrap } from '#lib/call-error.ts'
import { getClient } from '#lib/client.ts'

/** The seeker's recorded request for the maestro's contact, with its reason. */
const Acceso = z.object({
  motivo: z.enum(MOTIVOS),
  detalle: z.nullable(z.string()),
  creado_en: z.string(),
})
export type Acceso = z.infer<typeof Acceso>

export const accesoQuery = (pair: { buscadorId: string; maestroId: string }) =>
  queryOptions({
    queryKey: ['acceso', pair.buscadorId, pair.maestroId],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Acceso | null> => {
      const { rest } = await getClient()
      const answer = await rest
        .from('accesos_contacto')
        .select('motivo, detalle, creado_en')
        .eq('buscador_id', pair.buscadorId)
        .eq('maestro_id', pair.maestroId)
        .abortSignal(signal)
        .maybeSingle()
      return z.nullable(Acceso).parse(unwrap(answer))
    },
  })
