/** Why a message is held back (design, section 5). The last one holds at any time, the others until the contact is open. */
export const MOTIVOS_DE_BLOQUEO = ['telefono', 'correo', 'enlace', 'mensajeria', 'tarjeta'] as const
export type MotivoDeBloqueo = (typeof MOTIVOS_DE_BLOQUEO)[number]

export { esFragmento, moderar } from './moderacion/moderar.ts'
