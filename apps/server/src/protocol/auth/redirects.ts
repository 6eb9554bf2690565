import { RESET, ROLES, type Role } from '@maestros/dominio/acceso/roles'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/settings/config.ts'

/** The links in e-mails may redirect only to our own pages. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * What the official client reads from an address. It prefers the query to the hash, so that tokens in the query of a requested
 * page would replace the session of our own link.
 */
const READ_BY_CLIENT = new Set([
  'access_token',
  'refresh_token',
  'provider_token',
  'provider_refresh_token',
  'expires_in',
  'expires_at',
  'token_type',
  'type',
  'code',
  'error',
  'error_code',
  'error_description',
])

export function allowedRedirect(
  config: Pick<Config, 'siteUrl' | 'production'>,
  requested: string | undefined,
): string {
  const url = requested === undefined ? null : URL.parse(requested)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return config.siteUrl
  }
  const own = url.origin === new URL(config.siteUrl).origin
  if (!own && (config.production || !LOOPBACK.test(url.hostname))) return config.siteUrl
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) {
    if (READ_BY_CLIENT.has(name.toLowerCase())) url.searchParams.delete(name)
  }
  return url.href
}

/**
 * The page that a recovery link opens: a reset page, or the one of the account's role. Anybody can request the e-mail of
 * another person, whose link must not lead to a page that ignores it. A client that uses PKCE may keep its state in the query.
 */
export function resetRedirect(
  config: Pick<Config, 'siteUrl' | 'production'>,
  requested: string | undefined,
  role: Role,
  keepsQuery: boolean,
): string {
  const url = URL.parse(allowedRedirect(config, requested))
  if (url === null || roleOfResetPage(url.href) === undefined) return config.siteUrl + RESET[role]
  if (!keepsQuery) url.search = ''
  return url.href
}

/**
 * The person gets a link that works, so the answer says nothing; only the developer of another page can mend the setting. Without
 * the query, which may contain tokens.
 */
export function warnOfRedirect(log: FastifyBaseLogger, requested: string | undefined, used: string): void {
  if (!requested || placeOf(requested) === placeOf(used)) return
  log.warn(
    { requested: placeOf(requested), used: placeOf(used) },
    'the redirect of an e-mail is not allowed, so its link leads to another page: docs/operations.md says which are allowed',
  )
}

const PLACE_CHARS = 200
const placeOf = (address: string) => {
  const url = URL.parse(address)
  return (url === null ? address.split('?')[0] : url.origin + url.pathname)?.slice(0, PLACE_CHARS)
}

/** Tokens and errors are sent in the hash, which browsers do not send to servers. */
export function withHash(address: string, values: Record<string, string>): string {
  return `${address}#${new URLSearchParams(values)}`
}

/** The address with additional query parameters, as PKCE sends its code. */
export function withParameters(address: string, values: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/**
 * The role of the page that requested the reset. The server knows it from the address of the reset screen.
 */
export function roleOfResetPage(redirectTo: string | undefined): Role | undefined {
  const path = redirectTo === undefined ? undefined : URL.parse(redirectTo)?.pathname.replace(/\/$/, '')
  // The specification gives seekers a second address of the same screen.
  if (path === '/reset-password-buscador') return 'buscador'
  return ROLES.find((role) => RESET[role] === path)
}

export function withQuery(address: string, values: Record<string, string>): string {
  return `${address}?${new URLSearchParams(values)}`
}
