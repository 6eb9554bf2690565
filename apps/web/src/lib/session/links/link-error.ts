import { isResetScreen } from './link-session.ts'

/**
 * Removes the error of an e-mail link from the address and returns its code; null when there is none. The server adds it
 * to the page that the link was for. The reset screens read theirs themselves.
 */
export function takeLinkError(): string | null {
  if (isResetScreen()) return null
  const hash = new URLSearchParams(location.hash.slice(1))
  const code = hash.get('error_code') ?? hash.get('error')
  if (code !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
