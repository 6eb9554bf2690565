import { ARROBA_PEGADA, BUZONES, DICTADOS, EME_EQUIS, PUNTO_PEGADO } from './palabras-de-direcciones.ts'
import { conLetras } from './palabras-de-numeros.ts'

/** Words that are also written with look-alike digits: 'arr0ba', 'gm4il', 'c0m'. */
const esDeDireccion = (word: string) => DICTADOS.has(word) || BUZONES.has(word) || word === 'com'

/**
 * Brings an address into its usual form: letters that were separated are joined, look-alike digits become letters, brackets
 * around signs go, and the dictated words 'arroba' and 'punto' become signs. Takes a plain text; linear.
 */
export function dictado(texto: string): string {
  let text = texto
    .replace(ARROBA_PEGADA, ' arroba ')
    .replace(PUNTO_PEGADO, ' $1 $2')
    .replace(EME_EQUIS, 'mx')
    .replace(SUELTAS, (letters: string, separator: string) =>
      /[a-z]/.test(letters) ? letters.replaceAll(separator, '') : letters,
    )
    .replace(INICIALES, '$1$2')
    .replace(ENCERRADOS, '$1')
    .replace(ENTRE_SIGNOS, '$1')
  if (/[a-z][0-9]|[0-9][a-z]/.test(text)) text = text.replace(/[a-z0-9]+/g, withLetters)
  return (HAY_DICTADO.test(text) ? text.replace(PALABRA, spoken) : text)
    .replace(/\s{0,2}[([{<]\s?at\s?[)\]}>]\s{0,2}/g, '@')
    .replace(ENTRE_SIGNOS, '$1')
}

/** 'g m a i l', 'g.m.a.i.l': single letters with the same separator between them. */
const SUELTAS = /(?<![a-z0-9])[a-z0-9]([ .*_-])[a-z0-9](?:\1[a-z0-9](?![a-z0-9]))+/g
/** 'i.g.' */
const INICIALES = /(?<![a-z0-9.])([a-z])\.([a-z])\.(?![a-z0-9])/g
/** '(.)', '[@]' */
const ENCERRADOS = /[([{<|]\s?([.@:])\s?[)\]}>|]/g
/** '-@-', '*.*' */
const ENTRE_SIGNOS = /[*_|-]([@.])[*_|-]/g

function withLetters(token: string): string {
  if (token.length > MAX_PALABRA) return token
  const word = [conLetras(token, 'i'), conLetras(token, 'l')].find(esDeDireccion)
  return word ?? token
}
const MAX_PALABRA = 12

const HAY_DICTADO = new RegExp([...DICTADOS.keys()].join('|'))
const PALABRA = new RegExp(
  `\\s{0,2}[([{<]?\\s?(?<![a-z])(${[...DICTADOS.keys()].join('|')})(?![a-z])\\s?[)\\]}>]?\\s{0,2}`,
  'g',
)

function spoken(all: string, word: string, at: number, text: string): string {
  const sign = DICTADOS.get(word)
  if (sign === undefined) return all
  // 'el punto com', 'al punto de venta'
  if (sign === '.' && ARTICULO.test(text.slice(Math.max(0, at - 6), at))) return all
  return sign
}
const ARTICULO = /(?<![a-z])(?:el|un|al|del|este)$/

/** The words of a dictated text, with the signs that announce a name. */
export const palabrasDe = (texto: string): string[] =>
  texto.match(/[a-z0-9_|@$!]*[a-z0-9_](?:[.-][a-z0-9_]+)*|[:=>]/g) ?? []
