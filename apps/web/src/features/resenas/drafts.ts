import * as z from 'zod/mini'
import { personalStore } from '#lib/personal-store.ts'

/** What a seeker has typed and not saved, by maestro. Photos are here once they are uploaded. */
export const Draft = z.object({
  puntuacion: z.nullable(z.number()),
  comentario: z.string(),
  trabajo_realizado: z.nullable(z.boolean()),
  fotos: z.array(z.string()),
})
export type Draft = z.infer<typeof Draft>

const store = personalStore('resenas', z.record(z.string(), Draft), {})

export const readDraft = (userId: string, maestroId: string): Draft | undefined =>
  store.read(userId)[maestroId]

export function keepDraft(userId: string, maestroId: string, draft: Draft | null) {
  const { [maestroId]: _, ...others } = store.read(userId)
  store.write(userId, draft === null ? others : { ...others, [maestroId]: draft })
}

/** What a maestro has typed as an answer and not published, by review. */
const answers = personalStore('respuestas', z.record(z.string(), z.string()), {})

export const readAnswer = (userId: string, resenaId: string): string => answers.read(userId)[resenaId] ?? ''

/** An empty text removes the draft. */
export function keepAnswer(userId: string, resenaId: string, text: string) {
  const { [resenaId]: _, ...others } = answers.read(userId)
  answers.write(userId, text === '' ? others : { ...others, [resenaId]: text })
}
