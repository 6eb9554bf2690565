import type { Lado } from '../chat/lado.ts'
import { numero } from '../numeros.ts'
import { type MotivoDeReporte, REPORTE_MENSAJES_MAX, REPORTE_TEXTO } from './reportes.ts'

/** Reporting and blocking a person, and the notice about payments in advance. */
export const seguridad = {
  menu: {
    abrir: 'Más opciones',
    titulo: (nombre: string) => `Opciones con ${nombre}`,
    reportar: 'Reportar',
    bloquear: 'Bloquear',
    desbloquear: 'Desbloquear',
    cargando: 'Cargando…',
  },
  bloquear: {
    titulo: (nombre: string) => `¿Bloquear a ${nombre}?`,
    texto:
      'No podrán escribirse mientras dure el bloqueo. No le avisamos, y puedes desbloquear a esta persona cuando quieras.',
    confirmar: 'Bloquear',
    cancelar: 'Cancelar',
    hecho: (nombre: string) => `Bloqueaste a ${nombre}.`,
    deshecho: (nombre: string) => `Desbloqueaste a ${nombre}.`,
    fallo: 'No pudimos guardar el cambio. Inténtalo de nuevo.',
  },
  /** In the place of the composer. */
  conversacion: {
    propio: 'Bloqueaste a esta persona.',
    desbloquear: 'Desbloquear',
    desbloqueando: 'Desbloqueando…',
    ajeno: 'No puedes enviar mensajes en esta conversación.',
  },
  reportar: {
    titulo: (nombre: string) => `Reportar a ${nombre}`,
    texto: 'Lo revisa una persona de nuestro equipo. No le decimos quién reportó.',
    grupo: 'Motivo',
    motivos: {
      fraude: 'Fraude o cobro engañoso',
      acoso: 'Acoso, insultos o amenazas',
      identidad_falsa: 'No es quien dice ser',
      trabajo_peligroso: 'Trabajo mal hecho o peligroso',
      contenido_inapropiado: 'Contenido inapropiado',
      otro: 'Otro motivo',
    } satisfies Record<MotivoDeReporte, string>,
    detalle: { opcional: 'Cuéntanos qué pasó (opcional)', obligatorio: 'Cuéntanos qué pasó' },
    detalleAyuda: `Entre ${REPORTE_TEXTO.min} y ${numero.format(REPORTE_TEXTO.max)} caracteres.`,
    errores: {
      motivo: 'Elige un motivo.',
      falta: 'Cuéntanos qué pasó.',
      corto: `Cuéntanos un poco más: al menos ${REPORTE_TEXTO.min} caracteres. O deja el campo vacío.`,
      cortoObligatorio: `Cuéntanos un poco más: al menos ${REPORTE_TEXTO.min} caracteres.`,
      largo: `El texto puede tener como máximo ${numero.format(REPORTE_TEXTO.max)} caracteres.`,
    },
    mensajes: 'Agregar mensajes como prueba (opcional)',
    mensajesAyuda: `Guardamos una copia de los que elijas, hasta ${REPORTE_MENSAJES_MAX}.`,
    propio: 'Tú',
    imagen: 'Imagen',
    bloquearTambien: 'Bloquear también a esta persona',
    enviar: 'Enviar reporte',
    enviando: 'Enviando…',
    hecho: 'Recibimos tu reporte. Gracias por avisarnos.',
    fallo: 'No pudimos enviar el reporte. Lo que escribiste sigue aquí: inténtalo de nuevo.',
    /** In a toast, when the dialog was closed before. */
    falloAlCerrar:
      'No pudimos enviar el reporte. Guardamos lo que escribiste: abre «Reportar» e inténtalo de nuevo.',
  },
  pago: {
    titulo: 'Te piden un pago por adelantado',
    revisar: 'Qué revisar',
    puntos: {
      buscador: [
        'Mira en su perfil si su identidad está verificada.',
        'Acuerden por escrito, en este chat, qué incluye y cuánto cuesta.',
        'Nunca pagues todo antes del trabajo. Para material, pide la nota de compra.',
        'Si algo no te convence, no pagues y repórtalo.',
      ],
      maestro: [
        'Nadie necesita que pagues para darte un trabajo.',
        'No devuelvas dinero de un pago que no veas en tu propia cuenta.',
        'No compartas códigos ni fotos de tu tarjeta.',
        'Si algo no te convence, no pagues y repórtalo.',
      ],
    } satisfies Record<Lado, readonly string[]>,
  },
} as const
