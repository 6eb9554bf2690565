import { ONBOARDING } from '@maestros/dominio/acceso'
import type { Client } from './client-type.ts'
import { hasStrings } from './has-strings.ts'
import { storedSession, type Tokens } from './stored-session.ts'

/**
 * Sessions in the address of the page. Anybody can write such a link with the tokens of an own account, so it is not accepted
 * where documents are uploaded, and never in place of another person's session without a question (decision 061).
 */

/** Links of e-mails lead to the wanted page of the visitor (wanted-path.ts), but never to the onboarding. */
const isPathOfEmails = (path: string) => routeOf(path) !== ONBOARDING

/** The router finds a screen by other spellings of its path too: capitals, escaped letters and more slashes. */
function routeOf(path: string): string {
  try {
    return `/${decodeURIComponent(path).toLowerCase().split('/').filter(Boolean).join('/')}`
  } catch {
    // No screen has such a path.
    return path
  }
}

/** Whether the client may store the session of this address by itself. Errors in the address store nothing. */
export function mayOpenSession(url: URL, { access_token, error, error_code, error_description }: Params) {
  if (!access_token) return Boolean(error || error_code || error_description)
  return isPathOfEmails(url.pathname) && !isForeign(access_token) && !namesTwoSessions(url)
}

/** Our links have tokens in the hash. Others in the query of the same link were added by somebody, and the client would take them. */
const namesTwoSessions = ({ hash, search }: Pick<URL, 'hash' | 'search'>) =>
  tokensIn(hash) !== null && tokensIn(search) !== null

type Params = Record<string, string | undefined>

/**
 * Removes tokens from the address that may not be used without a question. Returns them if the person must be asked: they
 * are of somebody else than the signed-in person.
 */
export function takeForeignTokens(): Tokens | null {
  const tokens = tokensInAddress()
  if (!tokens) return null
  const { pathname, search, hash } = location
  const asked = isPathOfEmails(pathname) && !namesTwoSessions(location)
  if (asked && !isForeign(tokens.access_token)) return null
  const isOnlyInHash = tokensIn(hash) !== null && tokensIn(search) === null
  history.replaceState(history.state, '', isOnlyInHash ? pathname + search : pathname)
  return asked ? tokens : null
}

/** In the hash as our e-mails send them, or in the query (specification, section 4). */
export const tokensInAddress = (): Tokens | null => tokensIn(location.hash) ?? tokensIn(location.search)

function tokensIn(part: string): Tokens | null {
  const params = new URLSearchParams(part.slice(1))
  const access_token = params.get('access_token')
  const refresh_token = params.get('refresh_token')
  return access_token && refresh_token ? { access_token, refresh_token } : null
}

/**
 * Stores the session of a link, and returns the error if the server refuses it. The token is first checked with a client that
 * stores nothing: when the server answers that its session has ended, a client removes the session that it has stored. Without the
 * check, an expired token that names the signed-in person could also bring the session of somebody else.
 */
export async function storeLinkSession(client: Client, tokens: Tokens): Promise<Error | null> {
  const checked = await client.unstoredAuth().getUser(tokens.access_token)
  return checked.error ?? (await client.auth.setSession(tokens)).error
}

/** Whether a session is stored and the token names another person. The server checks the token itself. */
function isForeign(accessToken: string): boolean {
  const stored = storedSession()
  return stored !== null && subjectOf(accessToken) !== stored.userId
}

function subjectOf(accessToken: string): string | null {
  const claims = claimsOf(accessToken)
  return hasStrings(claims, 'sub') ? claims.sub : null
}

/** Whether the session of this token was opened for an account that was being closed, and has kept it. */
export function hasKeptAccount(accessToken: string): boolean {
  const claims = claimsOf(accessToken)
  if (typeof claims !== 'object' || claims === null || !('app_metadata' in claims)) return false
  const { app_metadata: metadata } = claims
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    'cuenta_conservada' in metadata &&
    metadata.cuenta_conservada === true
  )
}

/** Without a check of the signature: the server checks the token itself. */
function claimsOf(accessToken: string): unknown {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}
