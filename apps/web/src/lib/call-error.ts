/** What a failed call leaves: a status to decide by, and a message for the log. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  constructor(message: string, status: number, code = '') {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
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

export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500 || error.status === 429
}
