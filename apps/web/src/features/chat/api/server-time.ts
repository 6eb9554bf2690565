/** The last time that the server told, and when that was on the clock of the page, which nobody can change. */
let told: { time: number; at: number } | undefined

/** Reads the time from the headers of an answer. */
export function noteServerTime(headers: Headers) {
  const time = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(time)) told = { time, at: performance.now() }
}

/** The time of the server in milliseconds, as far as it is known: the clock of a device may be wrong by hours. */
export const serverNow = (): number => (told ? told.time + performance.now() - told.at : Date.now())
