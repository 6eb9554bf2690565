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
