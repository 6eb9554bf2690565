import {
  MaestroProfile,
  maestroProfile,
  Resena,
} from '@maestros/contrato/funciones/directorio/maestro-profile'
import { infiniteQueryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CallError } from '#lib/call-error.ts'
import { callFunction } from '#lib/functions.ts'

const text = z.catch(z.nullable(z.string()), null)

/** A review needs the three fields of the specification only. */
const ReceivedResena = z.extend(Resena, {
  id: z.optional(z.string()),
  creado_en: text,
  respuesta: text,
})

/** The profile as it is accepted: what the specification does not have may be missing. */
const ReceivedProfile = z.extend(MaestroProfile, {
  id: z.string(),
  foto_perfil_url: text,
  descripcion: text,
  telefono: text,
  referencias: z.array(z.object({ nombreCliente: text, descripcionTrabajo: text, numeroReferencia: text })),
  reseñas: z.pipe(
    z.array(ReceivedResena),
    z.transform((resenas) => resenas.map((one, nth) => ({ ...one, id: one.id ?? String(nth) }))),
  ),
  reseñas_cursor: text,
  contacto_desbloqueado: z.catch(z.boolean(), false),
})
export type ReceivedProfile = z.output<typeof ReceivedProfile>
export type ReceivedResena = ReceivedProfile['reseñas'][number]

const called = { ...maestroProfile, output: ReceivedProfile }

/** Each page is the whole profile with one page of its reviews. Of the later pages only the reviews are used. */
export const perfilQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['perfil', id],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const input = { id, resenas_cursor: pageParam || undefined }
      return (await callFunction(called, input, { signal })).data
    },
    getNextPageParam: (last) => last.reseñas_cursor,
  })

const UNKNOWN: readonly number[] = [404, 400]

/** 404, or 400 for an id that is not a UUID. The screen shows both as not found. */
export const isUnknownMaestro = (error: unknown): boolean =>
  error instanceof CallError && (UNKNOWN.includes(error.status) || error.code === 'NOT_FOUND')
