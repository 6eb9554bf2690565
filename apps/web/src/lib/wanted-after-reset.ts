import { ENLACE_DE_RECUPERACION_MIN } from '@maestros/dominio/limites'
import { hasStrings } from './has-strings.ts'
import { readText, removeText, writeText } from './stored-text.ts'

/**
 * The page that a visitor wanted who requests a recovery e-mail (docs/decisions/060). The link of the e-mail opens another tab, which
 * has no navigation state, so the page is in localStorage: for the person of this address and as long as the link works.
 */
const KEY = 'maestros-tras-recuperar'

/** Replaces the page of an earlier request. */
export function keepWantedPath(email: string, volver: string | undefined) {
  if (volver === undefined) return removeText(KEY)
  const hasta = new Date(Date.now() + ENLACE_DE_RECUPERACION_MIN * 60_000).toISOString()
  writeText(KEY, JSON.stringify({ email: email.toLowerCase(), volver, hasta }))
}

/** The page that the person of this address wanted, once. */
export function takeWantedPath(email: string): string | undefined {
  const kept = parsed(readText(KEY))
  removeText(KEY)
  if (!hasStrings(kept, 'email', 'volver', 'hasta')) return undefined
  return kept.email === email.toLowerCase() && new Date() < new Date(kept.hasta) ? kept.volver : undefined
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
