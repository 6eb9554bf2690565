import { ORDENES } from '@maestros/dominio/directorio/filtros'
import { NIVELES } from '@maestros/dominio/resenas/reputacion'
import * as z from 'zod/mini'
import { Cursor, Dia, Nivel, TiempoDeRespuesta } from '../comun.ts'
import { contract } from '../contract.ts'

export { ORDENES }
export const MAESTROS_POR_PAGINA = 20
export const MAX_MAESTROS_POR_PAGINA = 50

/** Headers of the answer: `Content-Range: 0-19/1234` with the exact total, and the cursor of the next page, if any. */
export const CURSOR_HEADER = 'x-next-cursor'

/** A name that no catalogue has finds nothing; only its length is bounded. */
export const NOMBRE_BUSCADO_MAX = 500
const Nombre = z.string().check(z.maxLength(NOMBRE_BUSCADO_MAX))

/** The query string. Several levels are written with commas; cursors are opaque. */
export const MaestrosInput = z.object({
  alcaldia: Nombre,
  oficio: Nombre,
  limit: z.optional(z.int().check(z.gte(1), z.lte(MAX_MAESTROS_POR_PAGINA))),
  cursor: z.optional(Cursor),
  verificados: z.optional(z.literal(1)),
  /** Only maestros who are available today. */
  disponibles: z.optional(z.literal(1)),
  calificacion_minima: z.optional(z.number().check(z.gte(0), z.lte(5), z.multipleOf(0.5))),
  nivel: z.optional(z.array(Nivel).check(z.minLength(1), z.maxLength(NIVELES.length))),
  orden: z.optional(z.enum(ORDENES)),
})
export type MaestrosInput = z.infer<typeof MaestrosInput>

/** The card of a search. The contact is locked in every list: the surname's initial, and no phone. */
export const Tarjeta = z.object({
  id: z.guid(),
  nombre: z.string(),
  apellido: z.string(),
  foto_perfil_url: z.nullable(z.string()),
  identidad_verificada: z.boolean(),
  oficio_principal: z.string(),
  promedio_calificacion: z.number().check(z.gte(0), z.lte(5)),
  cantidad_reseñas: z.int().check(z.gte(0)),
  reputacion_nivel: Nivel,
  reputacion_chip_label: z.string(),
  numero_trabajos_completados: z.int().check(z.gte(0)),
  telefono: z.null(),
  alcaldia: z.string(),
  /** The maestro is available on this day of Mexico City. A past day is no mark. */
  disponible_el: z.nullable(Dia),
  tiempo_respuesta: TiempoDeRespuesta,
})
export type Tarjeta = z.infer<typeof Tarjeta>

export const maestros = contract({
  name: 'maestros',
  method: 'GET',
  input: MaestrosInput,
  output: z.array(Tarjeta),
  callers: 'public',
  errors: [],
  headers: ['content-range', CURSOR_HEADER],
})
