import { esDeLaCiudad, tieneArea } from './areas.ts'
import { sinClaros } from './claros.ts'
import { sinExplicar, tieneEtiqueta } from './explicados.ts'
import { type Grupo, type Numeros, numerosDe, type Serie } from './numeros.ts'
import { recortado } from './numeros-escritos.ts'
import { COMIENZOS, LETRAS_COMO_CIFRAS, PAUSAS, RECORTADAS } from './palabras-de-numeros.ts'
import { sinContenido } from './palabras-de-piezas.ts'
import { DESCIFRAR, LLAMAR, MARCA, PESO } from './palabras-de-senales.ts'

/** Ten digits that begin like an area code, optionally with the country code or an old trunk prefix. */
export const TELEFONO = /^(?:52|521|01|04[45])?[2-9][0-9]{9}$/
const PREFIJO = /^(?:521?|01|04[45])(?=[2-9][0-9]{9}$)/
export const MAX_DIGITOS = 13

/** The groups in which people say a phone number, and that of a price with as many digits. */
export const AGRUPADOS = new Set('2,4,4 3,3,4 2,8 3,7 3,3,2,2 2,4,2,2 2,2,2,4 2,3,3,2 1,3,3,3'.split(' '))
/** Eight digits were once a whole number in the city. They count as a phone number when the text is about calling. */
const LOCAL = /^[2-9][0-9]{7}$/

/** The sum of the signals (PESO) from which a number is a phone number. */
const MINIMO = 3
/** A text with at most so many words of content is hardly more than its number. */
const POCAS = 1

export function hayTelefono(texto: string, numeros: Numeros): boolean {
  const { series, palabras } = numeros
  const calling = callingOf(palabras)
  const content = palabras.filter((word) => word.length > 3 && !PAUSAS.has(word) && !sinContenido(word))
  const brief = content.length <= POCAS ? PESO.breve : 0
  const found = series.some((serie, i) => {
    const weight = calling + (tieneEtiqueta(numeros, i) ? PESO.etiqueta : brief)
    return (
      serie.some(({ digitos }) => digitos.length >= DIGITOS && weightOf([{ digitos }], weight) >= MINIMO) ||
      enSerie(serie, weight) ||
      (calling > 0 && LOCAL.test(digitsOf(serie)) && isWrittenAsPhone(serie, weight))
    )
  })
  if (found || esTodoElTexto(numeros) || estaEscondido(texto, calling, palabras)) return true
  return hayRecortado(texto) || hayLetrasComoCifras(texto)
}

const callingOf = (palabras: readonly string[]): number => {
  const own = palabras.some((word, i) => word === 'mi' && OWN.test(palabras.slice(i + 1, i + 3).join(' ')))
  if (own || palabras.some((word) => LLAMAR.has(word) && word !== MARCA)) return PESO.llamar
  return palabras.some((word) => LLAMAR.has(word)) ? PESO.marca : 0
}

/** 'mi número', but not 'mi número de cliente' */
const OWN = /^num(?:ero|erito)?(?![a-z]| (?:de|exterior|interior|oficial))/

const areaWeight = (digits: string): number =>
  esDeLaCiudad(digits) ? PESO.ciudad : tieneArea(digits) ? PESO.area : 0

/** The weight of what the digits are and how they are grouped. Ten or more without a break are hardly anything else. */
function weightOf(grupos: readonly { digitos: string }[], weight: number): number {
  const national = digitsOf(grupos).replace(PREFIJO, '')
  const pairs = grupos.length > 1 && grupos.every(({ digitos }) => digitos.length === 2)
  const area = national.length === DIGITOS && (!pairs || DE_DOS.test(national)) ? areaWeight(national) : 0
  // A serial number may begin like the code of a smaller city.
  const sum = weight + (weight < 0 && area < PESO.ciudad ? 0 : area)
  if (grupos.length === 1) return sum + PESO.seguido + PESO.firme
  if (!sonGruposDeTelefono(grupos)) return sum
  const arePairs = grupos.every(({ digitos }) => digitos.length <= 2)
  return sum + (arePairs && area === 0 ? PESO.pares : PESO.agrupado)
}

/** Whether the groups are written like a phone number. Round numbers with commas between are prices. */
function isWrittenAsPhone(grupos: Serie, weight: number): boolean {
  if (esProgresion(grupos)) return false
  const firm = grupos.slice(1).every(({ union }) => union === 'firme')
  if (!firm && (!sonGruposDeTelefono(grupos) || grupos.every(({ digitos }) => digitos.endsWith('0'))))
    return false
  return weightOf(grupos, weight) + (firm && grupos.length > 1 ? PESO.firme : 0) >= MINIMO
}

/**
 * In a text about calling, or one that tells how to read it: ten digits that begin like a number of a large city, also in prices,
 * hours and multiplications, with any words between.
 */
function estaEscondido(texto: string, calling: number, palabras: readonly string[]): boolean {
  if (calling < PESO.llamar && !palabras.some((word) => DESCIFRAR.has(word))) return false
  const { series } = numerosDe(texto, { generosa: true })
  const all = series.flat()
  return (
    startsAt(all, 0, (grupos) => grupos.length === all.length && isHidden(grupos)) ||
    series.some((serie) => serie.some((_, from) => startsAt(serie, from, isHidden)))
  )
}
const isHidden = (grupos: Serie): boolean =>
  GRANDES.test(digitsOf(grupos)) &&
  !esProgresion(grupos) &&
  !grupos.slice(1).every(({ digitos }) => digitos.endsWith('0'))
const DE_DOS = /^(?:55|56|33|81)/
const GRANDES = /^(?:52|521|01|04[45])?(?:55|56|33|81)[0-9]{8}$/

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
const enSerie = (serie: Serie, weight: number): boolean =>
  serie.some((_, from) => startsAt(serie, from, (grupos) => isWrittenAsPhone(grupos, weight)))

function startsAt(serie: Serie, from: number, fits: (grupos: Serie) => boolean): boolean {
  let digits = ''
  for (let to = from; to < serie.length && digits.length < MAX_DIGITOS; to++) {
    digits += serie[to]?.digitos ?? ''
    if (digits.length >= 10 && TELEFONO.test(digits) && fits(serie.slice(from, to + 1))) return true
  }
  return false
}

export function sonGruposDeTelefono(grupos: readonly { digitos: string }[]): boolean {
  if (AGRUPADOS.has(grupos.map(({ digitos }) => digitos.length).join(','))) return true
  // 'tres ochos' are three groups of one digit.
  return grupos.every(({ digitos }) => digitos.length <= 2 || /^([0-9])\1\1$/.test(digitos))
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
  return numerosDe(texto, { recortados: true }).series.some((serie) =>
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
  return [...sinClaros(texto).matchAll(DISFRAZADO)].some(([, raw = '']) => {
    const tokens = raw.split(/[^a-z0-9]+/)
    const digits = withDigits(tokens.join(''))
    if (!/[a-z]/.test(raw) || !/^[0-9]+$/.test(digits) || !tieneArea(digits)) return false
    if (raw.replace(/[^0-9]/g, '').length < MIN_CIFRAS) return false
    // Only the city's area code may be without any digit; 'el', 'las' and 'este' are words.
    return tokens.every((token, i) => /[0-9]/.test(token) || (i === 0 && esDeLaCiudad(withDigits(token))))
  })
}
const DISFRAZADO = /(?<![a-z0-9])(?=((?:[0-9oilzeasgtbq](?:[ .,*/_-]{1,3}(?=[0-9a-z]))?){10})(?![a-z0-9]))/g

const withDigits = (word: string): string =>
  word.replace(/[a-z]/g, (letter) => LETRAS_COMO_CIFRAS.get(letter) ?? letter)

const DIGITOS = 10
const MIN_CIFRAS = 4
