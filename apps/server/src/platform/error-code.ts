/** Errors of Node.js, PostgreSQL and several libraries have a `code`. */
export const isCoded = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** What an error says, also of a value that is no error. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  isCoded(error) && codes.includes(error.code)
