import { resenas } from '@maestros/contrato/resenas/resenas'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callFunction } from '#lib/session/call-function.ts'

/** A review as the list shows it. Only the first three fields of the specification are always there. */
export type ShownResena = {
  id: string
  usuario: string
  puntuacion: number
  comentario: string
  creado_en: string | null
  editado_en: string | null
  respuesta: string | null
  trabajo_realizado: boolean | null
  /** Whether it counts for the average. */
  contada: boolean
  /** Addresses. */
  fotos: string[]
}

/** What a profile has of its reviews: the first page of all of them, and how many there are of each number of stars. */
export type FirstPage = { distribucion: number[]; resenas: ShownResena[]; cursor: string | null }

/**
 * The reviews of a maestro, of all or of one number of stars. The key begins like that of the profile: whoever reads the
 * profile again reads the reviews again. The first page of all reviews has come with the profile.
 */
export const resenasQuery = (
  maestroId: string,
  estrellas: number | null,
  profile: { first: FirstPage; at: number },
) =>
  infiniteQueryOptions({
    queryKey: ['perfil', maestroId, 'resenas', estrellas],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<FirstPage> => {
      const input = { id: maestroId, estrellas: estrellas ?? undefined, cursor: pageParam || undefined }
      return (await callFunction(resenas, input, { signal })).data
    },
    getNextPageParam: (last) => last.cursor,
    ...(estrellas === null && {
      initialData: { pages: [profile.first], pageParams: [''] },
      initialDataUpdatedAt: profile.at,
    }),
  })
