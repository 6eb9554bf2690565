/** Dates as they are displayed, in the time zone of Mexico City, independent of the reader's device. */

export const ZONA = 'America/Mexico_City'

const UN_DIA_MS = 24 * 60 * 60 * 1000

const hora = new Intl.DateTimeFormat('es-ES', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: ZONA,
})
const corta = new Intl.DateTimeFormat('es-MX', { dateStyle: 'medium', timeZone: ZONA })
const larga = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: ZONA })
const largaConHora = new Intl.DateTimeFormat('es-MX', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: ZONA,
})
const fechaCompleta = new Intl.DateTimeFormat('es-MX', { dateStyle: 'full', timeZone: ZONA })
const diaDelCalendario = new Intl.DateTimeFormat('en', {
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: ZONA,
})

/** The time of a chat's last message: HH:MM under 24 hours old, otherwise dd/mm (specification, section 9). */
export function horaEnLista(fecha: Date, ahora: Date): string {
  if (ahora.getTime() - fecha.getTime() < UN_DIA_MS) return hora.format(fecha)
  // Intl is not used here: for es-ES it drops leading zeros even with two digits.
  const [, mes, dia] = diaDe(fecha).split('-')
  return `${dia}/${mes}`
}

/** The day of a review: '4 ago 2025'. */
export const fechaCorta = (fecha: Date): string => corta.format(fecha)

/** '4 de agosto de 2025'. */
export const fechaLarga = (fecha: Date): string => larga.format(fecha)

/** '4 de agosto de 2025 a las 22:30'. */
export const fechaYHora = (fecha: Date): string => largaConHora.format(fecha)

export const horaDelMensaje = (fecha: Date): string => hora.format(fecha)

/**
 * The day of the city, as 2025-08-04: two messages under one separator share it. Put together from its parts, because
 * the order and the separators that a locale gives differ between versions of ICU.
 */
export function diaDe(fecha: Date): string {
  const partes = new Map(diaDelCalendario.formatToParts(fecha).map(({ type, value }) => [type, value]))
  return `${partes.get('year')}-${partes.get('month')}-${partes.get('day')}`
}

/** The separator above a day's messages: 'Hoy', 'Ayer' or the whole date. */
export function separadorDeDia(fecha: Date, ahora: Date): string {
  const dia = diaDe(fecha)
  if (dia === diaDe(ahora)) return 'Hoy'
  if (dia === diaAnterior(diaDe(ahora))) return 'Ayer'
  return fechaCompleta.format(fecha)
}

/** By the calendar and not by 24 hours: a day may have 23 or 25 hours. */
function diaAnterior(dia: string): string {
  const fecha = new Date(`${dia}T00:00:00Z`)
  fecha.setUTCDate(fecha.getUTCDate() - 1)
  return fecha.toISOString().slice(0, 10)
}

const diaConMes = new Intl.DateTimeFormat('es-MX', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const diaEscrito = new Intl.DateTimeFormat('es-MX', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/** A day of the calendar, given as 2025-08-04, in a few letters: '4 ago'. */
export const diaCorto = (dia: string): string =>
  diaConMes.format(new Date(`${dia}T00:00:00Z`)).replace('.', '')

/** A day of the calendar, given as 2025-08-04, written out: 'lunes, 4 de agosto'. */
export const diaCompleto = (dia: string): string => diaEscrito.format(new Date(`${dia}T00:00:00Z`))

const relativa = new Intl.RelativeTimeFormat('es-MX')
const MINUTO_MS = 60_000
const HORA_MS = 60 * MINUTO_MS

/** 'hace menos de un minuto', 'hace 20 minutos', 'hace 2 horas', 'hace 3 días': whole units, rounded down. Both are times in milliseconds. */
export function haceCuanto(momento: number, ahora: number): string {
  const ms = Math.max(ahora - momento, 0)
  if (ms < MINUTO_MS) return 'hace menos de un minuto'
  if (ms < HORA_MS) return relativa.format(-Math.floor(ms / MINUTO_MS), 'minute')
  if (ms < UN_DIA_MS) return relativa.format(-Math.floor(ms / HORA_MS), 'hour')
  return relativa.format(-Math.floor(ms / UN_DIA_MS), 'day')
}
