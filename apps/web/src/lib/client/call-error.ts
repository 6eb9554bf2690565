/** The error of a failed call: the status decides what to do, the message is for the log. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  /** The seconds of the Retry-After header. */
  readonly retryAfter: number | undefined
  constructor(message: string, status: number, code = '', retryAfter?: number) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** The code of a call that was given up because no answer came in time. A server that answers 408 has another code. */
export const NO_ANSWER = 'no-answer'

const NO_SERVER_BEHIND: readonly number[] = [502, 503, 504]

/** Whether a proxy or the server said that it cannot answer now. */
export const isUnavailable = (status: number): boolean => NO_SERVER_BEHIND.includes(status)

/** The longest pause before another attempt, whatever Retry-After says. */
const RETRY_AFTER_MAX_MS = 60_000

/** The pause that a Retry-After header asks for; undefined without one. */
export const pauseOf = (retryAfter: number | undefined): number | undefined =>
  retryAfter === undefined ? undefined : Math.min(retryAfter * 1000, RETRY_AFTER_MAX_MS)

const TRY_LATER: readonly number[] = [408, 425, 429]

/** Whether an answer says nothing about what was asked: a limit, a timeout, or a server that does not work now. */
export const isTemporary = (status: number): boolean => status >= 500 || TRY_LATER.includes(status)

/**
 * The auth client's error when nothing answered, or a server that does not work now. Its own function for that would load
 * the whole client.
 */
export const isRetryableAuthError = (error: unknown): error is Error & { status?: unknown } =>
  error instanceof Error && error.name === 'AuthRetryableFetchError'

/** Whether a call may reach the server later: nothing answered, or a proxy or the server said that it cannot answer now. */
export function isOutage(error: unknown): boolean {
  // Before a call is sent, a missing network is another kind of error.
  if (!(error instanceof CallError)) return true
  return error.status === 0 || error.code === NO_ANSWER || isUnavailable(error.status)
}

type Answer<T> =
  | { data: T; error: null; status: number }
  | { data: unknown; error: { message: string; code?: string }; status: number }

/** Returns the data of a table call or throws its error. Status 0 means that there was no answer. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.error) throw new CallError(answer.error.message, answer.status, answer.error.code)
  return answer.data
}

/** The code by which the auth service refuses a suspended account. */
export const BANNED = 'user_banned'

/** The codes by which functions and tables refuse a suspended account. */
const SUSPENDED = ['ACCOUNT_SUSPENDED', 'PT403']

export const isSuspension = (error: unknown): boolean =>
  error instanceof CallError && SUSPENDED.includes(error.code)

/** A refusal may also come with 200 (see functions.ts). */
const REFUSED: readonly number[] = [200, 429]

/** The sentence that the server sends with a rate limit: it says when to try again. Null for any other failure. */
export function rateLimitSentence(error: unknown): string | null {
  const limited =
    error instanceof CallError && error.code === 'RATE_LIMITED' && REFUSED.includes(error.status)
  return limited ? error.message : null
}

/** The codes of refusals whose message is a Spanish sentence for the person. PT422 is raised by the database. */
const WITH_SENTENCE = ['INVALID_INPUT', 'PT422', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED']

/** The sentence of the server for a refusal that the person can act on. Null for any other failure, which can be tried again. */
export const refusalSentence = (error: unknown): string | null =>
  error instanceof CallError && WITH_SENTENCE.includes(error.code) ? error.message : null

/**
 * The sentence of the server when a message cannot be sent: too many of them, or a person with whom one cannot write. Null for
 * any other failure, whose text the calling screen has.
 */
export const chatRefusal = (error: unknown): string | null =>
  error instanceof CallError && error.code === 'FORBIDDEN' && error.status === 403
    ? error.message
    : rateLimitSentence(error)

/** Nothing answered: there is no network, or the server cannot be reached. */
export const isUnreachable = (error: unknown): boolean =>
  !navigator.onLine || (error instanceof CallError && (error.status === 0 || error.code === NO_ANSWER))

/** Without a network a retry is pointless: the query is read again when the browser reports one. */
export function isWorthRetrying(error: unknown): boolean {
  if (!navigator.onLine) return false
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500 || error.status === 429
}
