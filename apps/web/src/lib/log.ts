/** Logs a failure that the specification wants in the console only. */
export function logFailure(what: string, cause: unknown) {
  // biome-ignore lint/suspicious/noConsole: section 8 asks for these failures in the console, and nowhere else
  console.error(what, cause)
}
