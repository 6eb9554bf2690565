import * as z from 'zod/mini'
import { EstadoActual, Nivel } from '../comun.ts'
import { contract } from '../contract.ts'
import { DocumentosGuardados, Verificacion } from '../verificacion/verificacion.ts'

const Cuenta = z.int().check(z.gte(0))

const DiaDelPanel = z.object({
  /** A day of Mexico City, as 2026-03-01. */
  dia: z.string(),
  visitas: Cuenta,
  contactos: Cuenta,
})

/** Everything that the dashboard of a maestro shows. */
export const PanelMaestro = z.object({
  nombre: z.string(),
  perfil_completo: z.boolean(),
  /** The day on which the profile was created. */
  desde: z.string(),
  /** The 60 days that end today, the oldest first: the statistics window is the last 30. */
  dias: z.array(DiaDelPanel),
  visitas_ultimos_30_dias: Cuenta,
  contactos_ultimos_30_dias: Cuenta,
  chats_sin_leer: Cuenta,
  verificacion: z.array(Verificacion),
  documentos: DocumentosGuardados,
  tiene_foto: z.boolean(),
  largo_descripcion: Cuenta,
  /** How many of the two references keep the rules of onboarding. Seekers see no other. */
  referencias: Cuenta,
  oficios: Cuenta,
  alcaldias: Cuenta,
  cantidad_reseñas: Cuenta,
  /** What the level is derived from. */
  reputacion: z.object({
    nivel: Nivel,
    identidad_verificada: z.boolean(),
    confirmadas: Cuenta,
    promedio: z.number().check(z.gte(0), z.lte(5)),
  }),
  disponibilidad: EstadoActual,
})
export type PanelMaestro = z.infer<typeof PanelMaestro>

export const panelMaestro = contract({
  name: 'panel-maestro',
  method: 'GET',
  input: z.object({}),
  output: PanelMaestro,
  callers: 'maestro',
  errors: ['NOT_FOUND'],
})
