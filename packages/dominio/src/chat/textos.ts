import { numero } from '../numeros.ts'
import type { Lado } from './lado.ts'

const nuevos = (cuantos: number) => (cuantos === 1 ? 'Nuevo mensaje' : 'Nuevos mensajes')

/** Texts of a conversation, for both people. */
export const chat = {
  titulo: 'Conversación',
  cargando: 'Cargando conversación…',
  encabezado: {
    volver: 'Volver a tus conversaciones',
    verPerfil: (nombre: string) => `Ver el perfil de ${nombre}`,
    contacto: 'Información de contacto',
    escribiendo: 'escribiendo…',
    reconectando: 'Reconectando…',
  },
  noEncontrado: {
    titulo: 'Chat no encontrado',
    texto: {
      buscador: 'Puede que ya no exista o que sea de otra cuenta.',
      maestro: 'Este chat no existe o no tienes acceso a él.',
    } satisfies Record<Lado, string>,
    volver: 'Volver a tus conversaciones',
  },
  fallo: { titulo: 'No pudimos abrir esta conversación' },
  mensajes: {
    region: (nombre: string) => `Mensajes con ${nombre}`,
    vacio: (nombre: string) => `Inicia la conversación con ${nombre}`,
    vacioTexto: {
      buscador: 'Cuéntale qué necesitas, dónde y para cuándo. Una foto ayuda.',
      maestro: 'Salúdale y pregúntale qué necesita, dónde y para cuándo.',
    } satisfies Record<Lado, string>,
    cargandoAnteriores: 'Cargando mensajes anteriores…',
    anterioresNoLlegan: 'No pudimos traer los mensajes anteriores.',
    nuevos,
    nuevosAbajo: (cuantos: number) => `${nuevos(cuantos)}: ${numero.format(cuantos)}. Ir al final`,
    alFinal: 'Ir al final de la conversación',
    /** For screen readers, when a picture arrives. */
    imagen: 'Imagen',
    audio: 'Nota de voz',
    propio: 'Tú:',
    enviando: 'Enviando',
    esperando: 'En espera de conexión',
    /** After too many messages in a short time. */
    enTurno: 'Se enviará en un momento',
    fallido: 'No se envió',
    sinGuardar:
      'Este navegador no pudo guardar lo que está en espera. No cierres esta página hasta que se envíe.',
    enviado: 'Enviado',
    visto: 'Visto',
    bloqueado: 'Mensaje bloqueado',
    editarBloqueado: 'Editar mensaje',
    video: 'Video',
    imagenPropia: 'Imagen que enviaste',
    imagenDe: (nombre: string) => `Imagen de ${nombre}`,
    abrirImagen: (imagen: string) => `${imagen}: abrir en grande`,
    imagenRota: 'No pudimos mostrar esta imagen.',
    imagenEliminada: 'Imagen eliminada',
    audioEliminado: 'Nota de voz eliminada',
    eliminado: 'Mensaje eliminado',
    /** The quote of a message that cannot be read. */
    original: 'Mensaje anterior',
    respondeA: (nombre: string) => `En respuesta a ${nombre}:`,
    respondeAPropio: 'En respuesta a ti:',
  },
  /** What can be done with a message that waits to be sent. */
  pendiente: {
    opciones: 'Ver opciones',
    cancelar: 'Cancelar envío',
    editar: 'Editar',
    reintentar: 'Reintentar',
  },
  /** Shown between the messages, at the time of the event. */
  contacto: {
    buscador: 'Pediste los datos de contacto.',
    maestro: (nombre: string) => `${nombre} pidió tus datos de contacto.`,
    motivo: (motivo: string) => `Motivo: ${motivo}`,
  },
  /** What one can do with a message. */
  opciones: {
    abrir: 'Opciones del mensaje',
    titulo: 'Mensaje',
    copiar: 'Copiar texto',
    copiado: 'Texto copiado',
    noCopiado: 'No pudimos copiar el texto.',
    responder: 'Responder',
    eliminar: 'Eliminar mensaje',
    eliminarTexto: 'Se borrará para las dos personas. En su lugar dirá «Mensaje eliminado».',
    confirmar: 'Eliminar para ambas personas',
    eliminando: 'Eliminando…',
    noEliminado: 'No pudimos eliminar el mensaje. Inténtalo de nuevo.',
    cancelar: 'Cancelar',
  },
  /** Before a link of a message is opened. */
  enlace: {
    titulo: 'Este enlace sale de Maestros CDMX',
    texto: 'No podemos responder por esa página. No escribas ahí tu contraseña ni datos de tu tarjeta.',
    abrir: 'Abrir el enlace',
    quedarse: 'Quedarme aquí',
  },
  redactar: {
    respondiendo: (nombre: string) => `Respondes a ${nombre}`,
    respondiendoPropio: 'Respondes a tu mensaje',
    noResponder: 'No responder a este mensaje',
    campo: 'Mensaje',
    marcador: 'Escribe un mensaje...',
    enviar: 'Enviar mensaje',
    imagen: 'Enviar imagen',
    video: 'Enviar video',
    audio: 'Grabar nota de voz',
    salto: 'Insertar salto de línea',
    demasiadoLargo: (sobran: number) =>
      `El mensaje es demasiado largo: ${sobran === 1 ? 'sobra 1 carácter' : `sobran ${numero.format(sobran)} caracteres`}. Acórtalo o envíalo en partes.`,
  },
  /** In the place of the composer when the other person's account was erased. */
  pausado: 'Esta cuenta no está disponible por ahora. Puedes leer la conversación, pero no escribir en ella.',
  cerrado: 'Esta cuenta fue eliminada. Puedes leer la conversación, pero ya no se puede escribir en ella.',
  error: {
    titulo: 'Error',
    mensaje: {
      buscador: 'No se pudo enviar el mensaje',
      maestro: 'No se pudo enviar el mensaje. Inténtalo de nuevo.',
    } satisfies Record<Lado, string>,
    subida: (detalle: string) => `Error al subir la imagen: ${detalle}`,
    imagen: 'No se pudo enviar la imagen',
    audio: 'No se pudo enviar la nota de voz. Reintenta desde la conversación.',
  },
  video: {
    titulo: 'Próximamente',
    texto: 'La función de enviar videos estará disponible pronto',
  },
  imagen: {
    compartir: 'Compartir imagen',
    compartirTexto: 'Elige una foto de lo que necesitas o de tu trabajo.',
    camara: 'Tomar foto con cámara',
    dispositivo: 'Seleccionar desde dispositivo',
    vistaPrevia: 'Vista previa de imagen',
    vistaPreviaTexto: 'Así la verá la otra persona.',
    noSePuede: 'Esta imagen no se puede enviar.',
    puedesCerrar: 'Puedes cerrar esta ventana: la imagen se sigue enviando.',
    animada: 'Es una imagen animada: se enviará solo su primer cuadro.',
    soltar: 'Suelta la imagen para enviarla',
    deUnaEnUna: 'Las imágenes se envían de una en una. Tomamos la primera.',
    alternativa: 'La imagen que elegiste',
    cancelar: 'Cancelar',
    enviar: 'Enviar imagen',
    enviando: 'Enviando...',
    avance: 'Avance del envío',
    soloImagenes: 'Solo se permiten archivos de imagen',
    demasiadoGrande: 'La imagen es demasiado grande. Máximo 5MB.',
    ilegible: 'No pudimos leer esa imagen. Prueba con otra.',
    demasiadosEnEspera: 'Ya hay muchos archivos en espera. Espera a que se envíen o cancela alguno.',
    sinConexion: 'no hay conexión. Inténtalo de nuevo.',
    visor: 'Imagen',
  },
} as const
