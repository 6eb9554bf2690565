/**
 * The server's time in its last answer, and both clocks of the device at that moment. A change of the device's clock does not
 * move performance.now(), which may stand still while the device sleeps.
 */
let last: { time: number; at: number; device: number } | undefined

/** Reads the time from the headers of an answer. */
export function noteServerTime(headers: Headers) {
  const time = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(time)) last = { time, at: performance.now(), device: Date.now() }
}

/** The time of the server in milliseconds, as far as it is known: the clock of a device may be wrong by hours. */
export const serverNow = (): number => (last ? last.time + performance.now() - last.at : Date.now())

/** The same for times that are displayed, which must also be right after the device has slept. */
export const serverDate = (): Date => new Date(Date.now() + (last ? last.time - last.device : 0))
