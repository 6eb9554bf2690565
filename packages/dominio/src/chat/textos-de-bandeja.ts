const contar = (cantidad: number, uno: string, varios: string) =>
  `${cantidad} ${cantidad === 1 ? uno : varios}`

/** The two inboxes. */
export const conversaciones = {
  titulo: 'Tus conversaciones',
  lista: 'Conversaciones',
  cargandoMas: 'Cargando más conversaciones…',
  masNoLlegan: 'No pudimos traer más conversaciones.',
  fallo: {
    titulo: 'No pudimos traer tus conversaciones',
    texto: 'Siguen guardadas. Revisa tu conexión e inténtalo de nuevo.',
  },
  vacio: {
    buscador: {
      titulo: 'Aún no has iniciado ninguna conversación',
      texto: 'Explora maestros y comienza a chatear con ellos',
      accion: 'Buscar un maestro',
    },
    maestro: {
      titulo: 'Aún no tienes ningún chat',
      texto: 'Aquí verás a quienes te escriban. Un perfil completo ayuda a que se animen.',
      accion: 'Ver mi perfil',
    },
  },
  fila: {
    propio: 'Tú:',
    imagen: '📷 Imagen',
    audio: '🎤 Nota de voz',
    video: '🎥 Video',
    contacto: 'Se pidió el contacto.',
    eliminado: 'Mensaje eliminado',
    sinMensajes: 'Inicia la conversación',
    sinLeer: (mensajes: number) => contar(mensajes, 'mensaje sin leer', 'mensajes sin leer'),
  },
} as const
