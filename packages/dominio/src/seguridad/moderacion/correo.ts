import { palabrasDe } from './dictado.ts'
import { AVISAN, BUZONES, COMUNES, MARCADO, TERMINACIONES, UNEN } from './palabras-de-direcciones.ts'

/** Finds e-mail addresses in a dictated text (dictado.ts), complete or as an account and its provider. Linear. */

/** Every provider is replaced by this word before the rules apply. */
const BUZON = 'xbuzonx'

const CORREOS: readonly RegExp[] = [
  /(?<=[a-z0-9_-]\s?)@\s?[a-z0-9-]{1,63}\s?\.\s?[a-z]{2}/,
  /@\s?(?:el )?xbuzonx(?![a-z])/,
  /(?<![a-z])xbuzonx[ .,]{1,3}com(?![a-z])/,
  /(?<![a-z])at[ )\]}>-]{1,3}xbuzonx(?![a-z])/,
  // 'juan(a)gmail'
  /[([{<|]\s?a\s?[)\]}>|]\s?xbuzonx(?![a-z])/,
  // 'juan.perez23 gmail'
  /[0-9_][a-z]{0,20} (?:en |de )?xbuzonx(?![a-z])/,
  /[a-z]\.[a-z]{1,20} (?:en |de )?xbuzonx(?![a-z])/,
]
/** 'juan(a)taller.mx' */
const ENTRE_PARENTESIS = /[a-z0-9][([{<|]\s?a\s?[)\]}>|]\s?[a-z0-9-]{2,40}\.([a-z]{2,7})(?![a-z])/g

/** Most texts have none of these and need no further look. */
const POSIBLE = new RegExp(`@|[([{<|] ?a ?[)\\]}>|]|(?:g|hot)[ -]mail|${[...BUZONES].join('|')}`)

export function hayCorreo(dictado: string): boolean {
  if (!POSIBLE.test(dictado)) return false
  const text = dictado
    .replace(/(?<![a-z])(g|hot)[ -]mail(?![a-z])/g, '$1mail')
    .replace(/[a-z]{4,11}/g, (word) => (BUZONES.has(word) ? BUZON : word))
  if (CORREOS.some((correo) => correo.test(text))) return true
  for (const [, ending = ''] of text.matchAll(ENTRE_PARENTESIS)) if (TERMINACIONES.has(ending)) return true
  if (!text.includes(BUZON)) return false
  const words = palabrasDe(text)
  return words.some((word, at) => word === BUZON && namesAccount(words, at))
}

/** Whether the account of this provider is named near it. */
function namesAccount(words: readonly string[], at: number): boolean {
  const near = [...words.slice(Math.max(0, at - 5), at), ...words.slice(at + 1, at + 5)]
  if (near.some((word) => MARCADO.test(word))) return true
  const next = words[at + 1] ?? ''
  if (/^(?:es|soy|como|[:=>])$/.test(next) && isName(words[at + 2], 4)) return true
  let account = at - 1
  while (account > at - 5 && UNEN.has(words[account] ?? '')) account -= 1
  if (!isName(words[account], 5)) return false
  // 'juanplomero es de gmail'
  if (account === 0) return account < at - 1 && isName(words[account], 8)
  const before = words[account - 1] ?? ''
  if (/^(?:es|a)$/.test(before)) return AVISAN.has(words[account - 2] ?? '')
  // 'correo juanperez, es gmail': a long word, because 'mi correo falla' is an ordinary sentence.
  return AVISAN.has(before) && (/^(?:soy|:|como)$/.test(before) || (words[account] ?? '').length >= 8)
}

const isName = (word: string | undefined, length: number): boolean =>
  word !== undefined &&
  word.length >= length &&
  /^[a-z][a-z0-9_.]*$/.test(word) &&
  !COMUNES.has(word) &&
  !word.endsWith('mente') &&
  !AVISAN.has(word) &&
  !UNEN.has(word)
