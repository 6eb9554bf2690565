import postgres from 'postgres'
import { invalidInput, unavailable } from '../../errors.ts'

/** A rule of the database that the person can mend, such as an object of somebody else: its sentence is for them. */
const REFUSED = 'PT422'
/** The statement took longer than DATABASE_STATEMENT_MS. Nothing of it was written, so the call can be repeated. */
const TOO_SLOW = '57014'

export async function withRefusals<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    if (error.code === REFUSED) throw invalidInput(error.message)
    throw error.code === TOO_SLOW ? unavailable(1) : error
  }
}

/** JavaScript accepts half of a surrogate pair and NUL in a text; jsonb does not. */
export function storable<T>(value: T): T
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '')
  if (Array.isArray(value)) return value.map((one) => storable(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, storable(one)]))
}
