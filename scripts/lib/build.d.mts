export function ensureBuilt(only?: 'web' | 'mail'): Promise<void>
