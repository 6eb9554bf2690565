import type { Role } from '@maestros/dominio/acceso'
import type { Config } from '../config.ts'

/** Where links in letters may lead: nowhere but to our own pages. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export function allowedRedirect(
  config: Pick<Config, 'siteUrl' | 'production'>,
  asked: string | undefined,
): string {
  const url = asked === undefined ? null : URL.parse(asked)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return config.siteUrl
  }
  const own = url.origin === new URL(config.siteUrl).origin
  if (!own && (config.production || !LOOPBACK.test(url.hostname))) return config.siteUrl
  url.hash = ''
  return url.href
}

/** Tokens and errors travel in the hash, which browsers keep to themselves. */
export function withHash(address: string, values: Record<string, string>): string {
  return `${address}#${new URLSearchParams(values)}`
}

/** The address with one more query parameter, as PKCE's code travels. */
export function withParameters(address: string, values: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** The page asks for its own role only: its reset screen is how the server knows which. */
export function roleAskedBy(redirectTo: string | undefined): Role | undefined {
  const path = redirectTo === undefined ? undefined : URL.parse(redirectTo)?.pathname.replace(/\/$/, '')
  if (path === '/reset-password-maestro') return 'maestro'
  if (path === '/reset-password' || path === '/reset-password-buscador') return 'buscador'
  return undefined
}

export function withQuery(address: string, values: Record<string, string>): string {
  return `${address}?${new URLSearchParams(values)}`
}
