import { ENLACE_DE_RECUPERACION_MIN } from '@maestros/dominio/limites'
import { hasStrings } from '../device/has-strings.ts'
import { readText, removeText, writeText } from '../device/stored-text.ts'
import { WANTED_AFTER_RESET } from './personal/personal-data.ts'

/**
 * The page that a visitor wanted who requests a recovery e-mail (docs/decisions/acceso.md). The link of the e-mail opens another tab, which
 * has no navigation state, so the page is in localStorage for as long as the link works, or until the next sign-out. The e-mail
 * address is not: the next person at a shared phone could read it.
 */

/** Replaces the page of an earlier request. */
export function keepWantedPath(volver: string | undefined) {
  if (volver === undefined) return removeText(WANTED_AFTER_RESET)
  const hasta = new Date(Date.now() + ENLACE_DE_RECUPERACION_MIN * 60_000).toISOString()
  writeText(WANTED_AFTER_RESET, JSON.stringify({ volver, hasta }))
}

/** The page that the visitor of the last request wanted, once. */
export function takeWantedPath(): string | undefined {
  const kept = parsed(readText(WANTED_AFTER_RESET))
  removeText(WANTED_AFTER_RESET)
  if (!hasStrings(kept, 'volver', 'hasta')) return undefined
  return new Date() < new Date(kept.hasta) ? kept.volver : undefined
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
