import { ROLES } from '@maestros/dominio/acceso'
import { z } from 'zod'
import { unprocessable } from './errors.ts'
import { describe } from './input.ts'

/**
 * What someone says of themselves at sign-up. The database copies the known keys to the profile once, so
 * they are checked here; others are kept as they come, up to a size that a token can carry.
 */

const MAX_BYTES = 8192
const NAME_CHARS = 100
/** A name, a space and a surname. */
const DISPLAY_NAME_CHARS = 2 * NAME_CHARS + 1
/** Offsets and years that PostgreSQL reads as well as JavaScript does. */
const MOMENT = /^(?:19|20)\d\d-[0-9T:.-]{5,24}(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

const Moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'must be an ISO 8601 date' })
  .refine((text) => MOMENT.test(text), { error: 'must be an ISO 8601 date' })

const Metadata = z.looseObject({
  role: z.enum(ROLES, { error: `must be ${ROLES.join(' or ')}` }).nullish(),
  nombre: z.string().trim().max(NAME_CHARS).nullish(),
  apellido: z.string().trim().max(NAME_CHARS).nullish(),
  display_name: z.string().trim().max(DISPLAY_NAME_CHARS).nullish(),
  terminos_aceptados: z.boolean().nullish(),
  fecha_aceptacion: Moment.nullish(),
})

export type Metadata = z.output<typeof Metadata>

/** Half of a surrogate pair, which JSON can spell and PostgreSQL cannot keep. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i

/** Deeper than any form of ours; a signed token and the functions that copy it read recursively. */
const MAX_DEPTH = 16

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => deeperThan(inner, levels - 1))
}

export function parseMetadata(data: unknown): Metadata {
  if (deeperThan(data, MAX_DEPTH))
    throw unprocessable(`Invalid user metadata: nested beyond ${MAX_DEPTH} levels`)
  const parsed = Metadata.safeParse(data ?? {})
  if (!parsed.success) throw unprocessable(`Invalid user metadata: ${describe(parsed.error)}`)
  return parsed.data
}

/** The text that the database keeps. */
export function metadataText(metadata: Metadata): string {
  const text = JSON.stringify(metadata)
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw unprocessable(`Invalid user metadata: must not exceed ${MAX_BYTES} bytes`)
  }
  if (LONE_SURROGATE.test(text)) throw unprocessable('Invalid user metadata: must be valid Unicode text')
  return text
}

/** As the original merges: a null takes its key away, what is not named stays. */
export function mergeMetadata(kept: Record<string, unknown>, data: Metadata): Metadata {
  if (data.role !== undefined && data.role !== kept.role) {
    throw unprocessable('Invalid user metadata: role cannot be changed')
  }
  const merged = Object.entries({ ...kept, ...data }).filter(([, value]) => value !== null)
  return parseMetadata(Object.fromEntries(merged))
}
