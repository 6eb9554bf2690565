/** What a failed call leaves: a status to decide by, and a message for the log. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  /** Seconds after which the server wants to be called again, when it said so. */
  readonly retryAfter: number | undefined
  constructor(message: string, status: number, code = '', retryAfter?: number) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

type Answer<T> =
  | { data: T; error: null; status: number }
  | { data: unknown; error: { message: string; code?: string }; status: number }

/** The data of a table call, or its error thrown. Status 0 means that nothing answered. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.error) throw new CallError(answer.error.message, answer.status, answer.error.code)
  return answer.data
}

const TOO_MANY = 429

/** The sentence of a refusal because of too many calls: it says when to try again. Null for any other failure. */
export function rateLimitSentence(error: unknown): string | null {
  return error instanceof CallError && error.status === TOO_MANY && error.code === 'RATE_LIMITED'
    ? error.message
    : null
}

export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500 || error.status === 429
}
