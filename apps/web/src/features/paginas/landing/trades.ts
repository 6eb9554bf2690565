import type { Landing } from '@maestros/dominio/paginas/textos-de-landing'

const FILES = import.meta.glob<Landing>('../../../../../../packages/dominio/src/paginas/landing/*.ts', {
  eager: true,
  import: 'default',
})

/** The texts of each landing page by its address without the slash: the name of its file. */
export const LANDINGS: Record<string, Landing> = Object.fromEntries(
  Object.entries(FILES).map(([path, landing]) => [path.replace(/^.*\/|\.ts$/g, ''), landing]),
)
