/** A failure that the specification wants logged and not shown. */
export function logFailure(what: string, cause: unknown) {
  // biome-ignore lint/suspicious/noConsole: section 8 asks for these failures in the console, and nowhere else
  console.error(what, cause)
}
