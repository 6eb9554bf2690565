import { pause } from './pause.ts'

/** Not before this time has passed: the screen's own calls and pictures come first. */
const SETTLE_MS = 1000
const LATEST_MS = 5000

/** Resolves when the page has nothing to do, after the screen has settled. */
export const settledAndIdle = () => pause(SETTLE_MS).then(idle)

/** Resolves when the page has nothing to do. Safari has no requestIdleCallback. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: LATEST_MS })
    else setTimeout(resolve, SETTLE_MS)
  })

declare global {
  interface Navigator {
    /** Chromium only. */
    connection?: { saveData?: boolean; effectiveType?: string }
  }
}

/** Whether nothing should be downloaded that may not be needed. */
export const savesData = (): boolean =>
  navigator.connection?.saveData === true || /2g/.test(navigator.connection?.effectiveType ?? '')
