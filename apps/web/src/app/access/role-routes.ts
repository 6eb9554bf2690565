import type { Role } from '@maestros/dominio/acceso/roles'
import { useMatches } from 'react-router'

/**
 * The screens that exist for each role: one file serves both addresses, and this table says which role an address is
 * for. The path is also the id of the route.
 */
const ROLE_ROUTES = {
  login: 'buscador',
  'login-maestro': 'maestro',
  registro: 'buscador',
  'registro-maestro': 'maestro',
  'recuperar-buscador': 'buscador',
  'recuperar-maestro': 'maestro',
  'reset-password': 'buscador',
  'reset-password-buscador': 'buscador',
  'reset-password-maestro': 'maestro',
  chats: 'buscador',
  'chat-maestro': 'maestro',
  'chats/:id': 'buscador',
  'chat-maestro/:id': 'maestro',
} as const satisfies Record<string, Role>

export type RolePath = keyof typeof ROLE_ROUTES

/** The role of a route, by its id or by its path pattern. */
export function roleOf(route: string | undefined): Role {
  const path = route?.replace(/^\//, '') ?? ''
  if (!isRolePath(path)) throw new Error(`No role is known for the route '${path}': add it to ROLE_ROUTES.`)
  return ROLE_ROUTES[path]
}

const isRolePath = (path: string): path is RolePath => Object.hasOwn(ROLE_ROUTES, path)

/** The role that the screen at this address is for. */
export const useRouteRole = (): Role => roleOf(useMatches().at(-1)?.id)
