export const KINDS: readonly { name: string; files: RegExp; budget: number }[]
export function kindOf(path: string): string | undefined
