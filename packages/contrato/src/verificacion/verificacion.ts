import {
  CORRECCIONES,
  DATOS_VERIFICABLES,
  DOCUMENTOS_DE_VERIFICACION,
  ESTADOS_DE_VERIFICACION,
} from '@maestros/dominio/verificacion/estados'
import * as z from 'zod/mini'

export const Correccion = z.enum(Object.values(CORRECCIONES).flat())

/** The state of one verification, as its maestro sees it. */
export const Verificacion = z.object({
  tipo: z.enum(DATOS_VERIFICABLES),
  estado: z.enum(ESTADOS_DE_VERIFICACION),
  /** Why it was rejected, for the maestro to read; null in every other state. */
  motivo: z.nullable(z.string()),
  /** What ends the rejection; the first is what the maestro is asked for. Null in every other state. */
  corrige_con: z.nullable(z.array(Correccion)),
})
export type Verificacion = z.infer<typeof Verificacion>

/** The documents of a maestro whose files are stored. They are removed some time after a decision. */
export const DocumentosGuardados = z.array(z.enum(DOCUMENTOS_DE_VERIFICACION))
