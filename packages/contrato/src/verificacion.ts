import {
  DOCUMENTOS_DE_VERIFICACION,
  ESTADOS_DE_VERIFICACION,
  TIPOS_DE_VERIFICACION,
} from '@maestros/dominio/verificacion'
import * as z from 'zod/mini'

/** The state of one verification, as its maestro sees it. */
export const Verificacion = z.object({
  tipo: z.enum(TIPOS_DE_VERIFICACION),
  estado: z.enum(ESTADOS_DE_VERIFICACION),
  /** Why it was rejected, for the maestro to read; null in every other state. */
  motivo: z.nullable(z.string()),
})
export type Verificacion = z.infer<typeof Verificacion>

/** The documents of a maestro whose files are stored. They are removed some time after a decision. */
export const DocumentosGuardados = z.array(z.enum(DOCUMENTOS_DE_VERIFICACION))
