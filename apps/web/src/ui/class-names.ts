import { type ClassValue, clsx } from 'clsx'

/**
 * Class names joined. No merging of contradictions (tailwind-merge costs 8 kB on every screen): what a caller
 * adds to a component is about its place and size there, how it looks is a variant of the component.
 */
export const cn = (...inputs: ClassValue[]) => clsx(inputs)
