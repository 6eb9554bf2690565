import { diaCompleto } from '../fechas.ts'
import type { PasoDeRespuesta } from '../respuesta.ts'

const PASOS: Record<PasoDeRespuesta, string> = {
  '15_minutos': '15 minutos',
  '1_hora': '1 hora',
  '3_horas': '3 horas',
  '1_dia': '1 día',
}

/** '3 de diciembre': without the day of the week. */
const diaYMes = (dia: string) => diaCompleto(dia).replace(/^\S+ /, '')

/** Availability and answer time, as seekers and the maestro read them. */
export const disponibilidad = {
  disponibleHoy: 'Disponible hoy',
  respuesta: (paso: PasoDeRespuesta) => `Suele responder en menos de ${PASOS[paso]}`,
  enPausa: (hasta: string) => `En pausa hasta el ${diaYMes(hasta)}`,
  /** In the chat of a seeker. */
  enPausaNota: 'Puedes escribirle; quizá tarde en responder.',
  /** The card of the dashboard. */
  panel: {
    titulo: 'Disponibilidad',
    normal: 'Apareces en las búsquedas.',
    disponible: 'Apareces en las búsquedas con la marca «Disponible hoy» hasta la medianoche.',
    pausa: (hasta: string) =>
      `No apareces en las búsquedas. Vuelves a aparecer el ${diaCompleto(hasta)}. Tus conversaciones siguen abiertas.`,
    interruptor: 'Disponible hoy',
    interruptorAyuda: 'Para quien busca a alguien para hoy mismo. Se apaga a la medianoche.',
    pausar: 'Ponerme en pausa',
    pausarTitulo: 'Ponerte en pausa',
    pausarTexto: 'Sales de las búsquedas hasta el día que elijas. Tus conversaciones siguen abiertas.',
    hasta: 'Vuelvo a aparecer el',
    sugerida: (dias: number) => (dias === 1 ? 'Mañana' : dias === 7 ? 'En 1 semana' : `En ${dias} días`),
    fueraDeRango: 'Elige un día entre mañana y dentro de 90 días.',
    confirmar: 'Ponerme en pausa',
    cancelar: 'Cancelar',
    cambiarFecha: 'Cambiar la fecha',
    terminar: 'Terminar la pausa',
    guardando: 'Guardando…',
    fallo: 'No pudimos guardar tu disponibilidad. Inténtalo de nuevo.',
  },
} as const
