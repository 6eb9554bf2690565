import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. It does not resolve conflicts, because tailwind-merge costs 8 kB on every screen: callers add
 * classes for position and size only, and the look of a component is one of its variants.
 */
export const cn = (...inputs: ClassValue[]) => clsx(inputs)

/** A link in a sentence. */
export const LINK = 'text-primary underline underline-offset-4'
/** A link on a line of its own, high enough for a finger. */
export const LINK_ALONE = `inline-flex min-h-11 items-center ${LINK}`
