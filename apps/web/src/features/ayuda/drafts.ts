import * as z from 'zod/mini'
import { newId } from '#lib/new-id.ts'
import { personalStore } from '#lib/personal-store.ts'

/** What a person has typed and not sent. A field that is null was not touched, and shows what the account has. */
const Draft = z.object({
  nombre: z.nullable(z.string()),
  correo: z.nullable(z.string()),
  mensaje: z.string(),
  /** The last attempt to send: its contents as text, and the id that it was sent with. */
  attempt: z.nullable(z.object({ contents: z.string(), id: z.string() })),
})
export type Draft = z.infer<typeof Draft>

export const UNTOUCHED: Draft = { nombre: null, correo: null, mensaje: '', attempt: null }
/** After a ticket was sent all fields are empty, until the screen is opened again. */
export const SENT: Draft = { nombre: '', correo: '', mensaje: '', attempt: null }

const store = personalStore('ayuda', Draft, UNTOUCHED)

export const readDraft = (userId: string): Draft => store.read(userId)
export const keepDraft = (userId: string, draft: Draft) => store.write(userId, draft)

/**
 * The id to send these contents with. The same contents get the same id, so that a ticket whose answer was lost is written
 * once, also after a reload. Changed contents are another ticket.
 */
export function attemptFor({ attempt }: Draft, contents: unknown): NonNullable<Draft['attempt']> {
  const text = JSON.stringify(contents)
  return attempt?.contents === text ? attempt : { contents: text, id: newId() }
}
