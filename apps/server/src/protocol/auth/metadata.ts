import { ROLES } from '@maestros/dominio/acceso/roles'
import { z } from 'zod'
import { unprocessable } from './errors.ts'
import { describe } from './input.ts'

/**
 * The user metadata of a sign-up. The database copies the known keys to the profile once, so they are
 * validated here. Other keys are stored unchanged, up to a size that fits into a token.
 */

const MAX_BYTES = 8192
const NAME_CHARS = 100
/** A name, a space and a surname. */
const DISPLAY_NAME_CHARS = 2 * NAME_CHARS + 1
/** Offsets and years that both PostgreSQL and JavaScript can parse. */
const MOMENT = /^(?:19|20)\d\d-[0-9T:.-]{5,24}(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

const Moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'must be an ISO 8601 date' })
  .refine((text) => MOMENT.test(text), { error: 'must be an ISO 8601 date' })

const Metadata = z.looseObject({
  role: z.enum(ROLES, { error: `must be ${ROLES.join(' or ')}` }).nullish(),
  nombre: z.string().trim().normalize('NFC').max(NAME_CHARS).nullish(),
  apellido: z.string().trim().normalize('NFC').max(NAME_CHARS).nullish(),
  display_name: z.string().trim().normalize('NFC').max(DISPLAY_NAME_CHARS).nullish(),
  terminos_aceptados: z.boolean().nullish(),
  fecha_aceptacion: Moment.nullish(),
})

export type Metadata = z.output<typeof Metadata>

/** Half of a surrogate pair. JSON can contain it, but PostgreSQL cannot store it. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i

/** More than any form of ours needs. Signing a token and copying the metadata are recursive. */
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

/** The text that is stored in the database. */
export function metadataText(metadata: Metadata): string {
  const text = JSON.stringify(metadata)
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw unprocessable(`Invalid user metadata: must not exceed ${MAX_BYTES} bytes`)
  }
  if (LONE_SURROGATE.test(text)) throw unprocessable('Invalid user metadata: must be valid Unicode text')
  return text
}

/** Merges as Supabase does: a null removes its key, and keys that are not named stay. */
export function mergeMetadata(current: Record<string, unknown>, data: Metadata): Metadata {
  if (data.role !== undefined && data.role !== current.role) {
    throw unprocessable('Invalid user metadata: role cannot be changed')
  }
  const merged = Object.entries({ ...current, ...data }).filter(([, value]) => value !== null)
  return parseMetadata(Object.fromEntries(merged))
}
