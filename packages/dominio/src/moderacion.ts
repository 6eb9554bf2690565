/**
 * Why a message is blocked (design, section 5). 'tarjeta' applies always, the others only until the contact
 * is unlocked.
 */
export const MOTIVOS_DE_BLOQUEO = ['telefono', 'correo', 'enlace', 'mensajeria', 'tarjeta'] as const
export type MotivoDeBloqueo = (typeof MOTIVOS_DE_BLOQUEO)[number]

export { esFragmento, moderar } from './moderacion/moderar.ts'
