import { PUNTUACION, RESENA_FOTOS_MAX } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { ResenaPropia } from './resena-propia.ts'

/** Bounds the work. The rules of a review, with their sentences, are in dominio/resenas/formulario. */
const TEXTO_MAX = 4000
const FOTO_MAX = 200

export const GuardarResenaInput = z.object({
  maestro_id: z.guid(),
  puntuacion: z.int().check(z.gte(PUNTUACION.min), z.lte(PUNTUACION.max)),
  comentario: z.string().check(z.maxLength(TEXTO_MAX)),
  trabajo_realizado: z.boolean(),
  /** Objects of chat-media that the caller has uploaded under review-photos/{caller}/. */
  fotos: z.optional(z.array(z.string().check(z.maxLength(FOTO_MAX))).check(z.maxLength(RESENA_FOTOS_MAX))),
})

export const guardarResena = contract({
  name: 'guardar-resena',
  method: 'POST',
  input: GuardarResenaInput,
  output: z.object({ success: z.literal(true), resena: ResenaPropia }),
  callers: 'buscador',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})
