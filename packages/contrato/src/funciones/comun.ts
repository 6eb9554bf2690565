import { NIVELES } from '@maestros/dominio/reputacion'
import * as z from 'zod/mini'

/** zod/mini, since these schemas travel to the browser. Ids are `guid`: PostgreSQL takes any version, and so do we. */

export const Nivel = z.enum(NIVELES)

/** What a call says of itself: the server mounts it and parses with `input`, the web calls it and parses with `output`. */
export interface Funcion {
  name: string
  method: 'GET' | 'POST'
  input: z.ZodMiniType
  output: z.ZodMiniType
}

/** An opaque cursor of an earlier answer. */
export const CURSOR_MAX = 200
export const Cursor = z.string().check(z.maxLength(CURSOR_MAX))

export const Hecho = z.object({ success: z.literal(true) })
