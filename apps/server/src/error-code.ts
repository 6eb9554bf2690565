/** Errors of Node.js, PostgreSQL and several libraries have a `code`. */
export const isCoded = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  isCoded(error) && codes.includes(error.code)
