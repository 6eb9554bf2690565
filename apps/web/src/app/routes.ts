import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the product and who may see it. A screen that is still to come says so. */
const soon = (path: string) => route(path, 'screens/coming-soon.tsx', { id: `soon:${path}` })

export default [
  layout('layouts/guest.tsx', [
    route('login', 'screens/login.tsx'),
    route('login-maestro', 'screens/login-maestro.tsx'),
    route('registro', 'screens/registro.tsx'),
    route('registro-maestro', 'screens/registro-maestro.tsx'),
    route('recuperar-buscador', 'screens/recuperar-buscador.tsx'),
    route('recuperar-maestro', 'screens/recuperar-maestro.tsx'),
  ]),
  layout('layouts/seeker.tsx', [
    index('screens/alcaldia.tsx', { id: 'inicio' }),
    route('seleccion-delegacion', 'screens/alcaldia.tsx', { id: 'seleccion-delegacion' }),
    route('seleccion-oficio', 'screens/oficio.tsx'),
    route('resultados', 'screens/resultados.tsx'),
    route('perfil/:id', 'screens/perfil.tsx', { id: 'perfil' }),
    route('perfil-maestro/:id', 'screens/perfil.tsx', { id: 'perfil-desde-chat' }),
    route('chats', 'screens/chats.tsx'),
    route('chats/:id', 'screens/chat.tsx'),
  ]),
  layout('layouts/onboarding.tsx', [soon('onboarding-maestro')]),
  layout('layouts/maestro.tsx', [
    soon('dashboard-maestro'),
    route('chat-maestro', 'screens/chat-maestro.tsx'),
    route('chat-maestro/:id', 'screens/chat-maestro-id.tsx'),
    soon('perfil-maestro'),
  ]),
  layout('layouts/member.tsx', [soon('ayuda')]),
  route('reset-password', 'screens/reset-password.tsx', { id: 'reset-password' }),
  route('reset-password-buscador', 'screens/reset-password.tsx', { id: 'reset-password-buscador' }),
  route('reset-password-maestro', 'screens/reset-password-maestro.tsx'),
  route('auth', 'screens/auth.tsx'),
  route('*', 'screens/not-found.tsx'),
] satisfies RouteConfig
