/** Errors of the storage surface when an upload fails; the web app shows these sentences. */
export const almacenamiento = {
  imagenDanada: 'La imagen está dañada o no se puede leer.',
  demasiadasSinEnviar: 'Tienes demasiadas imágenes sin enviar. Envía o quita algunas.',
  demasiadoPorHoy: 'Hoy ya subiste muchos archivos. Podrás subir más mañana.',
  muchasSubidas: 'Se están subiendo muchas imágenes. Inténtalo en un momento.',
  sinServicio: 'Los archivos no están disponibles por ahora. Inténtalo de nuevo en un momento.',
  demasiadoLento: 'La imagen tardó demasiado en llegar. Revisa tu conexión e inténtalo de nuevo.',
  sesionTerminada: 'La sesión terminó. Inicia sesión de nuevo.',
  cuentaSuspendida: 'La cuenta está suspendida.',
  noParaOperadores: 'Las cuentas de operador no usan archivos.',
} as const

const fallo = 'algo falló de nuestro lado. Inténtalo de nuevo en un momento.'
const noDisponible = 'esa imagen no está disponible.'

/**
 * What a person reads for each error code of the storage surface, after 'Error al subir la imagen: '. The server's type of
 * a code comes from here, so it cannot answer a code without a sentence.
 */
export const codigosDeAlmacenamiento = {
  NoSuchBucket: fallo,
  NoSuchKey: noDisponible,
  InvalidKey: fallo,
  InvalidRequest: 'la imagen no llegó completa. Inténtalo de nuevo.',
  KeyAlreadyExists: 'ya se había subido una imagen con ese nombre. Inténtalo de nuevo.',
  EntityTooLarge: 'la imagen es demasiado grande.',
  InvalidMimeType: 'solo se permiten imágenes JPG, PNG o WebP.',
  InvalidJWT: 'el permiso para subirla venció. Inténtalo de nuevo.',
  AccessDenied: 'tu cuenta no puede subir imágenes aquí.',
  NotSupported: fallo,
  InvalidRange: noDisponible,
  InvalidImage: almacenamiento.imagenDanada,
  TooManyObjects: almacenamiento.demasiadasSinEnviar,
  TooManyBytes: almacenamiento.demasiadoPorHoy,
  RequestTimeout: almacenamiento.demasiadoLento,
  SlowDown: almacenamiento.muchasSubidas,
  ServiceUnavailable: almacenamiento.sinServicio,
  InternalError: fallo,
} as const

export type CodigoDeAlmacenamiento = keyof typeof codigosDeAlmacenamiento

const esCodigo = (code: unknown): code is CodigoDeAlmacenamiento =>
  typeof code === 'string' && Object.hasOwn(codigosDeAlmacenamiento, code)

/** The Spanish sentence for an answer of the storage surface. The message of a server with other codes stays as it is. */
export function fraseDeAlmacenamiento(code: unknown, message: string): string {
  // Some answers of one code say more than the code: the session ended, the account is suspended.
  const known: readonly string[] = Object.values(almacenamiento)
  if (known.includes(message)) return message
  return esCodigo(code) ? codigosDeAlmacenamiento[code] : message
}

/** Beside the sentence that a picture is too large, in every form with pictures. */
export const imagenGrande = {
  reducir: 'Reducir y usar',
} as const
