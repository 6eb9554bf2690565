/** Logs a failure that the specification wants in the console only. */
export function logFailure(what: string, cause: unknown) {
  // biome-ignore lint/suspicious/noConsole: section 8 asks for these failures in the console, and nowhere else
  console.error(what, cause)
}

/** Logs a failure to find out who is signed in, which the specification wants in the console only. */
export function warnOfFailure(what: string, cause: unknown) {
  // biome-ignore lint/suspicious/noConsole: section 4 asks for these failures in the console, and nowhere else
  console.warn(what, cause)
}
