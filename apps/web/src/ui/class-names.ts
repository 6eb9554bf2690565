import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. It does not resolve conflicts, because tailwind-merge costs 8 kB on every screen: callers add
 * classes for position and size only, and the look of a component is one of its variants.
 */
export const cn = (...inputs: ClassValue[]) => clsx(inputs)
