import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'

const Alcaldias = z.array(z.object({ id: z.union([z.string(), z.number()]), nombre: z.string() }))

export const alcaldiasQuery = queryOptions({
  queryKey: ['alcaldias'],
  staleTime: Number.POSITIVE_INFINITY,
  meta: { aviso: seleccion.alcaldia.error },
  queryFn: async ({ signal }) => {
    const { rest } = await getClient()
    const answer = await rest
      .from('alcaldias_disponibles')
      .select('id, nombre')
      .eq('activo', true)
      .order('nombre')
      .abortSignal(signal)
    return Alcaldias.parse(unwrap(answer))
  },
})
