import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'

const Oficios = z.array(
  z.object({ id: z.union([z.string(), z.number()]), nombre: z.string(), icono: z.nullable(z.string()) }),
)

export const oficiosQuery = queryOptions({
  queryKey: ['oficios'],
  staleTime: Number.POSITIVE_INFINITY,
  meta: { aviso: seleccion.oficio.error },
  queryFn: async ({ signal }) => {
    const { rest } = await getClient()
    const answer = await rest
      .from('oficios_disponibles')
      .select('id, nombre, icono')
      .eq('activo', true)
      .order('nombre')
      .abortSignal(signal)
    return Oficios.parse(unwrap(answer))
  },
})
