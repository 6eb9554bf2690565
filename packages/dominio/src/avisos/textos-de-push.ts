/** Notifications of the phone: their texts, the card that turns them on, and the question before it. */
export const push = {
  /** The notifications themselves. They are shown on a locked screen. */
  notificacion: {
    mensajes: (cuantos: number) =>
      cuantos === 1 ? 'Te escribió un mensaje.' : `Te escribió ${cuantos} mensajes.`,
    imagen: 'Te envió una foto.',
    audio: 'Te envió una nota de voz.',
    contacto: (nombre: string) => `${nombre} pidió tu contacto`,
    contactoTexto: 'Abre la conversación para ver el motivo.',
    resumen: (conversaciones: number) => `Tienes mensajes sin leer en ${conversaciones} conversaciones.`,
    busqueda: (oficio: string, alcaldia: string) => `Ya hay alguien de ${oficio} en ${alcaldia}`,
    busquedaTexto: 'Abre los resultados para ver su perfil.',
    /** When the content cannot be read. */
    generica: 'Tienes novedades. Abre la aplicación para verlas.',
  },
  tarjeta: {
    titulo: 'Notificaciones en este dispositivo',
    texto: 'Te avisamos cuando alguien te escribe, aunque no tengas la aplicación abierta.',
    /** The hours are a setting of the server (PUSH_QUIET_HOURS). */
    silencio: (desde: number, hasta: number) =>
      `De ${desde}:00 a ${hasta}:00 no suena nada: lo que llegue a esas horas te lo decimos después.`,
    cargando: 'Revisando las notificaciones…',
    activar: 'Activar notificaciones',
    activando: 'Activando…',
    activas: 'Las notificaciones están activas en este dispositivo.',
    desactivar: 'Desactivar en este dispositivo',
    desactivando: 'Desactivando…',
    negadas:
      'Este navegador tiene bloqueadas las notificaciones de Maestros CDMX. Permítelas en los ajustes del sitio y vuelve a esta pantalla.',
    sinSoporte: 'Este navegador no puede mostrar notificaciones.',
    enIphone:
      'En iPhone y iPad, primero agrega Maestros CDMX a tu pantalla de inicio: toca Compartir y luego «Agregar a inicio». Después activa aquí las notificaciones.',
    fallo: 'No pudimos cambiar las notificaciones. Revisa tu conexión e inténtalo de nuevo.',
  },
  /** After the first own message of a conversation, before the browser asks. */
  pregunta: {
    titulo: '¿Te avisamos cuando te respondan?',
    texto: 'Te llega una notificación en este dispositivo. En Avisos eliges si muestra el texto del mensaje.',
    activar: 'Sí, avísame',
    despues: 'Ahora no',
    lista: 'Listo, te avisaremos en este dispositivo.',
  },
} as const
