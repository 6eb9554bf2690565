import type { Role } from '../acceso/roles.ts'
import { fechaLarga, fechaYHora } from '../fechas.ts'
import { CIERRE_DIAS, EXPORTACION_HORAS } from './cierre-y-exportacion.ts'

const numero = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 1 })

const ARREPENTIRSE = `Tendrás ${CIERRE_DIAS} días para arrepentirte: basta con iniciar sesión. Después eliminamos tus datos y no hay vuelta atrás.`
const SESIONES =
  'Se cierran todas tus sesiones. Lo que no hayas enviado se queda en este navegador, por si decides conservar tu cuenta.'

/** The page of a person's own data. */
export const misDatos = {
  titulo: 'Tus datos',
  entrada: 'Todo lo que guardamos de ti es tuyo: puedes descargarlo o pedir que lo eliminemos.',
  avisos: 'Elegir mis avisos',
  cargando: 'Cargando…',
  fallo: 'No pudimos traer el estado de tu copia. Revisa tu conexión e inténtalo de nuevo.',
  nombre: {
    titulo: 'Tu nombre',
    texto:
      'Los maestros con los que hablas ven tu nombre completo. En tus reseñas salen tu nombre y la inicial de tu apellido.',
    abrir: 'Cambiar mi nombre',
    dialogo: 'También cambia en las conversaciones y reseñas que ya tienes.',
    guardar: 'Guardar',
    guardando: 'Guardando…',
    cambiado: 'Tu nombre cambió',
    sinLeer: 'No pudimos traer tu nombre.',
    fallo: 'No pudimos guardar tu nombre. Inténtalo de nuevo.',
    /** Maestros change name and phone in their profile. */
    deMaestro: 'Cambiar mi nombre o teléfono',
  },
  exportar: {
    titulo: 'Descargar una copia',
    texto:
      'Preparamos un archivo ZIP con tu perfil, tus conversaciones, tus reseñas, tus solicitudes de ayuda y tus imágenes. Se abre en cualquier navegador.',
    pedir: 'Preparar mi copia',
    pidiendo: 'Pidiendo…',
    preparando: 'Estamos preparando tu copia. Puedes cerrar esta página: seguirá aquí cuando vuelvas.',
    lista: (vence: string) =>
      `Tu copia está lista. Puedes descargarla hasta el ${fechaYHora(new Date(vence))}.`,
    descargar: (tamano: number | null) =>
      tamano === null ? 'Descargar' : `Descargar (${numero.format(Math.max(0.1, tamano / 1_000_000))} MB)`,
    vencida: 'Tu última copia ya se borró.',
    fallida: 'No pudimos preparar tu copia. Pídela de nuevo.',
    /** After several failures, when another one cannot be requested yet. */
    falloHoy: 'No pudimos preparar tu copia. Si la necesitas ya, escríbenos desde el centro de ayuda.',
    proxima: (cuando: string) => `Podrás pedir otra a partir del ${fechaYHora(new Date(cuando))}.`,
    limite: `Una copia al día. El enlace sirve ${EXPORTACION_HORAS} horas.`,
    fallo: 'No pudimos pedir tu copia. Inténtalo de nuevo.',
  },
  contrasena: {
    titulo: 'Cambiar contraseña',
    texto: 'Al cambiarla se cierra tu sesión en los demás dispositivos y te avisamos por correo.',
    abrir: 'Cambiar contraseña',
    olvidada: 'Si no recuerdas la actual, cierra sesión y usa «¿Olvidaste tu contraseña?».',
    actual: 'Contraseña actual',
    incorrecta: 'La contraseña actual no es correcta.',
    cambiada: 'Cerramos tu sesión en los demás dispositivos.',
  },
  cerrar: {
    titulo: 'Cerrar tu cuenta',
    texto: {
      buscador: `Nadie podrá escribirte. ${ARREPENTIRSE}`,
      maestro: `Dejarás de aparecer en las búsquedas y nadie podrá escribirte. ${ARREPENTIRSE}`,
    } satisfies Record<Role, string>,
    abrir: 'Cerrar mi cuenta',
    dialogo: '¿Cerrar tu cuenta?',
    dialogoTexto: {
      buscador: `${SESIONES} En ${CIERRE_DIAS} días eliminamos tus datos y tus imágenes. Los maestros conservan lo que les escribiste y tus reseñas siguen en sus perfiles, sin tu nombre.`,
      maestro: `${SESIONES} En ${CIERRE_DIAS} días eliminamos tus datos, tus imágenes y tu perfil. Las personas con las que hablaste conservan lo que les escribiste, sin tu nombre.`,
    } satisfies Record<Role, string>,
    contrasena: 'Tu contraseña, para confirmar',
    vacia: 'Escribe tu contraseña.',
    incorrecta: 'La contraseña no es correcta.',
    cancelar: 'Conservar mi cuenta',
    confirmar: 'Cerrar mi cuenta',
    confirmando: 'Cerrando…',
    fallo: 'No pudimos cerrar tu cuenta. Inténtalo de nuevo.',
    sinRespuesta:
      'Se cortó la conexión y no sabemos si tu cuenta se cerró. Para cerrarla, inténtalo de nuevo. Para conservarla, inicia sesión cuando tengas conexión.',
  },
  /** On the sign-in screen, right after closing. */
  cerrada: {
    titulo: 'Tu cuenta se cerró',
    /** Null when the answer with the day was lost. */
    texto: (borrar: string | null) =>
      `${borrar === null ? `En ${CIERRE_DIAS} días` : `El ${fechaLarga(new Date(borrar))}`} eliminaremos tus datos. Si cambias de opinión, inicia sesión antes de esa fecha y todo volverá a estar como antes.`,
  },
} as const
