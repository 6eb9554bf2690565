import type { AvisoOpcional } from './preferencias.ts'

/** The screen where a person chooses which e-mails and push notifications to get. */
export const avisos = {
  titulo: 'Avisos',
  entrada: 'Elige cuándo quieres que te avisemos. Los cambios se guardan al momento.',
  cargando: 'Cargando tus avisos…',
  fallo: 'No pudimos traer tus avisos.',
  sinGuardar: 'No pudimos guardar el cambio. Inténtalo de nuevo.',
  correo: {
    titulo: 'Por correo',
    texto: 'Los correos de seguridad y de tu cuenta llegan siempre.',
  },
  push: {
    titulo: 'Notificaciones',
    texto: 'Valen para los dispositivos en los que las actives.',
  },
  opciones: {
    correo_mensajes: {
      nombre: 'Mensajes sin leer',
      ayuda: 'Un correo si pasan 15 minutos y no estás en línea.',
    },
    correo_contacto: { nombre: 'Piden tu contacto', ayuda: 'Cuando alguien ve tu teléfono.' },
    correo_resenas: { nombre: 'Reseñas nuevas', ayuda: 'Cuando alguien te califica.' },
    correo_busquedas: {
      nombre: 'Búsquedas que pediste',
      ayuda: 'Cuando ya hay un maestro para lo que buscabas.',
    },
    push_mensajes: { nombre: 'Mensajes', ayuda: 'Cuando alguien te escribe.' },
    push_contacto: { nombre: 'Piden tu contacto', ayuda: 'Cuando alguien ve tu teléfono.' },
    push_busquedas: {
      nombre: 'Búsquedas que pediste',
      ayuda: 'Cuando ya hay un maestro para lo que buscabas.',
    },
    push_con_texto: {
      nombre: 'Mostrar el mensaje',
      ayuda: 'Se puede leer en la pantalla bloqueada.',
    },
  } satisfies Record<AvisoOpcional, { nombre: string; ayuda: string }>,
} as const
