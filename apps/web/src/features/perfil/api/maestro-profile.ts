import { MaestroProfile, maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { Resena } from '@maestros/contrato/resenas/resena'
import { COPIA_PERFILES } from '@maestros/dominio/limites'
import { ESTRELLAS } from '@maestros/dominio/resenas/reputacion'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CallError } from '#lib/client/call-error.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { offlineCopy } from '#lib/session/personal/offline-copy.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { expectedWithRole } from '#lib/session/session-state.ts'

const text = z.catch(z.nullable(z.string()), null)

/** A review needs the three fields of the specification only. */
const ReceivedResena = z.extend(Resena, {
  id: z.optional(z.string()),
  creado_en: text,
  editado_en: text,
  respuesta: text,
  trabajo_realizado: z.catch(z.nullable(z.boolean()), null),
  contada: z.catch(z.boolean(), true),
  fotos: z.catch(z.array(z.string()), []),
})

const NO_STARS = Array.from({ length: ESTRELLAS }, () => 0)

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
  distribucion: z.catch(z.array(z.number()), NO_STARS),
  contacto_desbloqueado: z.catch(z.boolean(), false),
  contacto_pedido: z.catch(z.boolean(), false),
  disponible_el: z.catch(MaestroProfile.shape.disponible_el, null),
  en_pausa_hasta: z.catch(MaestroProfile.shape.en_pausa_hasta, null),
  tiempo_respuesta: z.catch(MaestroProfile.shape.tiempo_respuesta, null),
})
export type ReceivedProfile = z.output<typeof ReceivedProfile>

const called = { ...maestroProfile, output: ReceivedProfile }

/** Profiles that were looked at last. Contact data are stored only when they are unlocked for this person. */
const copy = offlineCopy({
  kind: 'perfil',
  max: COPIA_PERFILES,
  schema: ReceivedProfile,
  keep: (profile) => (profile.contacto_desbloqueado ? profile : withoutContact(profile)),
})

const withoutContact = (profile: ReceivedProfile): ReceivedProfile => ({
  ...profile,
  apellido: profile.apellido.slice(0, 1),
  telefono: null,
  referencias: profile.referencias.map((one) => ({ ...one, numeroReferencia: null })),
})

/** The profile with the first page of its reviews. */
export const perfilQuery = (id: string) =>
  queryOptions({
    queryKey: ['perfil', id],
    ...copy,
    queryFn: async ({ signal }) => (await callFunction(called, { id }, { signal })).data,
  })

/** Loads the profile while the code of the screen loads. Only for a seeker: nobody else may see the screen. */
export function prefetchPerfil(id: string) {
  if (expectedWithRole('buscador')) void queryClient.prefetchQuery(perfilQuery(id))
}

const UNKNOWN: readonly number[] = [404, 400]

/** 404, or 400 for an id that is not a UUID. The screen shows both as not found. */
export const isUnknownMaestro = (error: unknown): boolean =>
  error instanceof CallError && (UNKNOWN.includes(error.status) || error.code === 'NOT_FOUND')
