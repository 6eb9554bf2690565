import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'

/** The active rows of a catalogue, by name. It changes with the product, so it is read once. `aviso` tells that reading failed. */
const catalogueQuery = <Row extends z.core.$ZodShape>(
  catalogue: 'alcaldias' | 'oficios',
  row: z.ZodMiniObject<Row>,
  aviso: string,
) =>
  queryOptions({
    queryKey: [catalogue],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { aviso },
    queryFn: async ({ signal }) => {
      const { rest } = await getClient()
      const answer = await rest
        .from(`${catalogue}_disponibles` as const)
        .select(Object.keys(row.shape).join(', '))
        .eq('activo', true)
        .order('nombre')
        .abortSignal(signal)
      return z.array(row).parse(unwrap(answer))
    },
  })

const Alcaldia = z.object({ id: z.union([z.string(), z.number()]), nombre: z.string() })

export const alcaldiasQuery = catalogueQuery('alcaldias', Alcaldia, seleccion.alcaldia.error)

const Oficio = z.object({
  id: z.union([z.string(), z.number()]),
  nombre: z.string(),
  icono: z.nullable(z.string()),
})

export const oficiosQuery = catalogueQuery('oficios', Oficio, seleccion.oficio.error)
