import { MOTIVO_DETALLE } from '../limites.ts'

/** The dialogs between a locked contact and the phone number. */
export const contacto = {
  /** The message in the chat, for both people and for the preview of an inbox. */
  nota: (motivo: string) => `Se pidió el contacto. Motivo: ${motivo}`,
  /** The button that opens the dialogs outside the profile. */
  abrir: 'Ver información de contacto',
  noAbre: 'No pudimos abrir la información de contacto. Inténtalo de nuevo.',
  informacion: {
    titulo: 'Información de contacto',
    pregunta: (nombre: string) => `¿Quieres ver la información de contacto de ${nombre}?`,
    nota: 'Puedes usar el chat de la plataforma hasta que decidas que realmente necesitas su información de contacto.',
    chatear: 'Chatear con él',
    abriendoChat: 'Abriendo chat…',
    verDirecto: 'Ver información de contacto directo',
  },
  motivo: {
    titulo: '¿Para qué necesitas el contacto?',
    texto: (nombre: string) => `${nombre} verá tu motivo en el chat, para saber con quién habla.`,
    grupo: 'Motivo',
    motivos: {
      agendar_visita: 'Agendar una visita',
      pedir_cotizacion: 'Pedir una cotización',
      coordinar_trabajo: 'Coordinar un trabajo acordado',
      urgencia: 'Es una urgencia',
      otro: 'Otro',
    },
    detalle: 'Cuéntanos el motivo',
    detalleAyuda: `Entre ${MOTIVO_DETALLE.min} y ${MOTIVO_DETALLE.max} caracteres.`,
    confirmar: 'Ver contacto',
    confirmando: 'Pidiendo el contacto…',
    fallo: 'No pudimos abrir el contacto. Tu motivo sigue aquí: inténtalo de nuevo en un momento.',
  },
  detalles: {
    titulo: 'Datos de contacto',
    identidad: 'Identidad verificada',
    telefono: 'Teléfono',
    copiar: 'Copiar teléfono',
    copiado: '¡Copiado!',
    aviso: 'Teléfono copiado',
    llamar: 'Llamar ahora',
  },
} as const
