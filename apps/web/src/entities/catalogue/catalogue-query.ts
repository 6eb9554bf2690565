import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { unwrap } from '#lib/call-error.ts'
import { getClient } from '#lib/client.ts'

interface Catalogue<Row extends z.ZodMiniType> {
  name: 'alcaldias' | 'oficios'
  columns: string
  row: Row
  /** What a toast says when it cannot be read. */
  aviso: string
}

/** The active rows of a catalogue, by name. */
export const catalogueQuery = <Row extends z.ZodMiniType>({ name, columns, row, aviso }: Catalogue<Row>) =>
  queryOptions({
    queryKey: [name],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { aviso },
    queryFn: async ({ signal }) => {
      const { rest } = await getClient()
      const answer = await rest
        .from(`${name}_disponibles`)
        .select(columns)
        .eq('activo', true)
        .order('nombre')
        .abortSignal(signal)
      return z.array(row).parse(unwrap(answer))
    },
  })
