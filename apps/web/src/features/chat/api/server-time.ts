/** The server's time in its last answer, and performance.now() at that moment, which a change of the device's clock does not move. */
let last: { time: number; at: number } | undefined

/** Reads the time from the headers of an answer. */
export function noteServerTime(headers: Headers) {
  const time = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(time)) last = { time, at: performance.now() }
}

/** The time of the server in milliseconds, as far as it is known: the clock of a device may be wrong by hours. */
export const serverNow = (): number => (last ? last.time + performance.now() - last.at : Date.now())
