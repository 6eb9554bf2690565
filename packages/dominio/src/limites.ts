/**
 * The numbers of the product, each with its source: a section of the specification, or the design where the
 * specification leaves it open. The database repeats those that it enforces; a test compares the two.
 */

/** Sections 5 and 9. */
export const CONTRASENA_MIN = 6
export const DESCRIPCION = { min: 50, max: 1000 } as const
export const DOMICILIO = { min: 10, max: 300 } as const
export const CURP_LARGO = 18
export const REFERENCIAS_POR_MAESTRO = 2
export const REFERENCIA_DESCRIPCION_MAX = 300
export const REFERENCIA_TELEFONO = { min: 8, max: 12 } as const
export const TICKET_NOMBRE_MIN = 2
export const TICKET_MENSAJE_MIN = 10
export const TICKET_IMAGENES_MAX = 4
export const TIPOS_DE_IMAGEN = ['image/jpeg', 'image/png', 'image/webp'] as const
export const IMAGEN_MAX_BYTES = 5 * 1024 * 1024

/** Section 9. */
export const BUSQUEDA_FINGIDA_MS = 2000
export const COPIADO_MS = 2000
export const ENLACE_DE_RECUPERACION_MIN = 30
export const SALIDA_TRAS_RESTABLECER_MS = 2000
export const ONBOARDING_REDIRECCION_MS = 1000
export const MOVIL_ANCHO_PX = 768
export const VISTA_PREVIA_MAX = 50
export const LEIDO_AL_ENTRAR_MS = 300
export const LEIDO_TRAS_MENSAJE_MS = 200
export const NO_LEIDOS_MAX = 9
export const SONDEO_MS = 30_000
/** How often an open conversation is read while its live channel is lost. */
export const SONDEO_DE_CONVERSACION_MS = 5000
export const IMAGEN_CACHE_S = 3600
export const ESTADISTICAS_DIAS = 30
export const TERMINOS_ACTUALIZADOS = '04/agosto/2025'

/** Section 7: the realtime connection. */
export const EVENTOS_POR_SEGUNDO = 2

/** Section 8: 1 to 5 stars for a review. The length of its text: design, section 5. */
export const PUNTUACION = { min: 1, max: 5 } as const
export const RESENA_COMENTARIO = { min: 10, max: 1000 } as const
export const RESENA_EDITABLE_DIAS = 14
export const RESENA_FOTOS_MAX = 3

/** A seeker is asked once for a review, this many days after the unlock; the request stays for some days. */
export const RESENA_SE_PIDE_TRAS_DIAS = 3
export const RESENA_SE_PIDE_DURANTE_DIAS = 7

/** Design, section 5: the reason for requesting a contact, and how many requests are allowed per day. */
export const MOTIVO_DETALLE = { min: 10, max: 200 } as const
export const CONTACTOS_POR_DIA = 10

/** Not in the specification: how long a new account can be confirmed with the link and the code of one e-mail. */
export const ENLACE_DE_CONFIRMACION_HORAS = 24

/** Not in the specification: maximum lengths of fields. */
export const NOMBRE_MAX = 100
export const REFERENCIA_NOMBRE_MAX = 120
/** A phone number with its separators, as it is typed: more than 20 digits need, so that a pasted number is not cut. */
export const TELEFONO_ESCRITO_MAX = 40
export const MENSAJE_MAX = 4000
/** An own message can be deleted for this many minutes. */
export const MENSAJE_ELIMINABLE_MIN = 15
/** From this length on the writer sees how long the message is. */
export const MENSAJE_CUENTA_DESDE = 3500
export const CONTEXTO_MAX = 100
export const RESPUESTA_MAX = 1000
export const TICKET_NOMBRE_MAX = 200
export const TICKET_MENSAJE_MAX = 5000
export const TICKET_CORREO_MAX = 255

/**
 * Not in the specification: how much one maestro may offer. The city has 16 boroughs. Eight trades are enough
 * for honest profiles and prevent one person from appearing in every search.
 */
export const ALCALDIAS_POR_MAESTRO_MAX = 16
export const OFICIOS_POR_MAESTRO_MAX = 8

/** Not in the specification: the grouping of messages and the size of sent pictures. */
export const GRUPO_DE_MENSAJES_MS = 5 * 60_000
export const IMAGEN_LADO_MAX_PX = 1600

/**
 * Not in the specification: voice notes. Three minutes of Opus at 32 kbit/s are 720 kB; browsers that ignore the bit rate
 * need more.
 */
export const NOTA_DE_VOZ = {
  maxMs: 3 * 60_000,
  maxBytes: 2 * 1024 * 1024,
  bitsPorSegundo: 32_000,
  picos: 48,
} as const
export const TIPOS_DE_AUDIO = ['audio/webm', 'audio/mp4'] as const

/** Not in the specification: the bytes of pictures and voice notes that may wait on a device to be sent. */
export const ARCHIVOS_EN_ESPERA_MAX_BYTES = 60 * 1024 * 1024

/** Not in the specification: the most searched trades of a borough that are shown above the list. */
export const MAS_BUSCADOS = 6

/** Not in the specification: the alerts for searches without results that one seeker may have. */
export const AVISOS_POR_BUSCADOR = 20

/** Not in the specification: the answer of an operator to a ticket, and how many own tickets are listed. */
export const TICKET_RESPUESTA = { min: 2, max: 4000 } as const
export const SOLICITUDES_MAX = 50
/** Not in the specification: push notifications. */
export const ENDPOINT_MAX = 1000
export const SUSCRIPCIONES_POR_PERSONA = 10
/** How long 'Ahora no' holds before the question is shown again. */
export const PREGUNTA_PUSH_DIAS = 30

/** Not in the specification: the copy of own data for reading without a network. */
export const COPIA_CHATS = 20
export const COPIA_MENSAJES = 50
export const COPIA_PERFILES = 20
/** A list that is older than this says its age. */
export const COPIA_ANTIGUA_MS = 15 * 60_000
