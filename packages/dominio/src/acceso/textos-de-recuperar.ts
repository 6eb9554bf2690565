import { CONTRASENA_MIN, ENLACE_DE_RECUPERACION_MIN } from '../limites.ts'
import type { Role } from './roles.ts'

/** Requesting a reset link, and choosing the new password. */

type Recuperacion = { entrada: string; sinCuenta: string; volver: string }

export const recuperaciones: Record<Role, Recuperacion> = {
  buscador: {
    entrada: 'Escribe el correo de tu cuenta y te enviamos un enlace para elegir otra contraseña.',
    sinCuenta: 'No encontramos una cuenta de buscador asociada a este email.',
    volver: 'Volver a iniciar sesión',
  },
  maestro: {
    entrada: 'Escribe el correo de tu cuenta de maestro y te enviamos un enlace para elegir otra contraseña.',
    sinCuenta: 'No encontramos una cuenta de maestro asociada a este email.',
    volver: 'Volver al acceso de maestros',
  },
}

export const recuperar = {
  titulo: 'Recupera tu contraseña',
  enviar: 'Enviar Instrucciones',
  enviando: 'Enviando…',
  enviado: {
    titulo: 'Email Enviado',
    texto: 'Te enviamos las instrucciones a',
    /** Also shown when the last e-mail was sent some minutes ago. */
    vence: `El enlace sirve durante ${ENLACE_DE_RECUPERACION_MIN} minutos desde su envío. Si no ves el correo, revisa tu carpeta de correo no deseado.`,
    otraVez: 'Usar otro correo o pedirlo de nuevo',
  },
  errores: {
    sinCuenta: 'Email no encontrado',
    otro: 'Error',
    inesperado: 'Ocurrió un error inesperado',
  },
} as const

export const restablecer = {
  titulo: 'Elige una contraseña nueva',
  entrada: 'Después entrarás con ella en todos tus dispositivos.',
  comprobando: 'Comprobando tu enlace…',
  /** Followed by the e-mail address of the account. */
  para: 'Nueva contraseña para',
  otraCuenta: (correo: string) =>
    `Ahora estás en tu cuenta ${correo}. Al cambiar esta contraseña sales de ella en este navegador.`,
  nueva: 'Nueva contraseña',
  confirmar: 'Confirmar contraseña',
  enviar: 'Actualizar contraseña',
  enviando: 'Actualizando…',
  actualizada: '¡Contraseña actualizada!',
  saliendo: 'Listo. Te llevamos a iniciar sesión con tu contraseña nueva…',
  expirado: {
    titulo: 'Enlace Expirado',
    texto: `Este enlace ya no sirve: se usó, está incompleto o pasaron más de ${ENLACE_DE_RECUPERACION_MIN} minutos. Pide uno nuevo y ábrelo desde tu correo.`,
    pedirOtro: 'Solicitar Nuevo Enlace',
  },
  sinRespuesta: 'No pudimos comprobar tu enlace',
  errores: {
    titulo: 'No se pudo actualizar la contraseña',
    corta: `La contraseña debe tener al menos ${CONTRASENA_MIN} caracteres.`,
    noCoinciden: 'Las contraseñas no coinciden.',
    misma: 'Elige una contraseña distinta de la anterior.',
    inesperado: 'Ocurrió un error inesperado. Inténtalo de nuevo.',
  },
} as const
