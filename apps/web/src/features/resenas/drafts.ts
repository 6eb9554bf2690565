import * as z from 'zod/mini'
import { personalRecord } from '#lib/session/personal/personal-record.ts'

/** What a seeker has typed and not saved, by maestro. Photos are here once they are uploaded. */
export const Draft = z.object({
  puntuacion: z.nullable(z.number()),
  comentario: z.string(),
  trabajo_realizado: z.nullable(z.boolean()),
  fotos: z.array(z.string()),
})
export type Draft = z.infer<typeof Draft>

export const { read: readDraft, keep: keepDraft } = personalRecord('resenas', Draft)

/** What a maestro has typed as an answer and not published, by review. */
const answers = personalRecord('respuestas', z.string())

export const readAnswer = (userId: string, resenaId: string): string => answers.read(userId, resenaId) ?? ''

/** An empty text removes the draft. */
export const keepAnswer = (userId: string, resenaId: string, text: string) =>
  answers.keep(userId, resenaId, text || null)
