import { maestroProfile } from '@maestros/contrato/funciones/directorio/maestro-profile'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { CallError } from '#lib/call-error.ts'
import { callFunction } from '#lib/functions.ts'

/** Each page is the whole profile with one page of its reviews. Of the later pages only the reviews are used. */
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

/** 404, or 400 for an id that is not a UUID. The screen shows both as not found. */
export const isUnknownMaestro = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 400)
