import type { EstadoDeTicket } from '@maestros/dominio/ayuda/estados-de-ticket'
import { sessionOf, tokenOf, USER } from '../people.ts'

/** An operator who has signed in with the second factor. */
const OPERADOR = {
  id: '00000000-0000-4000-8000-0000000000f1',
  correo: 'olga@maestros.example',
  nombre: 'Olga Ortega',
  nivel: 'responsable' as const,
}

const NOBODY_WAITS = { cuantos: 0, desde: null }
export const inicio = {
  operador: OPERADOR,
  pendientes: {
    verificaciones: NOBODY_WAITS,
    tickets: NOBODY_WAITS,
    reportes: NOBODY_WAITS,
    trabajos: NOBODY_WAITS,
  },
}

/** Stores the session of the operator, as after a sign-in in this tab. To be called before the screen is opened. */
export function rememberOperator() {
  const session = sessionOf(OPERADOR.id)
  const access_token = tokenOf({ sub: OPERADOR.id, exp: session.expires_at, aal: 'aal2' })
  sessionStorage.setItem('maestros-operacion', JSON.stringify({ ...session, access_token }))
}

const estado: EstadoDeTicket = 'abierto'

export const solicitud = {
  id: '00000000-0000-4000-8000-0000000000d1',
  estado,
  nombre: 'Ana Ruiz',
  correo: 'ana@ejemplo.mx',
  mensaje: 'No encuentro mi perfil en el directorio.',
  cuenta: { id: USER, correo: 'ana@ejemplo.mx', nombre: 'Ana Ruiz', rol: 'buscador' as const },
  imagenes: [],
  creado_en: '2026-03-05T18:00:00Z',
  respuestas: [],
}
