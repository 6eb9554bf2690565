/**
 * Who may see which screen, and where everyone else is redirected (specification, section 4, route guard).
 * Pure functions, so that tests can check every kind of visitor against every kind of screen.
 */

export const ROLES = ['buscador', 'maestro'] as const
export type Role = (typeof ROLES)[number]

export type Visitor =
  | { kind: 'anonymous' }
  | { kind: 'without-role' }
  | { kind: 'buscador' }
  | { kind: 'maestro'; perfilCompleto: boolean }

/**
 * `guest`: sign-in and similar screens, for visitors who are not signed in. `onboarding` is separate, because
 * only an incomplete maestro may see it.
 */
export type Audience = 'guest' | 'buscador' | 'maestro' | 'onboarding' | 'both'

export const HOME: Record<Role, string> = { buscador: '/seleccion-delegacion', maestro: '/dashboard-maestro' }
export const LOGIN: Record<Role, string> = { buscador: '/login', maestro: '/login-maestro' }
/** The page where a reset link is requested, and the page that the link opens. */
export const RECOVER: Record<Role, string> = {
  buscador: '/recuperar-buscador',
  maestro: '/recuperar-maestro',
}
export const RESET: Record<Role, string> = { buscador: '/reset-password', maestro: '/reset-password-maestro' }
export const ONBOARDING = '/onboarding-maestro'

/** Returns the path of the redirect, or null when the visitor may stay. */
export function redirectFor(visitor: Visitor, audience: Audience, path: string): string | null {
  switch (visitor.kind) {
    case 'anonymous':
      return audience === 'guest' ? null : loginFor(path)
    case 'without-role':
      // On a guest screen they stay, because a redirect to /login would loop.
      return audience === 'guest' ? null : LOGIN.buscador
    case 'buscador':
      return audience === 'buscador' || audience === 'both' ? null : HOME.buscador
    case 'maestro':
      return redirectForMaestro(visitor.perfilCompleto, audience)
  }
}

function redirectForMaestro(perfilCompleto: boolean, audience: Audience): string | null {
  if (audience === 'both') return null
  if (!perfilCompleto) return audience === 'onboarding' ? null : ONBOARDING
  return audience === 'maestro' ? null : HOME.maestro
}

function loginFor(path: string): string {
  return path.includes('maestro') ? LOGIN.maestro : LOGIN.buscador
}
