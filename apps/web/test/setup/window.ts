// Loaded before there is a window, because it then looks for the scripts of the page.
import '#lib/device/load-code.ts'

/** The auth client uses localStorage only where there is a window. Tests of a stored session import this file. */
Object.assign(globalThis, { window: globalThis })
