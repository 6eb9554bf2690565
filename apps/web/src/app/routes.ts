import type { ROUTE_GROUPS } from '@maestros/dominio/acceso/roles'
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { LANDING_PAGES } from '../../vite/public-pages.ts'
import type { RolePath } from './access/role-routes.ts'

/** A screen that exists for each role. It reads its role from ROLE_ROUTES by the route's id. */
const forRole = (path: RolePath, screen: string) => route(path, `screens/${screen}.tsx`, { id: path })

/** The screens of a group of ROUTE_GROUPS: the guard reads the group by its route's id. */
const guarded = (group: Exclude<keyof typeof ROUTE_GROUPS, 'guest'>, screens: RouteConfigEntry[]) =>
  layout('access/guard.tsx', { id: group }, screens)

/** Every address of the product, below the layout that decides who may see it. */
export default [
  layout('access/guest.tsx', [
    forRole('login', 'login'),
    forRole('login-maestro', 'login'),
    forRole('registro', 'registro'),
    forRole('registro-maestro', 'registro'),
    forRole('recuperar-buscador', 'recuperar'),
    forRole('recuperar-maestro', 'recuperar'),
  ]),
  guarded('seeker', [
    index('screens/alcaldia.tsx', { id: 'inicio' }),
    route('seleccion-delegacion', 'screens/alcaldia.tsx', { id: 'seleccion-delegacion' }),
    route('seleccion-oficio', 'screens/oficio.tsx'),
    route('resultados', 'screens/resultados.tsx'),
    route('perfil/:id', 'screens/perfil.tsx', { id: 'perfil' }),
    forRole('chats', 'chats'),
    forRole('chats/:id', 'chat'),
  ]),
  guarded('profile-from-chat', [
    route('perfil-maestro/:id', 'screens/perfil.tsx', { id: 'perfil-desde-chat' }),
  ]),
  guarded('onboarding', [route('onboarding-maestro', 'screens/onboarding-maestro.tsx')]),
  guarded('maestro', [
    route('dashboard-maestro', 'screens/dashboard-maestro.tsx'),
    forRole('chat-maestro', 'chats'),
    forRole('chat-maestro/:id', 'chat'),
    route('perfil-maestro', 'screens/perfil-maestro.tsx'),
  ]),
  guarded('member', [
    route('ayuda', 'screens/ayuda.tsx'),
    route('mis-datos', 'screens/mis-datos.tsx'),
    route('avisos', 'screens/avisos.tsx'),
  ]),
  route('operacion/*', 'screens/operacion/operacion.tsx'),
  forRole('reset-password', 'reset-password'),
  forRole('reset-password-buscador', 'reset-password'),
  forRole('reset-password-maestro', 'reset-password'),
  ...LANDING_PAGES.map((name) => route(name, 'screens/landing.tsx', { id: name })),
  route('terminos-y-condiciones', 'screens/terminos.tsx'),
  route('acuerdo-de-privacidad', 'screens/privacidad.tsx'),
  route('maestros/*', 'screens/maestros.tsx'),
  route('auth', 'screens/auth.tsx'),
  route('test-email', 'screens/test-email.tsx'),
  route('continuar', 'screens/continuar.tsx'),
  route('*', 'screens/not-found.tsx'),
] satisfies RouteConfig
