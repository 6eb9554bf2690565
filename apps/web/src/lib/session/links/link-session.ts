import type { Tokens } from '../../client/stored-session.ts'
import { hasStrings } from '../../device/has-strings.ts'

/**
 * The tokens of a session that arrives in the address of the page. Anybody can write such a link with the tokens of an own account, so
 * the auth client does not read the address. open-link.ts decides what happens with them (docs/decisions/acceso.md).
 */

/** The reset screens use the session of their link without storing it (recovery.ts). */
export const isResetScreen = () => location.pathname.startsWith('/reset-password')

/** Where the tokens are until the answer: the state of the history entry. It survives a reload, and other tabs cannot read it. */
const KEPT = 'enlace'

/** Removes the tokens from the address and returns them, also those of an earlier load of this page that still wait for the answer. */
export function takeLink(): Tokens | null {
  // The whole address: a path that begins with two slashes would name another site.
  const page = new URL(location.href)
  const inQuery = tokensIn(page.search)
  const found = tokensIn(page.hash) ?? inQuery
  page.hash = ''
  if (inQuery) page.search = ''
  if (found) keepLink(found, page.href)
  return keptLink()
}

/** In the hash as our e-mails send them, or in the query (specification, section 4). */
const tokensIn = (part: string): Tokens | null =>
  tokensOf(Object.fromEntries(new URLSearchParams(part.slice(1))))

const tokensOf = (value: unknown): Tokens | null =>
  hasStrings(value, 'access_token', 'refresh_token')
    ? { access_token: value.access_token, refresh_token: value.refresh_token }
    : null

export const keepLink = (tokens: Tokens, address: string) =>
  history.replaceState({ ...history.state, [KEPT]: tokens }, '', address)

export const keptLink = (): Tokens | null => tokensOf(Reflect.get(Object(history.state), KEPT))

export function forgetLink() {
  const { [KEPT]: _, ...state } = Object(history.state)
  history.replaceState(state, '')
}

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
