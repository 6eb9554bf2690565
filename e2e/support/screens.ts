import type { APIRequestContext } from '@playwright/test'
import type { Account } from './fixtures.ts'
import { chatOfTheTwo, lockedMaestro, signedIn } from './profiles.ts'
import { makeReport, makeTicket } from './waiting.ts'

/** Every screen of the route table. e2e/app/screens.spec.ts compares the list with the table. */

export type Screen = {
  account?: Account
  /** A screen of the operators' console: an operator of the level 'responsable' is signed in. */
  operator?: true
  path?: string | ((request: APIRequestContext) => Promise<string>)
  /** The heading of the screen. */
  ready: string | RegExp
}

export const SCREENS: Record<string, Screen> = {
  login: { ready: 'Inicia sesión' },
  'login-maestro': { ready: 'Acceso para maestros' },
  registro: { ready: 'Crea tu cuenta' },
  'registro-maestro': { ready: 'Regístrate como maestro' },
  'recuperar-buscador': { ready: 'Recupera tu contraseña' },
  'recuperar-maestro': { ready: 'Recupera tu contraseña' },
  electricistas: { ready: /^Electricista/ },
  'aires-acondicionados': { ready: /^Técnico/ },
  albanileria: { ready: /^Albañil/ },
  'terminos-y-condiciones': { ready: 'Términos y condiciones' },
  'acuerdo-de-privacidad': { ready: 'Acuerdo de privacidad' },
  'maestros/*': { path: 'maestros/plomeria/tlalpan', ready: 'Plomería en Tlalpan' },
  '': { account: 'buscador', ready: '¿En qué alcaldía será el servicio?' },
  'seleccion-delegacion': { account: 'buscador', ready: '¿En qué alcaldía será el servicio?' },
  'seleccion-oficio': { account: 'buscador', ready: 'Qué servicio necesitas?' },
  resultados: { account: 'buscador', ready: 'Plomería en Tlalpan' },
  'perfil/:id': {
    account: 'buscador',
    path: async (request) => `perfil/${await lockedMaestro(request)}`,
    ready: /\w/,
  },
  chats: { account: 'buscador', ready: 'Tus conversaciones' },
  'chats/:id': {
    account: 'buscador',
    path: async (request) => `chats/${await chatOfTheTwo(request)}`,
    ready: /\w/,
  },
  'perfil-maestro/:id': {
    account: 'buscador',
    path: async (request) => `perfil-maestro/${await lockedMaestro(request)}`,
    ready: /\w/,
  },
  'onboarding-maestro': { account: 'nuevo', ready: /\w/ },
  'dashboard-maestro': { account: 'maestro', ready: /\w/ },
  'chat-maestro': { account: 'maestro', ready: 'Tus conversaciones' },
  'chat-maestro/:id': {
    account: 'maestro',
    path: async (request) => `chat-maestro/${await chatOfTheTwo(request)}`,
    ready: /\w/,
  },
  'perfil-maestro': { account: 'maestro', ready: /\w/ },
  'mis-datos': { account: 'buscador', ready: 'Tus datos' },
  avisos: { account: 'buscador', ready: 'Avisos' },
  'test-email': { ready: 'Welcome email test' },
  ayuda: { account: 'buscador', ready: 'Centro de Ayuda' },
  'reset-password': { ready: 'Enlace Expirado' },
  'reset-password-buscador': { account: 'buscador', ready: 'Elige una contraseña nueva' },
  'reset-password-maestro': { account: 'maestro', ready: 'Elige una contraseña nueva' },
  auth: { ready: 'Entra o crea tu cuenta' },
  // Without a code the screen says that the link does not work.
  continuar: { ready: /\w/ },
  operacion: { operator: true, ready: 'En espera' },
  'operacion/verificaciones': { operator: true, ready: 'Verificaciones' },
  'operacion/verificaciones/:id': {
    operator: true,
    path: async (request) => `operacion/verificaciones/${(await signedIn(request, 'maestro')).userId}`,
    ready: 'Verificación',
  },
  'operacion/solicitudes': { operator: true, ready: 'Solicitudes de ayuda' },
  'operacion/solicitudes/:id': {
    operator: true,
    path: async (request) =>
      `operacion/solicitudes/${(await makeTicket(request, 'No puedo abrir mis conversaciones.')).id}`,
    ready: 'Solicitud de ayuda',
  },
  'operacion/reportes': { operator: true, ready: 'Reportes' },
  'operacion/reportes/:id': {
    operator: true,
    path: async (request) => `operacion/reportes/${(await makeReport(request)).id}`,
    ready: 'Reporte',
  },
  'operacion/cuentas': { operator: true, ready: 'Cuentas' },
  'operacion/cuentas/:id': {
    operator: true,
    path: async (request) => `operacion/cuentas/${(await signedIn(request, 'maestro')).userId}`,
    ready: 'Cuenta',
  },
  'operacion/auditoria': { operator: true, ready: 'Auditoría' },
  // Without a token the screen says that the link does not work.
  'operacion/acceso': { ready: 'Este enlace no sirve' },
  '*': { path: 'no-existe-123', ready: 'Oops! Page not found' },
}

/** The address of a screen, for one that needs an id. */
export async function addressOf(route: string, request: APIRequestContext): Promise<string> {
  const { path = route } = SCREENS[route] ?? {}
  return `/${typeof path === 'string' ? path : await path(request)}`
}
