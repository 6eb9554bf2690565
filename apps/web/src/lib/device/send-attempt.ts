import * as z from 'zod/mini'
import { newId } from './new-id.ts'

/** An attempt to send something: its contents as text, and the id that it was sent with. */
export const Attempt = z.object({ contents: z.string(), id: z.string() })
export type Attempt = z.infer<typeof Attempt>

/**
 * The attempt to send these contents. The same contents get the id of the last attempt, so that what was written although
 * its answer was lost is written once. Changed contents get another id: under the same one the server would ignore them.
 */
export function nextAttempt(last: Attempt | null, contents: unknown): Attempt {
  const text = JSON.stringify(contents)
  return last?.contents === text ? last : { contents: text, id: newId() }
}
