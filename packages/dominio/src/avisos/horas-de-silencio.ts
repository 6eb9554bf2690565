import { ZONA } from '../fechas.ts'

/** Hours of Mexico City in which no push notification is sent: from `desde` until `hasta`, also over midnight. */
export interface HorasDeSilencio {
  desde: number
  hasta: number
}

/** The end of the quiet hours that last at this moment; null outside of them. Equal hours mean that there are none. */
export function finDelSilencio(ahora: Date, { desde, hasta }: HorasDeSilencio): Date | null {
  const minuto = minutoDelDia(ahora)
  const [inicio, fin] = [desde * 60, hasta * 60]
  const enSilencio = inicio <= fin ? minuto >= inicio && minuto < fin : minuto >= inicio || minuto < fin
  if (!enSilencio) return null
  const faltan = (fin - minuto + MINUTOS_DEL_DIA) % MINUTOS_DEL_DIA
  // Mexico City has no daylight saving time, so that minutes of the clock are minutes that pass.
  return new Date(Math.floor(ahora.getTime() / 60_000) * 60_000 + faltan * 60_000)
}

const MINUTOS_DEL_DIA = 24 * 60

const reloj = new Intl.DateTimeFormat('en', {
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
  timeZone: ZONA,
})

function minutoDelDia(fecha: Date): number {
  const partes = new Map(reloj.formatToParts(fecha).map(({ type, value }) => [type, Number(value)]))
  return (partes.get('hour') ?? 0) * 60 + (partes.get('minute') ?? 0)
}
