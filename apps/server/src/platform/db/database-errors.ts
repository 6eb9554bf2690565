import postgres from 'postgres'
import { isCoded } from '../error-code.ts'
import { Overloaded } from '../limits/overloaded.ts'

/** Codes of the driver and of the operating system. A pool that this server has closed itself is a fault and not here. */
const LOST = /^(CONNECTION_(CLOSED|DESTROYED)|CONNECT_TIMEOUT|ECONN\w+|EPIPE|ETIMEDOUT)$/
/** PostgreSQL stops (57P01), has crashed (57P02) or is not ready yet (57P03). */
const STOPPED = /^57P0[123]$/
/** PostgreSQL has no disk (53100), memory (53200) or connection (53300) left. */
const EXHAUSTED = /^53\d{3}$/

/**
 * Whether an error says that the database cannot be reached, went away while a statement ran, or had nothing left to run it with.
 * Often nobody knows then whether the statement was committed. The call may be repeated later, so it is answered with 503.
 */
export function isDatabaseLost(error: unknown): boolean {
  if (!isCoded(error)) return false
  // The connection to a client that has left.
  if ('statusCode' in error) return false
  // The socket of a stopped database. A missing file has the same code.
  if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return [LOST, STOPPED, EXHAUSTED].some((codes) => codes.test(error.code))
}

/** PostgreSQL ended the transaction because of another one: a deadlock or a serialization failure. Nothing was written. */
export const isConflict = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && (error.code === '40P01' || error.code === '40001')

/** PostgreSQL cancelled the statement because it took longer than DATABASE_STATEMENT_MS. Nothing of it was written. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === '57014'

const RETRY_SECONDS = 1

/**
 * Seconds after which a caller may repeat a call that failed for a short while: there was no free place, the database was
 * lost or too slow, or another transaction was in conflict. Every surface answers such an error with 503 and `Retry-After`, except
 * the data surface to a slow statement, because there the caller's request can be the reason.
 */
export function retryAfterOf(error: unknown): number | undefined {
  if (error instanceof Overloaded) return error.retryAfter
  return isDatabaseLost(error) || isConflict(error) || isTooSlow(error) ? RETRY_SECONDS : undefined
}

/** The tables of accounts and sessions, as the detail of the error names them. */
const ACCOUNT_OR_SESSION = /"(users|sessions)"/

/**
 * Whether a row could not be written because it refers to an account or a session that is gone. Callers are checked first, so theirs was
 * deleted between the check and the write: by a sign-out, a suspension or the erasure of the account.
 */
export const isCallerDeleted = (error: postgres.PostgresError): boolean =>
  error.code === '23503' && ACCOUNT_OR_SESSION.test(error.detail ?? '')
