import type { Numeros, Serie } from './numeros.ts'

/** Ten digits that begin like an area code, optionally with the country code or an old trunk prefix. */
const TELEFONO = /^(?:52|521|01|04[45])?[2-9][0-9]{9}$/
const MAX_DIGITOS = 13

/** With pauses in between, digits are a phone number only in the groups in which people say one. */
const AGRUPADOS = new Set(['2,4,4', '3,3,4', '2,8', '3,7', '3,3,2,2', '2,4,2,2', '2,2,2,4', '2,3,3,2'])

/**
 * Eight digits were once a whole number in the city. They count as a phone number when the text is about
 * calling.
 */
const LLAMAR =
  /(?<![a-z])(?:tel|telefono|cel|celu|celular|llama(?:me|nos|r)|marca(?:me|nos|r)|wh?ats[a-z]*|[wg]u?asap+)(?![a-z])/
const LOCAL = /^[2-9][0-9]{7}$/

export function hayTelefono(texto: string, { series }: Numeros): boolean {
  return series.some(
    (serie) =>
      serie.some(({ digitos }) => digitos.length >= 10) ||
      enSerie(serie) ||
      (LOCAL.test(digitsOf(serie)) && isWrittenAsPhone(serie) && LLAMAR.test(texto)),
  )
}

/** Whether some consecutive groups are a phone number. */
export const enSerie = (serie: Serie): boolean => serie.some((_, from) => startsAt(serie, from))

function startsAt(serie: Serie, from: number): boolean {
  let digits = ''
  for (let to = from; to < serie.length && digits.length < MAX_DIGITOS; to++) {
    digits += serie[to]?.digitos ?? ''
    if (digits.length >= 10 && TELEFONO.test(digits) && isWrittenAsPhone(serie.slice(from, to + 1)))
      return true
  }
  return false
}

/** Whether the groups are written like a phone number. Round numbers with commas between are prices. */
function isWrittenAsPhone(grupos: Serie): boolean {
  if (grupos.slice(1).every(({ union }) => union === 'firme')) return true
  const sizes = grupos.map(({ digitos }) => digitos.length)
  const grouped = sizes.every((size) => size <= 2) || AGRUPADOS.has(sizes.join(','))
  return grouped && grupos.some(({ digitos }) => !digitos.endsWith('0'))
}

export const digitsOf = (serie: Serie): string => serie.map(({ digitos }) => digitos).join('')
