import { NIVELES } from '@maestros/dominio/reputacion'
import * as z from 'zod/mini'

/** zod/mini, since these schemas travel to the browser. Ids are `guid`: PostgreSQL takes any version, and so do we. */

export const Nivel = z.enum(NIVELES)

/** An opaque cursor of an earlier answer. */
export const CURSOR_MAX = 200
export const Cursor = z.string().check(z.maxLength(CURSOR_MAX))

export const Hecho = z.object({ success: z.literal(true) })
