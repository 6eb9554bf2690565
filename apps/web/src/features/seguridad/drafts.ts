import { MOTIVOS_DE_REPORTE } from '@maestros/dominio/seguridad'
import * as z from 'zod/mini'
import { Attempt } from '#lib/attempt.ts'
import { personalStore } from '#lib/personal-store.ts'

/** A report that a person has begun and that was not sent, by the reported person. */
const Draft = z.object({
  motivo: z.nullable(z.enum(MOTIVOS_DE_REPORTE)),
  texto: z.string(),
  /** The ids of the chosen messages. */
  mensajes: z.array(z.string()),
  bloquear: z.boolean(),
  attempt: z.nullable(Attempt),
})
export type Draft = z.infer<typeof Draft>

const EMPTY: Draft = { motivo: null, texto: '', mensajes: [], bloquear: false, attempt: null }

const store = personalStore('reportes', z.record(z.string(), Draft), {})

export const readDraft = (userId: string, personaId: string): Draft => store.read(userId)[personaId] ?? EMPTY

export function keepDraft(userId: string, personaId: string, draft: Draft | null) {
  const { [personaId]: _, ...others } = store.read(userId)
  store.write(userId, draft === null ? others : { ...others, [personaId]: draft })
}
