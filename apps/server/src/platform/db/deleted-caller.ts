import type postgres from 'postgres'

/** The tables of accounts and sessions, as the detail of the error names them. */
const ACCOUNT_OR_SESSION = /"(users|sessions)"/

/**
 * Whether a row could not be written because it refers to an account or a session that is gone. Callers are checked first, so theirs was
 * deleted between the check and the write: by a sign-out, a suspension or the erasure of the account.
 */
export const isCallerDeleted = (error: postgres.PostgresError): boolean =>
  error.code === '23503' && ACCOUNT_OR_SESSION.test(error.detail ?? '')
