import { TICKET_RESPUESTA } from '../limites.ts'
import { MOTIVO_MAX, MOTIVO_MIN } from '../verificacion/estados.ts'

/** What the functions of the operators' console answer when the database refuses an act, by the name that the database gives. */
export const operacionServidor = {
  rechazos: {
    nivel: 'Solo un operador responsable puede hacerlo.',
    maestro: 'Esa cuenta no tiene perfil de maestro.',
    cuenta: 'Esa cuenta no existe o ya fue eliminada.',
    ticket: 'Esa solicitud de ayuda no existe.',
    ticket_sin_cuenta: 'La cuenta de esa solicitud fue eliminada. Ya no se puede responder ni cambiar.',
    reporte: 'Ese reporte no existe.',
    cambio:
      'El maestro cambió sus datos y no los has visto así. Revísalos y decide de nuevo. No se guardó nada.',
    otro_operador:
      'Otro operador ya decidió sobre ese dato. Revisa los datos y decide de nuevo. No se guardó nada.',
    sin_archivo:
      'No hay foto de la INE, o ya se borró. Recházala y pide que la envíe de nuevo. No se guardó nada.',
    sin_comprobante:
      'El maestro no ha enviado su comprobante de domicilio, o ya se borró. Pídeselo antes de verificar. No se guardó nada.',
    corrige_con: 'Elige qué debe corregir el maestro. No se guardó nada.',
    sin_dato: 'El maestro todavía no ha entregado ese dato. No se guardó nada.',
    motivo: `Escribe un motivo de ${MOTIVO_MIN} a ${MOTIVO_MAX} caracteres.`,
    mensaje: `El mensaje para la persona debe tener de ${MOTIVO_MIN} a ${MOTIVO_MAX} caracteres.`,
    respuesta: `Escribe una respuesta de ${TICKET_RESPUESTA.min} a ${TICKET_RESPUESTA.max} caracteres.`,
    propia: 'No puedes suspender ni restaurar tu propia cuenta.',
  },
  /** In the place of `motivo` when a report is closed. */
  nota: `Escribe una nota de ${MOTIVO_MIN} a ${MOTIVO_MAX} caracteres.`,
} as const
