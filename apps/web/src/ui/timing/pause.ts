export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Ends earlier when the browser reports a network, or by the signal. */
export function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/** The value of the promise, or undefined when it does not settle within this time. */
export function inTime<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
