import * as z from 'zod/mini'
import { Attempt, nextAttempt } from '#lib/device/send-attempt.ts'
import { personalStore } from '#lib/session/personal/personal-store.ts'

/** What a person has typed and not sent. A field that is null was not touched, and shows what the account has. */
const Draft = z.object({
  nombre: z.nullable(z.string()),
  correo: z.nullable(z.string()),
  mensaje: z.string(),
  /** The names of uploaded pictures. */
  imagenes: z.array(z.string()),
  /** The last attempt to send. */
  attempt: z.nullable(Attempt),
})
export type Draft = z.infer<typeof Draft>

export const UNTOUCHED: Draft = { nombre: null, correo: null, mensaje: '', imagenes: [], attempt: null }
/** After a ticket was sent all fields are empty, until the screen is opened again. */
export const SENT: Draft = { nombre: '', correo: '', mensaje: '', imagenes: [], attempt: null }

const store = personalStore('ayuda', Draft, UNTOUCHED)

export const readDraft = (userId: string): Draft => store.read(userId)
export const keepDraft = (userId: string, draft: Draft) => store.write(userId, draft)

/** The id to send these contents with. It is kept also after a reload. Changed contents are another ticket. */
export const attemptFor = ({ attempt }: Draft, contents: unknown): Attempt => nextAttempt(attempt, contents)
