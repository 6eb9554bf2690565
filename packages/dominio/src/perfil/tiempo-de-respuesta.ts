/**
 * How soon a maestro usually answers: the median time from the seeker's first message of a chat to the maestro's first
 * one, in the last 90 days, without the hours from 22:00 to 7:00 (design, section 5). The database derives it
 *; a test compares the steps and numbers with it.
 */
export const PASOS_DE_RESPUESTA = ['15_minutos', '1_hora', '3_horas', '1_dia'] as const
export type PasoDeRespuesta = (typeof PASOS_DE_RESPUESTA)[number]

/** The median of each step is below this many counted minutes. A counted day has 15 hours. */
export const MINUTOS_DE_PASO: Record<PasoDeRespuesta, number> = {
  '15_minutos': 15,
  '1_hora': 60,
  '3_horas': 180,
  '1_dia': 15 * 60,
}

/** With fewer answered chats nothing is shown. */
export const RESPUESTAS_MIN = 5
