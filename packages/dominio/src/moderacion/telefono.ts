import { esDeLaCiudad, tieneArea } from './areas.ts'
import { sinClaros } from './claros.ts'
import { sinExplicar } from './explicados.ts'
import { type Grupo, type Numeros, numerosDe, type Serie } from './numeros.ts'
import { recortado } from './numeros-escritos.ts'
import { COMIENZOS, LETRAS_COMO_CIFRAS, RECORTADAS } from './palabras-de-numeros.ts'

/** Ten digits that begin like an area code, optionally with the country code or an old trunk prefix. */
export const TELEFONO = /^(?:52|521|01|04[45])?[2-9][0-9]{9}$/
export const MAX_DIGITOS = 13

/** With pauses in between, digits are a phone number only in the groups in which people say one. */
export const AGRUPADOS = new Set(['2,4,4', '3,3,4', '2,8', '3,7', '3,3,2,2', '2,4,2,2', '2,2,2,4', '2,3,3,2'])

/**
 * Eight digits were once a whole number in the city. They count as a phone number when the text is about
 * calling.
 */
export const LLAMAR = new Set(
  'tel telefono cel celu celular llama llamame llamanos llamar marca marcame marcanos marcar whats whatsapp wats wasap guasap lada'.split(
    ' ',
  ),
)
const LOCAL = /^[2-9][0-9]{7}$/

export function hayTelefono(texto: string, numeros: Numeros): boolean {
  const { series, palabras } = numeros
  const found = series.some(
    (serie) =>
      serie.some(({ digitos }) => digitos.length >= 10) ||
      enSerie(serie) ||
      (LOCAL.test(digitsOf(serie)) &&
        isWrittenAsPhone(serie) &&
        palabras.some((palabra) => LLAMAR.has(palabra))),
  )
  return found || esTodoElTexto(numeros) || hayRecortado(texto) || hayLetrasComoCifras(texto)
}

/**
 * All digits of the text together are a number of the city, in the groups of a phone number, with words between that do not
 * explain them.
 */
function esTodoElTexto(numeros: Numeros): boolean {
  const grupos = numeros.series.flat()
  const digits = digitsOf(grupos)
  return (
    digits.length === DIGITOS &&
    esDeLaCiudad(digits) &&
    sonGruposDeTelefono(grupos) &&
    grupos.some(({ digitos }) => !digitos.endsWith('0')) &&
    !esProgresion(grupos) &&
    !estanExplicados(numeros)
  )
}

/**
 * Whether the sentence explains the numbers, except two short ones at most: 'Tengo 55 años y 30 de experiencia'. In a text
 * about calling they are still a phone number.
 */
function estanExplicados(numeros: Numeros): boolean {
  if (numeros.palabras.some((palabra) => LLAMAR.has(palabra))) return false
  const rest = sinExplicar(numeros)
  return rest.length <= 2 && rest.every(({ digitos }) => digitos.length <= 2)
}

/** Whether some consecutive groups are a phone number. */
const enSerie = (serie: Serie): boolean => serie.some((_, from) => startsAt(serie, from, isWrittenAsPhone))

function startsAt(serie: Serie, from: number, fits: (grupos: Serie) => boolean): boolean {
  let digits = ''
  for (let to = from; to < serie.length && digits.length < MAX_DIGITOS; to++) {
    digits += serie[to]?.digitos ?? ''
    if (digits.length >= 10 && TELEFONO.test(digits) && fits(serie.slice(from, to + 1))) return true
  }
  return false
}

/** Whether the groups are written like a phone number. Round numbers with commas between are prices. */
function isWrittenAsPhone(grupos: Serie): boolean {
  if (esProgresion(grupos)) return false
  if (grupos.slice(1).every(({ union }) => union === 'firme')) return true
  return sonGruposDeTelefono(grupos) && grupos.some(({ digitos }) => !digitos.endsWith('0'))
}

export function sonGruposDeTelefono(grupos: readonly { digitos: string }[]): boolean {
  const sizes = grupos.map(({ digitos }) => digitos.length)
  return sizes.every((size) => size <= 2) || AGRUPADOS.has(sizes.join(','))
}

/** '2 3 4 5 6 7 8 9 10', '20, 22, 24, 26, 28': someone counts, or lists sizes. */
const MAX_PASO = 5

export function esProgresion(grupos: readonly { digitos: string }[]): boolean {
  const values = grupos.map(({ digitos }) => Number(digitos))
  const step = (values[1] ?? 0) - (values[0] ?? 0)
  return (
    values.length > 3 &&
    step > 0 &&
    step <= MAX_PASO &&
    values.every((value, i) => i === 0 || value - (values[i - 1] ?? 0) === step)
  )
}

export const digitsOf = (grupos: readonly { digitos: string }[]): string =>
  grupos.map(({ digitos }) => digitos).join('')

/** Clipped words and Roman numerals: a phone number in a run of many of them. */
function hayRecortado(texto: string): boolean {
  if (recortadosEn(texto) < MIN_RECORTADOS) return false
  return numerosDe(texto, true).series.some((serie) =>
    serie.some((_, from) => startsAt(serie, from, isMostlyWritten)),
  )
}
const MIN_RECORTADOS = 3

const isMostlyWritten = (grupos: Serie): boolean =>
  lettersOf(grupos) >= 5 && grupos.every(({ digitos }) => digitos.length <= 4) && !esProgresion(grupos)

/** How many digits are written with letters. */
const lettersOf = (grupos: readonly Grupo[]) => digitsOf(grupos.filter(({ escrito }) => escrito)).length

const POSIBLES = new RegExp(
  `(?<![a-z])(?:[a-z]{1,4}|[ivxlc]{5,7}|(?:${[...COMIENZOS.keys(), ...RECORTADAS.keys()].join('|')})[a-z]{0,6})(?![a-z])`,
  'g',
)

export function recortadosEn(texto: string): number {
  let count = 0
  // Short words, and longer ones that begin like a number.
  for (const word of texto.match(POSIBLES) ?? []) if (recortado(word)) count += 1
  return count
}

/** 'S5 4l 3Z 98 77': a whole number with an area code, in which some digits are letters. */
function hayLetrasComoCifras(texto: string): boolean {
  if (!/[0-9][oilzeasgtbq]|[oilzeasgtbq][0-9]|(?<![a-z])s[sgb](?![a-z])/.test(texto)) return false
  const tokens = sinClaros(texto).match(/[a-z0-9]+|[^a-z0-9]+/g) ?? []
  return tokens.some((_, from) => isDisguised(tokens, from))
}

function isDisguised(tokens: readonly string[], from: number): boolean {
  let raw = ''
  for (let at = from; at < tokens.length && raw.length < DIGITOS; at++) {
    const token = tokens[at] ?? ''
    if (isDigits(token)) {
      // Only the city's area code may be without any digit; 'el', 'las' and 'este' are words.
      if (!/[0-9]/.test(token) && !(at === from && esDeLaCiudad(withDigits(token)))) return false
      raw += token
    } else if (at === from || !/^[ .,*/_-]{1,3}$/.test(token)) return false
  }
  if (raw.length !== DIGITOS || !/[a-z]/.test(raw) || raw.replace(/[^0-9]/g, '').length < MIN_CIFRAS)
    return false
  return tieneArea(withDigits(raw))
}

const isDigits = (token: string): boolean =>
  token.length <= DIGITOS && [...token].every((sign) => /[0-9]/.test(sign) || LETRAS_COMO_CIFRAS.has(sign))

const withDigits = (word: string): string =>
  word.replace(/[a-z]/g, (letter) => LETRAS_COMO_CIFRAS.get(letter) ?? letter)

const DIGITOS = 10
const MIN_CIFRAS = 4
