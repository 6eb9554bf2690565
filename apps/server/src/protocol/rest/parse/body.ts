import { isDeeperThan, JSON_DEPTH } from '../../../platform/limits/json-depth.ts'
import { invalidBody, RestError } from '../errors.ts'
import { MAX_BODY_KEYS, MAX_BODY_ROWS } from '../limits.ts'

/**
 * Rows to write: the caller's original JSON text (so that numbers keep every digit) and the keys of its
 * objects.
 */
export interface Payload {
  json: string
  keys: string[]
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function bodyText(body: unknown): string {
  if (!Buffer.isBuffer(body)) return ''
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8"')
  }
  if (text.includes('\0')) throw invalidBody('Empty or invalid json')
  return text
}

/**
 * `uniform` requires that all rows have the same keys. It is needed when no `columns` parameter names them.
 */
export function parseRows(text: string, uniform: boolean): Payload {
  const value = parseJson(text)
  if (isObject(value)) return { json: `[${text}]`, keys: keysOf(value) }
  // Any other JSON value counts as no rows, as in PostgREST.
  if (!Array.isArray(value)) return { json: '[]', keys: [] }
  if (value.length > MAX_BODY_ROWS) {
    throw new RestError(413, 'PGRST102', `At most ${MAX_BODY_ROWS} rows may be written at once`)
  }
  const keys = isObject(value[0]) ? keysOf(value[0]) : []
  const known = new Set(keys)
  const same = (row: unknown) => isObject(row) && (!uniform || sameKeys(keysOf(row), known))
  if (!value.every(same)) throw invalidBody('All object keys must match')
  return { json: text, keys }
}

/** The arguments of a function. An empty body means no arguments. */
export function parseArguments(text: string): Payload {
  if (text.trim() === '') return { json: '{}', keys: [] }
  const value = parseJson(text)
  if (!isObject(value)) throw invalidBody('The arguments of a function must be a JSON object')
  return { json: text, keys: keysOf(value) }
}

function keysOf(row: Record<string, unknown>): string[] {
  const keys = Object.keys(row)
  if (keys.length > MAX_BODY_KEYS) throw invalidBody(`An object may have at most ${MAX_BODY_KEYS} keys`)
  return keys
}

function parseJson(text: string): unknown {
  if (isDeeperThan(text)) throw invalidBody(`JSON may be nested at most ${JSON_DEPTH} levels deep`)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sameKeys = (keys: string[], known: Set<string>) =>
  keys.length === known.size && keys.every((key) => known.has(key))
