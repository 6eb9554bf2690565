import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the product and who may see it. A screen that is still to come says so. */
const soon = (path: string) => route(path, 'screens/coming-soon.tsx', { id: `soon:${path}` })

export default [
  layout('layouts/guest.tsx', [
    route('login', 'screens/login.tsx'),
    route('login-maestro', 'screens/login-maestro.tsx'),
    soon('registro'),
    soon('registro-maestro'),
    soon('recuperar-buscador'),
    soon('recuperar-maestro'),
  ]),
  layout('layouts/seeker.tsx', [
    index('screens/alcaldia.tsx', { id: 'inicio' }),
    route('seleccion-delegacion', 'screens/alcaldia.tsx', { id: 'seleccion-delegacion' }),
    route('seleccion-oficio', 'screens/oficio.tsx'),
    soon('resultados'),
    soon('perfil/:id'),
    soon('perfil-maestro/:id'),
    soon('chats'),
    soon('chats/:id'),
  ]),
  layout('layouts/onboarding.tsx', [soon('onboarding-maestro')]),
  layout('layouts/maestro.tsx', [
    soon('dashboard-maestro'),
    soon('chat-maestro'),
    soon('chat-maestro/:id'),
    soon('perfil-maestro'),
  ]),
  layout('layouts/member.tsx', [soon('ayuda')]),
  route('*', 'screens/not-found.tsx'),
] satisfies RouteConfig
