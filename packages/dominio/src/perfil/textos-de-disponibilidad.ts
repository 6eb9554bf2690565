import { diaCompleto } from '../fechas.ts'
import type { PasoDeRespuesta } from './tiempo-de-respuesta.ts'

const PASOS: Record<PasoDeRespuesta, string> = {
  '15_minutos': '15 minutos',
  '1_hora': '1 hora',
  '3_horas': '3 horas',
  '1_dia': '1 día',
}

/** '3 de diciembre': without the day of the week. */
const diaYMes = (dia: string) => diaCompleto(dia).replace(/^\S+ /, '')

/** Availability and answer time, as seekers read them. The card of the dashboard is in maestro/textos-de-panel.ts. */
export const disponibilidad = {
  disponibleHoy: 'Disponible hoy',
  respuesta: (paso: PasoDeRespuesta) => `Suele responder en menos de ${PASOS[paso]}`,
  enPausa: (hasta: string) => `En pausa hasta el ${diaYMes(hasta)}`,
  /** In the chat of a seeker. */
  enPausaNota: 'Puedes escribirle; quizá tarde en responder.',
} as const
