import { IMPEDIMENTOS } from '@maestros/dominio/resenas/impedimentos'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'

/** A review as its author edits it. */
export const ResenaPropia = z.object({
  id: z.guid(),
  puntuacion: z.int().check(z.gte(1), z.lte(5)),
  comentario: z.string(),
  trabajo_realizado: z.boolean(),
  /** Names of objects of chat-media. */
  fotos: z.array(z.string()),
  creado_en: z.string(),
  editable_hasta: z.string(),
})
export type ResenaPropia = z.infer<typeof ResenaPropia>

export const EstadoDeResena = z.object({
  resena: z.nullable(ResenaPropia),
  /** Why the review cannot be written or edited now; null when it can. */
  impedimento: z.nullable(z.enum(IMPEDIMENTOS)),
})
export type EstadoDeResena = z.infer<typeof EstadoDeResena>

export const resenaPropia = contract({
  name: 'resena-propia',
  method: 'GET',
  input: z.object({ maestro_id: z.guid() }),
  output: EstadoDeResena,
  callers: 'buscador',
  errors: [],
  params: ['maestro_id'],
})
