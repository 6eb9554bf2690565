import { sinDobles, sonido } from './fonetica.ts'
import {
  CENTENAS,
  COMIENZOS,
  conLetras,
  DECENAS,
  OTROS,
  PLURALES,
  RECORTADAS,
  romano,
  SUENAN_IGUAL,
  UNIDADES,
} from './palabras-de-numeros.ts'

/** Reads number words. */
export interface Escrito {
  digitos: string
  clase: 'unidad' | 'plural' | 'decena' | 'otro' | 'centena'
}

const TABLAS = [
  ['unidad', UNIDADES],
  ['decena', DECENAS],
  ['otro', OTROS],
  ['centena', CENTENAS],
] as const
const PALABRA = new RegExp(
  TABLAS.flatMap(([, tabla]) => [...tabla.keys()])
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'y',
)
const COMIENZO = new RegExp(`(?<![a-z])(?:${PALABRA.source}|[a-z](?:[ .*_-][a-z](?![a-z])){2})`)
/** Whether a word of the text begins like a number word, or has separated letters. */
export const hayPalabras = (texto: string): boolean => COMIENZO.test(sinDobles(sonido(texto)))

function escrito(word: string): Escrito | undefined {
  for (const [clase, tabla] of TABLAS) {
    const digitos = tabla.get(word)
    if (digitos !== undefined) return { digitos, clase }
  }
  return undefined
}

/** Parses 'cinco' and also 'cincocincouno'; undefined when a part is not a number word. */
export function escritos(palabra: string): Escrito[] | undefined {
  if (!POSIBLE.test(palabra) || SUENAN_IGUAL.has(palabra)) return undefined
  const word = sonido(palabra)
  return parsed(word) ?? parsed(sinDobles(word))
}

/** The first letters of number words, also misspelt. */
const POSIBLE = /^[bcdefhknoqstuvwyz]/

function parsed(word: string): Escrito[] | undefined {
  const plural = PLURALES.get(word)
  if (plural !== undefined) return [{ digitos: plural, clase: 'plural' }]
  if (word === '') return undefined
  const found: Escrito[] = []
  for (PALABRA.lastIndex = 0; PALABRA.lastIndex < word.length; ) {
    const start = PALABRA.lastIndex
    const number = escrito(PALABRA.exec(word)?.[0] ?? '')
    if (number !== undefined) found.push(number)
    // 'ochentaicuatro', 'treintaynueve'
    else if (found.at(-1)?.clase === 'decena' && /[iy]/.test(word[start] ?? '')) PALABRA.lastIndex = start + 1
    else return undefined
  }
  return found
}

export const esNumero = (word: string): boolean => escritos(conLetras(word)) !== undefined

/** Whether a word is what is left of another, in order and with its last letter: 'nco' of 'inco'. */
function isLeftOf(rest: string, word: string): boolean {
  let at = 0
  for (const letter of word) if (letter === rest[at]) at += 1
  return at === rest.length && rest.at(-1) === word.at(-1)
}

/** Parses a word with look-alike digits: 'c1nc0', '5inco', '5nco'. */
export function conCifras(word: string): Escrito[] | undefined {
  const [, first, rest] = /^([0-9])([a-z]{1,5})$/.exec(word) ?? []
  if (first !== undefined) {
    for (const [unidad, digitos] of UNIDADES) {
      if (digitos === first && isLeftOf(sonido(rest ?? ''), unidad.slice(1)))
        return [{ digitos, clase: 'unidad' }]
    }
  }
  // '5cinco' is 55 and no misspelt 'cinco'.
  const isWhole = word.match(/[a-z]+/g)?.every((part) => escritos(part) !== undefined)
  return /[a-z].*[a-z]/.test(word) && !isWhole ? escritos(conLetras(word)) : undefined
}

/** A clipped word or a Roman numeral. Many of them are ordinary words, so this is used for long runs only. */
export function recortado(word: string): Escrito | undefined {
  const digitos = RECORTADAS.get(word) ?? COMIENZOS.get(word.slice(0, 3)) ?? romano(word)
  if (digitos === undefined || word.length > MAX_RECORTADO) return undefined
  return { digitos, clase: digitos.length === 1 ? 'unidad' : digitos.endsWith('0') ? 'decena' : 'otro' }
}
const MAX_RECORTADO = 9
