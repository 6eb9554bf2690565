/**
 * Why a message is blocked (design, section 5). 'tarjeta' applies always, the others only until the contact
 * is unlocked. A file of its own: the web reads the names and does without the rules in the folder moderacion.
 */
export const MOTIVOS_DE_BLOQUEO = ['telefono', 'correo', 'enlace', 'mensajeria', 'tarjeta'] as const
export type MotivoDeBloqueo = (typeof MOTIVOS_DE_BLOQUEO)[number]
