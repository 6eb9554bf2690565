/** Which e-mails and push notifications a person can choose: the columns of the table preferencias_avisos. */

export const CORREOS_OPCIONALES = [
  'correo_mensajes',
  'correo_contacto',
  'correo_resenas',
  'correo_busquedas',
] as const
export type CorreoOpcional = (typeof CORREOS_OPCIONALES)[number]

type PushOpcional = 'push_mensajes' | 'push_contacto' | 'push_busquedas' | 'push_con_texto'

export type AvisoOpcional = CorreoOpcional | PushOpcional
export type PreferenciasDeAvisos = Record<AvisoOpcional, boolean>

/** What a person without a row has. The table has the same defaults; a test compares the two. */
export const PREFERENCIAS_INICIALES: PreferenciasDeAvisos = {
  correo_mensajes: true,
  correo_contacto: true,
  correo_resenas: true,
  correo_busquedas: true,
  push_mensajes: true,
  push_contacto: true,
  push_busquedas: true,
  push_con_texto: false,
}

/** After this many unread minutes a person who is not online gets an e-mail. */
export const MINUTOS_SIN_LEER = 15
