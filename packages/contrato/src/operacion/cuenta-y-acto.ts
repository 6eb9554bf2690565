import { ROLES } from '@maestros/dominio/acceso/roles'
import * as z from 'zod/mini'

/** Parts that several functions of the operators' console answer. */

/** A person as operators name one; without e-mail and name after the account was erased. */
export const Cuenta = z.object({
  id: z.guid(),
  correo: z.nullable(z.string()),
  nombre: z.nullable(z.string()),
  rol: z.nullable(z.enum([...ROLES, 'operador'])),
})
export type Cuenta = z.infer<typeof Cuenta>

/** One act in the audit. `sobre` is null for an act that is about nobody. */
export const Acto = z.object({
  id: z.int(),
  ocurrido_en: z.string(),
  operador: z.object({ id: z.guid(), correo: z.nullable(z.string()) }),
  acto: z.string(),
  sobre: z.nullable(z.object({ id: z.guid(), correo: z.nullable(z.string()) })),
  detalle: z.record(z.string(), z.unknown()),
})
export type Acto = z.infer<typeof Acto>
