import type { DatoVerificable } from '../verificacion.ts'

/**
 * Every sentence of the e-mails that the product sends. `{{…}}` marks a value that is known only when
 * the e-mail is written; the rest is compiled into the templates.
 */

export interface TextosDeCorreo {
  asunto: string
  /** What an inbox shows beside the subject. */
  vistaPrevia: string
  titulo: string
  intro: string
  /** A paragraph of its own below the introduction, for example the reason of a rejection. */
  detalle?: string
  pasos?: readonly string[]
  boton: string
  codigo?: string
  notas: readonly string[]
}

export const marcaDelCorreo = 'Maestros CDMX'

export const pieDelCorreo =
  'Maestros CDMX, el directorio de oficios para tu casa en la Ciudad de México. Este correo se envía solo: no hace falta que lo respondas.'

export const enlaceEscrito = 'Si el botón no abre, copia esta dirección en tu navegador:'

export const correos = {
  recuperacion: {
    asunto: 'Elige una contraseña nueva',
    vistaPrevia: 'Abre el enlace y elige la contraseña con la que vas a entrar.',
    titulo: 'Elige una contraseña nueva',
    intro:
      'Recibimos una solicitud para cambiar la contraseña de tu cuenta. Abre el enlace de abajo y escribe la nueva.',
    boton: 'Cambiar mi contraseña',
    codigo: 'Si te piden un código, escribe este:',
    notas: [
      'El enlace sirve una sola vez y vence en {{minutos}} minutos.',
      'Si tú no lo pediste, no hagas nada: tu contraseña sigue igual. No compartas este correo con nadie.',
    ],
  },
  confirmacion: {
    asunto: 'Confirma tu correo',
    vistaPrevia: 'Un toque y tu cuenta queda lista.',
    titulo: 'Confirma tu correo',
    intro: 'Gracias por crear tu cuenta. Solo falta confirmar que este correo es tuyo.',
    boton: 'Confirmar mi correo',
    codigo: 'Si te piden un código, escribe este:',
    notas: [
      'El enlace sirve una sola vez.',
      'Si tú no creaste la cuenta, no hagas nada: sin esta confirmación nadie puede usarla.',
    ],
  },
  bienvenidaBuscador: {
    asunto: 'Te damos la bienvenida a Maestros CDMX',
    vistaPrevia: 'Encuentra a quien arregla lo que hace falta en tu casa.',
    titulo: 'Tu cuenta está lista',
    intro: 'Ya puedes encontrar a un maestro de oficio cerca de ti. Es así de corto:',
    pasos: [
      'Elige tu alcaldía y el oficio que necesitas.',
      'Compara perfiles, reseñas y trabajos terminados.',
      'Escríbele por el chat y acuerden la visita.',
    ],
    boton: 'Buscar un maestro',
    notas: ['Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.'],
  },
  bienvenidaMaestro: {
    asunto: 'Tu perfil de maestro está listo',
    vistaPrevia: 'Las personas de tu alcaldía ya pueden encontrarte.',
    titulo: 'Tu perfil está listo',
    intro: 'Las personas que buscan tu oficio ya pueden encontrarte. Para que te elijan más:',
    pasos: [
      'Responde pronto los mensajes: quien contesta primero suele quedarse con el trabajo.',
      'Al terminar, pide a tu cliente que te deje una reseña.',
      'Mantén tu descripción y tus alcaldías al día.',
    ],
    boton: 'Ir a mi panel',
    notas: ['Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.'],
  },
  avisoDeMaestro: {
    asunto: 'Ya hay un maestro para lo que buscabas',
    vistaPrevia: 'Nos pediste que te avisáramos.',
    titulo: 'Ya hay un maestro para lo que buscabas',
    intro:
      'Nos pediste que te avisáramos cuando hubiera alguien de {{oficio}} en {{alcaldia}}. Ya puedes ver su perfil y escribirle.',
    boton: 'Ver resultados',
    notas: ['Este aviso se envía una sola vez. Si quieres otro, pídelo en una búsqueda sin resultados.'],
  },
  cierreDeCuenta: {
    asunto: 'Tu cuenta se cerró',
    vistaPrevia: 'Si cambias de opinión, basta con iniciar sesión.',
    titulo: 'Tu cuenta se cerró',
    intro:
      'Cerramos tu cuenta como lo pediste: ya no apareces en el directorio ni te pueden escribir. El {{fecha}} eliminaremos tus datos.',
    boton: 'Conservar mi cuenta',
    notas: [
      'Para conservarla, inicia sesión antes de esa fecha. Todo volverá a estar como antes.',
      'Si tú no lo pediste, inicia sesión ahora y cambia tu contraseña.',
    ],
  },
  cuentaEliminada: {
    asunto: 'Eliminamos tu cuenta',
    vistaPrevia: 'Terminó el plazo para conservarla.',
    titulo: 'Eliminamos tu cuenta',
    intro:
      'Terminó el plazo para conservar tu cuenta y hoy eliminamos tus datos. Gracias por haber usado Maestros CDMX.',
    boton: 'Ir a Maestros CDMX',
    notas: ['Si algún día quieres volver, puedes crear una cuenta nueva con este mismo correo.'],
  },
  datoVerificado: {
    asunto: 'Verificamos un dato de tu perfil',
    vistaPrevia: 'Revisamos {{dato}} y todo está en orden.',
    titulo: 'Dato verificado',
    intro: 'Revisamos {{dato}} y todo está en orden. Quienes buscan ya ven esta marca en tu perfil.',
    boton: 'Ver mi perfil',
    notas: [
      'Si cambias este dato, lo revisamos otra vez.',
      'Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.',
    ],
  },
  datoRechazado: {
    asunto: 'Un dato de tu perfil necesita una corrección',
    vistaPrevia: 'Revisamos {{dato}} y hay algo que corregir.',
    titulo: 'Hay algo que corregir',
    intro: 'Revisamos {{dato}} y esta vez no pudimos aprobar la verificación.',
    detalle: 'Motivo: {{motivo}}',
    pasos: [
      'Abre tu perfil con el botón de abajo.',
      'En «Tu verificación» elige «{{accion}}» y corrige lo que dice el motivo.',
      'Lo revisamos otra vez y te escribimos con el resultado.',
    ],
    boton: 'Corregirlo ahora',
    notas: [
      'Mientras tanto tu perfil sigue en el directorio.',
      'Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.',
    ],
  },
} as const satisfies Record<string, TextosDeCorreo>

export type NombreDeCorreo = keyof typeof correos

/** The datum of a verification, as a part of a sentence. */
export const datoEnFrase: Record<DatoVerificable, string> = {
  ine: 'tu INE',
  curp: 'tu CURP',
  domicilio: 'tu domicilio',
}

const LARGO_DEL_SALUDO = 40

/**
 * Anyone can sign up with the e-mail address of another person and any name. A name that looks like an address or a link
 * is left out, so that our e-mails cannot be used to send someone else's message.
 */
export function saludo(nombre: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  const limpio = nombre.replace(/[\u0000-\u001f\u007f\s]+/gu, ' ').trim()
  const pareceDireccion = /[@/\\:]|\p{L}\.\p{L}|www/iu.test(limpio)
  if (limpio === '' || limpio.length > LARGO_DEL_SALUDO || pareceDireccion) return 'Hola:'
  return `Hola, ${limpio}:`
}

/** The pages of the local mailbox, which contains the e-mails when there is no SMTP. */
export const bandejaLocal = {
  titulo: 'Bandeja de salida',
  explicacion:
    'Sin un servidor de correo, los correos se quedan en esta máquina. Esta página solo se ve desde aquí.',
  vacia: 'Todavía no hay correos. Pide una contraseña nueva y aparecerá aquí.',
  para: 'Para',
  volver: 'Volver a la bandeja',
  marco: 'Contenido del correo',
  soloTexto: 'Versión en texto',
  filtroInvalido: 'Pide los correos de una sola dirección.',
} as const
