/** Days of Mexico City, and how the screens write them. */

const city = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Mexico_City',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day that is some days from today, as 2026-03-01. */
export function inDays(days: number): string {
  const day = new Date(`${city.format(new Date())}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

const written = (options: Intl.DateTimeFormatOptions) => (day: string) =>
  new Intl.DateTimeFormat('es-MX', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** '3 de diciembre'. */
export const dayAndMonth = written({ day: 'numeric', month: 'long' })
/** 'jueves, 3 de diciembre'. */
export const wholeDay = written({ weekday: 'long', day: 'numeric', month: 'long' })
