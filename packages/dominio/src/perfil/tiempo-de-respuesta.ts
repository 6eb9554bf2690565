/**
 * How soon a maestro usually answers: the median time from the seeker's first message of a chat to the maestro's first
 * one, in the last 90 days, without the hours from 22:00 to 7:00 (design, section 5). Only the
 * database derives it (interno.paso_de_respuesta); a test compares the steps with it.
 */
export const PASOS_DE_RESPUESTA = ['15_minutos', '1_hora', '3_horas', '1_dia'] as const
export type PasoDeRespuesta = (typeof PASOS_DE_RESPUESTA)[number]
