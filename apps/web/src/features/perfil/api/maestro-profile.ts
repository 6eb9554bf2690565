import { maestroProfile } from '@maestros/contrato/funciones/directorio/maestro-profile'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { CallError } from '#lib/call-error.ts'
import { callFunction } from '#lib/functions.ts'

/** A page is the whole profile with some of its reviews: the first tells who, the others only add reviews. */
export const perfilQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['perfil', id],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const input = { id, resenas_cursor: pageParam || undefined }
      return (await callFunction(maestroProfile, input, { signal })).data
    },
    getNextPageParam: (last) => last.reseñas_cursor,
  })

/** An address that cannot be anyone's id is refused as bad input: to the reader both are the same. */
export const isUnknownMaestro = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 400)
