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
