/** Operators: their levels, and the rules of their sign-in. The database repeats the list and the times; a test compares them. */

/**
 * `revisor` decides verifications, answers help requests and closes reports. `responsable` may also suspend accounts and read the
 * audit.
 */
export const NIVELES_DE_OPERADOR = ['revisor', 'responsable'] as const
export type NivelDeOperador = (typeof NIVELES_DE_OPERADOR)[number]

/** Longer than that of other accounts: an operator reads identity documents. */
export const CONTRASENA_DE_OPERADOR_MIN = 12

/** How long the link works by which an operator sets the password, and then enrols the first second factor. */
export const ACCESO_DE_OPERADOR_HORAS = 24

export const CODIGO_DE_SEGUNDO_FACTOR_DIGITOS = 6

/** The screens of the console: their addresses below /operacion. */
export const PANTALLAS_DE_OPERACION = [
  '',
  'verificaciones',
  'verificaciones/:id',
  'solicitudes',
  'solicitudes/:id',
  'reportes',
  'reportes/:id',
  'cuentas',
  'cuentas/:id',
  'auditoria',
] as const
export type PantallaDeOperacion = (typeof PANTALLAS_DE_OPERACION)[number]
