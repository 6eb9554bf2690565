import { MOTIVOS_DE_REPORTE } from '@maestros/dominio/seguridad/reportes'
import * as z from 'zod/mini'
import { Attempt } from '#lib/device/send-attempt.ts'
import { personalRecord } from '#lib/session/personal/personal-record.ts'

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

const drafts = personalRecord('reportes', Draft)

export const readDraft = (userId: string, personaId: string): Draft => drafts.read(userId, personaId) ?? EMPTY
export const keepDraft = drafts.keep
