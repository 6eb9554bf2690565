import { CallError } from '#lib/call-error.ts'

/** Whether a function that needs the caller's own profile of a maestro found none. */
export const isWithoutProfile = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'NOT_FOUND'
