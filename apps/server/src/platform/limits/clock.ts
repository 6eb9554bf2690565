/** Milliseconds of a clock that never goes back. A limit by the time of day would block everybody when that time is set back. */
export const elapsedMs = (): number => performance.now()
