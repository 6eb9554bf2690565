import { SOLICITUDES_MAX, TICKET_IMAGENES_MAX, TICKET_MENSAJE_MAX, TICKET_NOMBRE_MAX } from '../limites.ts'
import { contar, numero } from '../numeros.ts'
import type { EstadoDeTicket } from './estados-de-ticket.ts'

/** The help centre. Its questions and answers are in packages/dominio/src/ayuda/textos-de-preguntas.ts. */
export const ayuda = {
  titulo: 'Centro de Ayuda',
  entrada: 'Busca tu duda aquí. Si no la encuentras, escríbenos: te responde una persona de nuestro equipo.',
  saltar: {
    nombre: 'En esta página',
    preguntas: 'Preguntas',
    formulario: 'Escríbenos',
    solicitudes: 'Mis solicitudes',
  },
  preguntas: {
    titulo: 'Preguntas frecuentes',
    buscar: 'Busca en las preguntas',
    marcador: 'Por ejemplo: teléfono',
    borrar: 'Borrar la búsqueda',
    encontradas: (cuantas: number) => contar(cuantas, 'respuesta', 'respuestas'),
    ninguna: {
      titulo: 'No encontramos una respuesta con esas palabras',
      texto: 'Prueba con otra palabra o cuéntanos qué pasa.',
      escribir: 'Escribir al equipo',
      verTodas: 'Ver todas las preguntas',
    },
  },
  formulario: {
    titulo: 'Enviar Ticket de Soporte',
    texto: 'Cuéntanos qué pasa y en qué pantalla. Una captura de pantalla ayuda mucho.',
    nombre: 'Nombre',
    correo: 'Correo electrónico',
    correoAyuda: 'Aquí te respondemos. También verás la respuesta en «Mis solicitudes».',
    mensaje: 'Mensaje',
    enviar: 'Enviar Ticket',
    subiendo: 'Subiendo imágenes...',
    enviando: 'Enviando...',
    errores: {
      titulo: 'Error',
      nombre: 'El nombre debe tener al menos 2 caracteres',
      nombreLargo: `El nombre puede tener hasta ${TICKET_NOMBRE_MAX} caracteres`,
      correo: 'Debe ser un correo electrónico válido',
      mensaje: 'El mensaje debe tener al menos 10 caracteres',
      mensajeLargo: `El mensaje puede tener hasta ${numero.format(TICKET_MENSAJE_MAX)} caracteres`,
      demasiadas: 'Máximo 4 imágenes permitidas',
      tipo: 'Solo se permiten archivos .jpg, .jpeg, .png, .webp',
      tamano: 'Cada imagen debe ser menor a 5MB',
      subida: 'Error al subir las imágenes',
      noGuardada:
        'Una imagen de tu solicitud no se subió y no quedó guardada. Abre la ayuda y agrégala otra vez.',
      envio: 'Error al enviar el ticket de soporte',
    },
    /** Below the button, after a failure: what the person can do now. */
    fallo: {
      sinConexion: 'No hay conexión. Lo que escribiste sigue aquí: envíalo cuando vuelva la red.',
      otro: 'No pudimos enviar tu solicitud. Lo que escribiste sigue aquí: inténtalo de nuevo.',
    },
    advertencia: { titulo: 'Advertencia', texto: 'Algunas imágenes no se pudieron subir' },
    exito: {
      titulo: '¡Éxito!',
      texto: 'Tu solicitud fue enviada con éxito. Nos pondremos en contacto contigo pronto.',
    },
    imagenes: {
      titulo: 'Imágenes (opcional)',
      ayuda: `Hasta ${TICKET_IMAGENES_MAX} imágenes .jpg, .png o .webp de menos de 5MB. Solo las ve nuestro equipo.`,
      agregar: 'Agregar imágenes',
      imagen: (numero: number) => `Imagen ${numero}`,
      quitar: (numero: number) => `Quitar la imagen ${numero}`,
      subiendo: (numero: number) => `Subiendo la imagen ${numero}`,
      reintentar: (numero: number) => `Reintentar la imagen ${numero}`,
      fallo: 'Reintentar',
      pendiente: 'Una imagen no se subió. Vuelve a subirla o quítala.',
    },
  },
  solicitudes: {
    titulo: 'Mis solicitudes',
    cargando: 'Cargando tus solicitudes…',
    vacio: {
      titulo: 'Aún no has enviado solicitudes',
      texto: 'Cuando nos escribas, aquí verás tu mensaje y nuestra respuesta.',
    },
    fallo: { titulo: 'No pudimos cargar tus solicitudes', texto: 'Revisa tu conexión e inténtalo de nuevo.' },
    enviada: (fecha: string) => `Enviada el ${fecha}`,
    estados: {
      abierto: 'Recibida',
      en_proceso: 'En proceso',
      resuelto: 'Resuelta',
    } satisfies Record<EstadoDeTicket, string>,
    imagen: (numero: number) => `Imagen ${numero} de tu solicitud`,
    ver: (numero: number) => `Ver la imagen ${numero}`,
    visor: 'Imagen de tu solicitud',
    respuesta: 'Respuesta del equipo',
    sinRespuesta: 'Todavía no hay respuesta. Te avisaremos por correo.',
    masAntiguas: `Se muestran tus ${SOLICITUDES_MAX} solicitudes más recientes. Las demás están en la copia de tus datos.`,
  },
} as const
