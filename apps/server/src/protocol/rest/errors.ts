import postgres from 'postgres'
import { type Caller, CallerError } from '../../platform/caller.ts'
import { isDatabaseLost, retryAfterOf } from '../../platform/db/database-errors.ts'
import { Overloaded } from '../../platform/limits/overloaded.ts'
import { MAX_ANSWER_BYTES } from './limits.ts'

/** An error answer of the data surface, with the codes and texts of PostgREST. */
export class RestError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string | undefined,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }

  body(): Record<string, unknown> {
    // In Supabase a gateway in front of PostgREST checks the keys, and its answer has no code.
    return this.code === undefined
      ? { message: this.message, hint: this.hint }
      : { code: this.code, message: this.message, details: this.details, hint: this.hint }
  }
}

export const SCHEMA = 'public'

export const invalidBody = (message: string) => new RestError(400, 'PGRST102', message)

export const invalidRange = (details: string) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details })

export const invalidSchema = (name: string) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${name}`, {
    hint: `Only the following schemas are exposed: ${SCHEMA}`,
  })

export const noMediaType = (accept: string) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${accept}`)

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })

export const notSingular = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export const unsupportedMethod = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)

export const unsupportedRpcMethod = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)

export const orderNotToOne = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })

export const unacceptableFilter = (name: string) =>
  new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })

export const invalidPreferences = (names: string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${names.join(', ')}`,
  })

export const noAggregates = () => new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')

export const tooManyAffected = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })

/** PostgREST's answer for syntax that it knows but does not offer. */
export const notImplemented = (details: string) =>
  new RestError(400, 'PGRST127', 'Feature not implemented', { details })

export const maxAffectedNeedsRows = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )

export const answerTooLarge = () =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: `The answer would have more than ${MAX_ANSWER_BYTES} bytes.`,
    hint: 'Ask for fewer rows (limit) or fewer columns (select).',
  })

export const noRight = (table: string, caller: Caller) => {
  const status = statusOf('42501', caller)
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return new RestError(status, '42501', `permission denied for table ${table}`, { headers })
}

export const invalidPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL')

export const noColumn = (table: string, column: string) =>
  new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`)

export const noTable = (table: string, like: string | undefined) =>
  new RestError(404, 'PGRST205', `Could not find the table '${SCHEMA}.${table}' in the schema cache`, {
    hint: like === undefined ? null : `Perhaps you meant the table '${SCHEMA}.${like}'`,
  })

/** PostgreSQL's own error for a missing column, raised here before the statement is sent. */
export const undefinedColumn = (table: string, column: string) =>
  new RestError(400, '42703', `column ${table}.${column} does not exist`)

export const undefinedType = (name: string) => new RestError(400, '42704', `type "${name}" does not exist`)

function fromCallerError(error: CallerError): RestError {
  switch (error.problem) {
    case 'no_api_key':
      return new RestError(401, undefined, 'No API key found in request', {
        hint: 'No `apikey` request header or url param was found.',
      })
    case 'invalid_api_key':
      return new RestError(401, undefined, 'Invalid API key', {
        hint: 'Double check your Supabase `anon` or `service_role` API key.',
      })
    case 'expired_jwt':
      return jwtError('PGRST303', 'JWT expired')
    case 'invalid_jwt':
      return jwtError(
        'PGRST301',
        'No suitable key or wrong key type',
        'None of the keys was able to decode the JWT',
      )
    case 'no_bearer':
      return new RestError(401, 'PGRST302', 'Anonymous access is disabled', {
        headers: { 'www-authenticate': 'Bearer' },
      })
  }
}

function jwtError(code: string, message: string, details: string | null = null): RestError {
  const challenge = `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`
  return new RestError(401, code, message, { details, headers: { 'www-authenticate': challenge } })
}

/** HTTP status of single SQLSTATEs, then of classes (their first two characters); 400 for all others. */
const STATUS: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
  P0002: 400,
  P0003: 400,
  // PostgREST answers 500 to these. A request alone can cause them, so they are 4xx here.
  '21000': 400,
  '57014': 408,
}
const CLASS_STATUS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 503,
  '53': 503,
  '54': 400,
  '55': 503,
  '57': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

const retryHeaders = (error: unknown): Record<string, string> => {
  const retryAfter = retryAfterOf(error)
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}

function fromDatabase(error: postgres.PostgresError, caller: Caller): RestError {
  const { code, message } = error
  if (code === 'PT401') return jwtError('PGRST301', message)
  const status = statusOf(code, caller)
  return new RestError(status, code, message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : retryHeaders(error),
  })
}

function statusOf(code: string, caller: Caller): number {
  if (code === '42501') return caller.role === 'anon' ? 401 : 403
  // Our SQL functions choose an HTTP status by raising PTxyz.
  const chosen = /^PT([2-5]\d\d)$/.exec(code)?.[1]
  if (chosen) return Number(chosen)
  return STATUS[code] ?? CLASS_STATUS[code.slice(0, 2)] ?? 400
}

/** Converts any error into the answer. */
export function toRestError(error: unknown, caller: Caller): RestError {
  if (error instanceof RestError) return error
  if (error instanceof CallerError) return fromCallerError(error)
  const headers = retryHeaders(error)
  // Asked before other errors of PostgreSQL: the SQLSTATE of a database that stops says nothing to a caller.
  if (isDatabaseLost(error)) return new RestError(503, 'PGRST000', 'Database connection error.', { headers })
  if (error instanceof postgres.PostgresError) return fromDatabase(error, caller)
  if (error instanceof Overloaded) {
    return new RestError(503, 'PGRST003', 'Timed out acquiring connection from connection pool.', { headers })
  }
  const statusCode = statusCodeOf(error)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new RestError(statusCode, 'PGRST102', error instanceof Error ? error.message : 'Invalid request')
  }
  return new RestError(500, 'PGRSTX00', 'Internal server error')
}

const statusCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
