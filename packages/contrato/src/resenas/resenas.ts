import { PUNTUACION } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { Cursor } from '../comun.ts'
import { contract } from '../contract.ts'
import { Distribucion, Resena } from './resena.ts'

/** The id of the maestro is the last part of the path. */
const ResenasInput = z.object({
  id: z.guid(),
  /** Only reviews of this number of stars. */
  estrellas: z.optional(z.int().check(z.gte(PUNTUACION.min), z.lte(PUNTUACION.max))),
  /** Of an earlier answer with the same stars: the reviews that follow. */
  cursor: z.optional(Cursor),
})

export const ResenasPage = z.object({
  /** Of all shown reviews, whatever the filter. */
  distribucion: Distribucion,
  /** Newest first. */
  resenas: z.array(Resena),
  /** The next page, null at the end. */
  cursor: z.nullable(z.string()),
})
export type ResenasPage = z.infer<typeof ResenasPage>

export const resenas = contract({
  name: 'resenas',
  method: 'GET',
  input: ResenasInput,
  output: ResenasPage,
  callers: 'public',
  errors: ['NOT_FOUND'],
  params: ['id'],
})
