import * as z from 'zod/mini'
import { Cursor, Dia, Nivel, TiempoDeRespuesta } from '../comun.ts'
import { contract } from '../contract.ts'
import { Distribucion, Resena } from '../resenas/resena.ts'

/** The id is the last part of the path; the cursor of an earlier answer requests the reviews that follow. */
const MaestroProfileInput = z.object({
  id: z.guid(),
  resenas_cursor: z.optional(Cursor),
})

const Referencia = z.object({
  nombreCliente: z.string(),
  descripcionTrabajo: z.string(),
  /** Null while the contact is locked. */
  numeroReferencia: z.nullable(z.string()),
})

export const MaestroProfile = z.object({
  id: z.guid(),
  nombre: z.string(),
  /** Only its initial while the contact is locked. */
  apellido: z.string(),
  foto_perfil_url: z.nullable(z.string()),
  identidad_verificada: z.boolean(),
  oficios: z.array(z.string()),
  alcaldias: z.array(z.string()),
  descripcion: z.nullable(z.string()),
  reputacion_nivel: Nivel,
  reputacion_chip_label: z.string(),
  perfil_verificado: z.boolean(),
  ine_verificado: z.boolean(),
  domicilio_verificado: z.boolean(),
  curp_verificado: z.boolean(),
  referencias: z.array(Referencia),
  promedio_calificacion: z.number().check(z.gte(0), z.lte(5)),
  cantidad_reseñas: z.int().check(z.gte(0)),
  numero_trabajos_completados: z.int().check(z.gte(0)),
  /** Null while the contact is locked. */
  telefono: z.nullable(z.string()),
  reseñas: z.array(Resena),
  /** The next page of reviews, null at the end. */
  reseñas_cursor: z.nullable(z.string()),
  /** How many reviews there are of 1 to 5 stars. */
  distribucion: Distribucion,
  contacto_desbloqueado: z.boolean(),
  /** Whether the reader has unlocked the contact, also while a block by the maestro hides it: reviews depend on it. */
  contacto_pedido: z.boolean(),
  /** The current day of Mexico City while the maestro is available today. */
  disponible_el: z.nullable(Dia),
  /** The day on which a maestro on pause is listed again. */
  en_pausa_hasta: z.nullable(Dia),
  tiempo_respuesta: TiempoDeRespuesta,
})
export type MaestroProfile = z.infer<typeof MaestroProfile>

export const maestroProfile = contract({
  name: 'maestro-profile',
  method: 'GET',
  input: MaestroProfileInput,
  output: MaestroProfile,
  callers: 'public',
  errors: ['NOT_FOUND'],
  params: ['id'],
})
