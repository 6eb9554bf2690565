import { ENLACE_DE_CONFIRMACION_HORAS } from '../limites.ts'

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
  /** In the place of the common last line. */
  pie?: string
  /** Why the person gets this e-mail. An e-mail with this sentence can be unsubscribed from. */
  porque?: string
}

export const marcaDelCorreo = 'Maestros CDMX'

export const pieDelCorreo =
  'Maestros CDMX, el directorio de oficios para tu casa en la Ciudad de México. Este correo se envía solo: no hace falta que lo respondas.'

/** Below every e-mail that the person can choose not to get. */
export const bajaDelCorreo = {
  dejar: 'Dejar de recibir estos correos',
  elegir: 'Elegir mis avisos',
} as const

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
      `El enlace sirve una sola vez y vence en ${ENLACE_DE_CONFIRMACION_HORAS} horas.`,
      'Si tú no creaste la cuenta, no hagas nada: sin esta confirmación nadie puede usarla.',
    ],
  },
  contrasenaCambiada: {
    asunto: 'Tu contraseña cambió',
    vistaPrevia: 'Si fuiste tú, no tienes que hacer nada.',
    titulo: 'Tu contraseña cambió',
    intro:
      'La contraseña de tu cuenta cambió el {{fecha}}. Cerramos tu sesión en los demás dispositivos: entra ahí con la contraseña nueva.',
    boton: 'No fui yo: elegir otra contraseña',
    notas: [
      'Si fuiste tú, no hagas nada.',
      'Si no fuiste tú, usa el botón: te enviamos un enlace a este correo y con él eliges otra contraseña. Cambia también la de tu correo.',
      'Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.',
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
    porque: 'Te escribimos porque pediste un aviso en una búsqueda sin resultados.',
  },
  contactoPedido: {
    asunto: 'Alguien pidió tu contacto',
    vistaPrevia: 'Responde pronto: quien contesta primero suele quedarse con el trabajo.',
    titulo: 'Alguien pidió tu contacto',
    intro: '{{persona}} ya puede ver tu teléfono y espera noticias tuyas.',
    detalle: 'Motivo: {{motivo}}',
    boton: 'Abrir la conversación',
    notas: ['Si te llaman de un número que no conoces, puede ser esta persona.'],
    porque: 'Te escribimos porque ofreces tus servicios en Maestros CDMX.',
  },
  resenaRecibida: {
    asunto: 'Tienes una reseña nueva',
    vistaPrevia: 'Léela y responde: tu respuesta también se ve en tu perfil.',
    titulo: 'Tienes una reseña nueva',
    intro: '{{persona}} te calificó con {{estrellas}} y escribió:',
    detalle: '«{{comentario}}»',
    boton: 'Ver y responder',
    notas: ['Puedes responder una vez. Tu respuesta aparece debajo de la reseña.'],
    porque: 'Te escribimos porque ofreces tus servicios en Maestros CDMX.',
  },
  mensajesSinLeer: {
    asunto: 'Tienes mensajes sin leer',
    vistaPrevia: 'Te esperan en tu conversación.',
    titulo: 'Tienes mensajes sin leer',
    intro: '{{persona}} te escribió. Tienes {{cuantos}} sin leer.',
    boton: 'Leer la conversación',
    notas: ['No te avisaremos otra vez de esta conversación hasta que la abras y te vuelvan a escribir.'],
    porque: 'Te escribimos porque alguien te mandó mensajes y no estabas en línea.',
  },
  cierreDeCuenta: {
    asunto: 'Tu cuenta se cerró',
    vistaPrevia: 'Si cambias de opinión, basta con iniciar sesión.',
    titulo: 'Tu cuenta se cerró',
    intro:
      'Cerramos tu cuenta como lo pediste: ya nadie la encuentra ni te puede escribir. El {{fecha}} eliminaremos tus datos.',
    boton: 'Conservar mi cuenta',
    notas: [
      'Para conservarla, inicia sesión antes de esa fecha. Todo volverá a estar como antes.',
      'Si tú no lo pediste, inicia sesión ahora y cambia tu contraseña.',
    ],
  },
  cuentaConservada: {
    asunto: 'Conservaste tu cuenta',
    vistaPrevia: 'Ya no se cerrará. Si fuiste tú, no tienes que hacer nada.',
    titulo: 'Conservaste tu cuenta',
    intro:
      'Habías pedido cerrar tu cuenta y el {{fecha}} alguien entró en ella. Por eso ya no se cerrará: todo está como antes.',
    boton: 'No fui yo: elegir otra contraseña',
    notas: [
      'Si fuiste tú, no hagas nada. Si todavía quieres cerrarla, hazlo otra vez en «Tus datos».',
      'Si no fuiste tú, usa el botón: te enviamos un enlace a este correo y con él eliges otra contraseña. Cambia también la de tu correo.',
      'Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.',
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
  cuentaSuspendida: {
    asunto: 'Suspendimos tu cuenta',
    vistaPrevia: 'Lee por qué y qué puedes hacer.',
    titulo: 'Suspendimos tu cuenta',
    intro: 'Nuestro equipo suspendió tu cuenta. Por ahora no puedes entrar ni escribir a nadie.',
    detalle: '{{mensaje}}',
    boton: 'Leer los términos de uso',
    notas: [
      '{{ayuda}}',
      'Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.',
    ],
  },
  cuentaRestaurada: {
    asunto: 'Tu cuenta ya no está suspendida',
    vistaPrevia: '{{estado}}',
    titulo: 'Tu cuenta ya no está suspendida',
    intro: 'Nuestro equipo quitó la suspensión de tu cuenta. {{estado}}',
    detalle: '{{mensaje}}',
    boton: 'Iniciar sesión',
    notas: ['Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.'],
  },
  /** To the person who sent the report. It says nothing about the other one. */
  reporteRevisado: {
    asunto: 'Revisamos tu reporte',
    vistaPrevia: 'Gracias por avisarnos.',
    titulo: 'Revisamos tu reporte',
    intro:
      'Una persona de nuestro equipo leyó y cerró el reporte que enviaste el {{fecha}}. Gracias por avisarnos.',
    boton: 'Ir al Centro de Ayuda',
    notas: [
      'Cuidamos la privacidad de todas las personas, por eso no contamos qué decidimos sobre otra cuenta.',
      'Si vuelve a pasar, repórtalo otra vez. Si estás en peligro, llama al 911.',
    ],
  },
  ticketRecibido: {
    asunto: 'Recibimos tu solicitud de ayuda',
    vistaPrevia: 'Una persona de nuestro equipo la va a leer.',
    titulo: 'Recibimos tu solicitud',
    intro: 'Una persona de nuestro equipo la va a leer y te va a responder. Esto nos escribiste:',
    detalle: '{{mensaje}}',
    boton: 'Ver mis solicitudes',
    notas: [
      'La respuesta llega por correo y también queda en «Mis solicitudes», en el Centro de Ayuda.',
      'Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.',
    ],
  },
  ticketRespondido: {
    asunto: 'Respondimos tu solicitud de ayuda',
    vistaPrevia: 'Lee la respuesta de nuestro equipo.',
    titulo: 'Respondimos tu solicitud',
    intro: 'Esto te responde nuestro equipo:',
    detalle: '{{respuesta}}',
    boton: 'Ver mi solicitud',
    notas: [
      'Si necesitas algo más, escríbenos otra vez desde el Centro de Ayuda.',
      'Nunca te pediremos tu contraseña ni los datos de tu tarjeta por correo ni por chat.',
    ],
  },
  /** To the support mailbox. Its subject is followed by the name of the person. */
  ticketParaSoporte: {
    asunto: 'Ticket de soporte',
    vistaPrevia: 'De {{nombre}}, {{correo}}',
    titulo: 'Ticket de soporte',
    intro: '{{nombre}} ({{rol}}) escribe desde {{correo}}:',
    detalle: '{{mensaje}}',
    boton: 'Responder por correo',
    notas: [
      'Imágenes: {{imagenes}}. Para verlas, y para que la respuesta quede en «Mis solicitudes» de la persona: {{consola}}',
      'En la línea de órdenes: npm run operator -- tickets show {{ticket}} --as «tu correo»',
    ],
    pie: 'Maestros CDMX. Si respondes a este correo, tu respuesta llega a la persona que escribió.',
  },
  /** To the support mailbox, every morning. */
  pendientesParaSoporte: {
    asunto: 'Pendientes de Maestros CDMX',
    vistaPrevia: 'Reportes, verificaciones, tickets y trabajos fallidos.',
    titulo: 'Esto espera a un operador',
    intro: 'Así están hoy los pendientes:',
    detalle: '{{pendientes}}',
    boton: 'Abrir la consola',
    notas: [
      'En la línea de órdenes: npm run operator -- seguido de reports --open, verifications, tickets --open o jobs.',
    ],
    pie: 'Maestros CDMX. Este correo llega cada mañana mientras haya pendientes.',
  },
  /** To the support mailbox. It names nobody: what is in that mailbox cannot be erased by us. */
  reporteUrgente: {
    asunto: 'Reporte urgente',
    vistaPrevia: 'Motivo: {{motivo}}',
    titulo: 'Reporte urgente',
    intro: '{{que}} Motivo: {{motivo}}.',
    boton: 'Abrir el reporte',
    notas: ['En la línea de órdenes: npm run operator -- reports show {{reporte}} --as «tu correo»'],
    pie: 'Maestros CDMX. Este correo llega con los reportes de acoso o de fraude. Los que siguen sobre la misma persona llegan juntos en otro.',
  },
} as const satisfies Record<string, TextosDeCorreo>

export type NombreDeCorreo = keyof typeof correos

export const reportesUrgentes = (cuantos: number): string =>
  cuantos === 1 ? 'Una persona reportó a otra.' : `Llegaron ${cuantos} reportes más sobre una misma persona.`

/** What an operator did not write for the person. */
export const mensajeDeSuspension = {
  suspendida: 'Encontramos algo que nuestros términos de uso no permiten.',
  restaurada: 'Tus conversaciones y tus datos siguen como los dejaste.',
} as const

/** A suspension may end while the account is closed by its owner. It stays closed. */
export const cuentaSinSuspension = {
  abierta: 'Ya puedes iniciar sesión.',
  cerrada: (fecha: string) =>
    `Sigue cerrada, como lo pediste: el ${fecha} eliminaremos tus datos. Para conservarla, inicia sesión antes de esa fecha.`,
} as const

/** What waits for operators, as a part of a line of the daily e-mail. */
const pendientes = {
  reportes: 'Reportes abiertos',
  verificaciones: 'Verificaciones en espera',
  tickets: 'Tickets abiertos',
  trabajos: 'Trabajos fallidos',
} as const

export type Pendiente = keyof typeof pendientes

/** `desde` is how long the oldest has waited: 'hace 3 días'. */
export const lineaDePendientes = (que: Pendiente, cuantos: number, desde: string): string =>
  `${pendientes[que]}: ${cuantos}, desde ${desde}`

const LARGO_DEL_NOMBRE = 40

/**
 * Anyone can sign up with the e-mail address of another person and any name. A name that looks like an address or a link
 * is left out, so that our e-mails cannot be used to send someone else's message. Null for such a name.
 */
function nombreLimpio(nombre: string): string | null {
  // Control characters, line separators and characters that change the direction of the text.
  const limpio = nombre
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
  const pareceDireccion = /[@/\\:]|\p{L}\.\p{L}|www/iu.test(limpio)
  return limpio === '' || limpio.length > LARGO_DEL_NOMBRE || pareceDireccion ? null : limpio
}

export function saludo(nombre: string): string {
  const limpio = nombreLimpio(nombre)
  return limpio === null ? 'Hola:' : `Hola, ${limpio}:`
}

/** The name of another person at the start of a sentence. */
export const personaDelCorreo = (nombre: string): string => nombreLimpio(nombre) ?? 'Una persona'

export const estrellasDelCorreo = (puntuacion: number): string =>
  puntuacion === 1 ? '1 estrella de 5' : `${puntuacion} estrellas de 5`

export const cuantosMensajes = (cuantos: number): string =>
  cuantos === 1 ? '1 mensaje' : `${cuantos} mensajes`

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

/** The page that an unsubscribe link opens. It works without a session and without JavaScript. */
export const baja = {
  marca: marcaDelCorreo,
  titulo: 'Dejar de recibir correos',
  pregunta: {
    correo_mensajes: '¿Quieres dejar de recibir correos sobre mensajes sin leer?',
    correo_contacto: '¿Quieres dejar de recibir correos cuando alguien pide tu contacto?',
    correo_resenas: '¿Quieres dejar de recibir correos cuando recibes una reseña?',
    correo_busquedas: '¿Quieres dejar de recibir correos cuando una búsqueda encuentra a alguien?',
  },
  explicacion: 'Los correos de seguridad, como el cambio de contraseña, siguen llegando.',
  boton: 'Dejar de recibirlos',
  listo: 'Listo, no te enviaremos más',
  hecho: {
    correo_mensajes: 'Ya no recibirás correos sobre mensajes sin leer.',
    correo_contacto: 'Ya no recibirás correos cuando alguien pida tu contacto.',
    correo_resenas: 'Ya no recibirás correos cuando recibas una reseña.',
    correo_busquedas: 'Ya no recibirás correos cuando una búsqueda encuentre a alguien.',
  },
  cambiar: 'Elegir mis avisos',
  invalida: 'Este enlace no sirve',
  invalidaTexto: 'Puede estar incompleto. Entra a tu cuenta y elige ahí qué correos quieres recibir.',
} as const
