import { HOME, ONBOARDING, type Role } from '@maestros/dominio/acceso/roles'
import { useLocation } from 'react-router'
import { hasStrings } from '../device/has-strings.ts'
import { namedChoice } from '../device/search-choice.ts'
import type { Anonymous } from './session-state.ts'

/**
 * The page that a visitor wanted when the guard redirected to the sign-in (docs/decisions/acceso.md). It is in the navigation state:
 * that survives a reload, and no link from outside can set it. Links of the public search pages name a borough and a trade in the
 * address instead: then it is the page of these results.
 */
export function useWantedPath(): string | undefined {
  const { state, search } = useLocation()
  return hasStrings(state, 'volver') && isOwnPath(state.volver) ? state.volver : resultsPath(search)
}

function resultsPath(search: string): string | undefined {
  const choice = namedChoice(new URLSearchParams(search))
  return choice ? `/resultados?${new URLSearchParams(choice)}` : undefined
}

/**
 * The page that the link of the confirmation e-mail leads to. It has no hash, because the server adds one with the session.
 */
export function useConfirmationPath(role: Role): string {
  return useWantedPath()?.split('#')[0] ?? HOME[role]
}

const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path)

/**
 * The page to return to after the sign-in, for a visitor who was redirected. None for a person who has signed out or
 * closed the account: on a shared phone the next sign-in may be somebody else's. The start page and the onboarding are left out:
 * each role's home leads there. A hash that names a part of the page stays.
 */
export function wantedPath(session: Anonymous, { pathname, search, hash }: Location): string | undefined {
  const isReturnedTo = pathname !== '/' && pathname !== ONBOARDING
  const part = /^#[a-z-]+$/.test(hash) ? hash : ''
  return (session.arrived || session.ended) && isReturnedTo ? pathname + search + part : undefined
}

type Location = { pathname: string; search: string; hash: string }
