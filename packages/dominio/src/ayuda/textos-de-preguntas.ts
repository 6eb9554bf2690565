import type { Role } from '../acceso/roles.ts'
import { CIERRE_DIAS } from '../cuenta/cierre-y-exportacion.ts'
import { CONTACTOS_POR_DIA, ENLACE_DE_RECUPERACION_MIN, RESENA_EDITABLE_DIAS } from '../limites.ts'
import { UMBRALES } from '../resenas/reputacion.ts'

export interface PreguntaFrecuente {
  id: string
  pregunta: string
  /** One or two short paragraphs. */
  respuesta: readonly string[]
  enlace?: { texto: string; a: string }
  /** Words by which people look for this and that the texts do not contain. */
  palabras?: string
}

const gratis = 'Nada. En esta etapa usar Maestros CDMX es gratis y no cobramos comisión.'

/** The same for both roles. */
const cuenta = (olvido: string): readonly PreguntaFrecuente[] => [
  {
    id: 'rojo',
    pregunta: '¿Por qué mi mensaje quedó en rojo?',
    respuesta: [
      'Un mensaje en rojo no se entregó. Debajo dice por qué.',
      'Antes de pedir el contacto no se pueden mandar teléfonos, correos, enlaces ni redes por el chat. Los números de tarjeta o CLABE no se entregan nunca: es por tu seguridad.',
    ],
    palabras: 'bloqueado bloqueo whatsapp cuenta banco numero no llega no se envia',
  },
  {
    id: 'reportar',
    pregunta: '¿Cómo reporto o bloqueo a una persona?',
    respuesta: [
      'Abre la conversación o el perfil, toca «Más opciones» y elige «Reportar» o «Bloquear». No le avisamos.',
      'Una persona de nuestro equipo lee cada reporte y te avisamos por correo cuando lo revisa. Si estás en peligro, llama al 911.',
    ],
    palabras: 'acoso fraude amenaza insulto denunciar queja estafa robo molesta',
  },
  {
    id: 'contrasena',
    pregunta: 'Olvidé mi contraseña o quiero cambiarla',
    respuesta: [
      `Si la recuerdas, cámbiala en «Tus datos». Si no, cierra sesión y, en la pantalla para entrar, toca «¿Olvidaste tu contraseña?». Te mandamos un correo con un enlace que sirve ${ENLACE_DE_RECUPERACION_MIN} minutos.`,
      olvido,
    ],
    enlace: { texto: 'Ir a tus datos', a: '/mis-datos' },
    palabras: 'clave password entrar acceso recuperar correo no llega',
  },
  {
    id: 'datos',
    pregunta: '¿Cómo descargo mis datos o cierro mi cuenta?',
    respuesta: [
      `En «Tus datos» puedes descargar una copia de todo lo tuyo o cerrar tu cuenta. Si la cierras, tienes ${CIERRE_DIAS} días para arrepentirte: basta con iniciar sesión.`,
    ],
    enlace: { texto: 'Ir a tus datos', a: '/mis-datos' },
    palabras: 'borrar eliminar baja privacidad exportar copia darme de baja cancelar',
  },
]

const buscador: readonly PreguntaFrecuente[] = [
  {
    id: 'buscar',
    pregunta: '¿Cómo encuentro a un maestro?',
    respuesta: [
      'Elige tu alcaldía, después el oficio y toca «Buscar maestro». Abre los perfiles, compara reseñas y escríbele por el chat a quien te convenza.',
    ],
    enlace: { texto: 'Buscar un maestro', a: '/' },
    palabras: 'plomero electricista albañil oficio alcaldia delegacion encontrar',
  },
  {
    id: 'costo',
    pregunta: '¿Cuánto cuesta?',
    respuesta: [
      gratis,
      'El precio del trabajo lo acuerdas tú con el maestro. Nosotros somos un directorio: no cobramos ni guardamos pagos.',
    ],
    palabras: 'precio dinero pagar cobran gratis comision',
  },
  {
    id: 'telefono',
    pregunta: '¿Cómo veo el teléfono de un maestro?',
    respuesta: [
      'Abre su perfil o su conversación, toca «Ver información de contacto» y elige para qué lo necesitas. Desde entonces ves su nombre completo y su teléfono.',
      `Puedes pedir el contacto de ${CONTACTOS_POR_DIA} maestros nuevos al día.`,
    ],
    palabras: 'numero celular llamar whatsapp contacto desbloquear',
  },
  {
    id: 'confianza',
    pregunta: '¿Cómo sé si puedo confiar en un maestro?',
    respuesta: [
      'Mira si su perfil dice «Identidad verificada»: alguien de nuestro equipo revisó sus documentos. Lee sus reseñas: solo las escriben personas que ya conversaron por el chat.',
      'Acuerden por escrito, en el chat, qué incluye el trabajo y cuánto cuesta.',
    ],
    palabras: 'seguro seguridad verificado miedo confiable insignia escudo',
  },
  {
    id: 'anticipo',
    pregunta: 'Me piden dinero por adelantado, ¿qué hago?',
    respuesta: [
      'Nunca pagues todo antes del trabajo. Si es para material, pide la nota de compra.',
      'Si algo no te convence, no pagues y repórtalo desde la conversación con «Más opciones».',
    ],
    palabras: 'anticipo deposito transferencia fraude estafa robo pago adelanto',
  },
  {
    id: 'nadie',
    pregunta: 'No hay maestros de ese oficio en mi alcaldía',
    respuesta: [
      'En los resultados te mostramos alcaldías vecinas con ese oficio. También puedes tocar «Avísame» y te mandamos un correo cuando alguien se registre.',
    ],
    palabras: 'sin resultados vacio ninguno no aparece',
  },
  {
    id: 'no-contesta',
    pregunta: 'El maestro no me contesta',
    respuesta: [
      'Muchos maestros responden al terminar su jornada. Si tienes prisa, escribe a dos o tres más, o usa el filtro «Disponible hoy» en los resultados.',
    ],
    palabras: 'responde tarda ignora mensaje chat',
  },
  {
    id: 'resena',
    pregunta: '¿Cómo escribo una reseña?',
    respuesta: [
      'Primero pide el contacto del maestro y hablen por el chat. Después verás «Escribir una reseña» en su perfil.',
      `La puedes cambiar durante ${RESENA_EDITABLE_DIAS} días.`,
      'Si la escribes muy poco después de pedir el contacto, se publica con la nota «Aún no cuenta en el promedio» y empieza a contar más tarde.',
    ],
    palabras: 'calificar estrellas opinion comentario evaluar',
  },
  {
    id: 'nombre',
    pregunta: 'Mi nombre está mal escrito',
    respuesta: [
      'Corrígelo en «Tus datos», con «Cambiar mi nombre». También cambia en las conversaciones y reseñas que ya tienes.',
    ],
    enlace: { texto: 'Ir a tus datos', a: '/mis-datos' },
    palabras: 'apellido corregir cambiar actualizar equivocado',
  },
  ...cuenta('Si no llega, revisa la carpeta de correo no deseado.'),
]

const { confianza_comprobada: confianza, experto } = UMBRALES

const maestro: readonly PreguntaFrecuente[] = [
  {
    id: 'costo',
    pregunta: '¿Cuánto cuesta estar aquí?',
    respuesta: [gratis, 'Lo que cobras por tu trabajo lo acuerdas tú con tu cliente.'],
    palabras: 'precio dinero pagar cobran gratis comision',
  },
  {
    id: 'perfil',
    pregunta: '¿Qué necesito para completar mi perfil?',
    respuesta: [
      'Tu INE, una selfie, tu CURP, tu domicilio, una descripción de al menos 50 letras y dos referencias de clientes. Las fotos se toman con la cámara de tu celular.',
      'Lo que escribes se guarda: puedes seguir otro día o en otro teléfono.',
    ],
    palabras: 'registro documentos requisitos alta onboarding terminar',
  },
  {
    id: 'camara',
    pregunta: 'La cámara no abre o la foto sale mal',
    respuesta: [
      'Da permiso a la cámara cuando el navegador lo pida. Si lo negaste, ábrelo de nuevo en los ajustes del navegador, en los permisos de esta página.',
      'Busca luz natural, limpia el lente y apoya la INE en una mesa oscura, sin reflejos.',
    ],
    palabras: 'foto selfie ine permiso borrosa imagen subir',
  },
  {
    id: 'verificacion',
    pregunta: '¿Cómo va la verificación de mis datos?',
    respuesta: [
      'Una persona de nuestro equipo revisa tu INE, tu CURP y tu domicilio, y te avisamos por correo. En tu perfil, en «Tu verificación», ves cómo va cada dato.',
      'Si un dato fue rechazado, ahí dice por qué y puedes corregirlo. Si falta tu comprobante de domicilio, ahí lo envías.',
    ],
    enlace: { texto: 'Ver mi perfil', a: '/perfil-maestro' },
    palabras: 'verificado rechazado revision tarda insignia escudo',
  },
  {
    id: 'aparecer',
    pregunta: '¿Por qué no aparezco en las búsquedas?',
    respuesta: [
      'Tu perfil debe estar completo, con al menos un oficio y una alcaldía. Si ya no están disponibles en Maestros CDMX, elige otros. Si estás en pausa tampoco apareces. Tu Dashboard dice si apareces.',
    ],
    enlace: { texto: 'Revisar mi perfil', a: '/perfil-maestro' },
    palabras: 'no me encuentran resultados directorio lista',
  },
  {
    id: 'clientes',
    pregunta: '¿Cómo consigo más clientes?',
    respuesta: [
      'Responde pronto: quien contesta primero suele quedarse con el trabajo. Pide una reseña al terminar y mantén tu descripción y tus alcaldías al día.',
      'Quien tiene la identidad verificada y buenas reseñas aparece primero.',
    ],
    palabras: 'trabajo chamba mas arriba primero ventas mensajes',
  },
  {
    id: 'nivel',
    pregunta: '¿Cómo subo de nivel?',
    respuesta: [
      `Con la identidad verificada: «Confianza comprobada» pide ${confianza.confirmadas} reseñas de trabajos hechos y un promedio de ${confianza.promedio.toFixed(1)}; «Experto» pide ${experto.confirmadas} y un promedio de ${experto.promedio.toFixed(1)}.`,
    ],
    palabras: 'reputacion insignia experto nuevo estrellas calificacion',
  },
  {
    id: 'telefono',
    pregunta: '¿Quién ve mi teléfono y cómo lo cambio?',
    respuesta: [
      'Lo ven solo las personas que piden tu contacto y dicen para qué. Te avisamos en el chat cada vez que alguien lo pide. Tu INE, tu CURP y tu domicilio no los ve nadie más que nuestro equipo.',
      'Si tienes otro número o tu nombre está mal escrito, toca «Cambiar nombre o teléfono» en tu perfil. Quien ya pidió tu contacto ve el número nuevo, salvo las personas que bloqueaste.',
    ],
    enlace: { texto: 'Cambiar mi nombre o teléfono', a: '/perfil-maestro?editar=contacto' },
    palabras: 'celular privacidad datos seguro whatsapp chip sim linea apellido corregir actualizar',
  },
  {
    id: 'pausa',
    pregunta: '¿Cómo me pongo en pausa si salgo de viaje?',
    respuesta: [
      'En tu Dashboard toca «Ponerme en pausa» y elige qué día vuelves. Sales de las búsquedas y tus conversaciones siguen abiertas.',
    ],
    enlace: { texto: 'Ir a mi Dashboard', a: '/dashboard-maestro' },
    palabras: 'mucho trabajo vacaciones descanso no disponible ocultar pausar',
  },
  {
    id: 'resena',
    pregunta: 'Recibí una reseña injusta',
    respuesta: [
      'Puedes responderla una vez, y tu respuesta se ve debajo. Contesta con calma: quien busca lee las dos partes.',
      'Si tiene insultos o es de alguien con quien no hablaste, escríbenos con el formulario de abajo.',
    ],
    palabras: 'mala calificacion estrellas opinion falsa borrar',
  },
  ...cuenta(
    'Usa el mismo correo con el que te registraste como maestro. Si no llega, revisa el correo no deseado.',
  ),
]

export const preguntasFrecuentes: Record<Role, readonly PreguntaFrecuente[]> = { buscador, maestro }
