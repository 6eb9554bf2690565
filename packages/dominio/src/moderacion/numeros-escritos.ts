import {
  CENTENAS,
  COMIENZOS,
  conLetras,
  DECENAS,
  OTROS,
  PLURALES,
  RECORTADAS,
  romano,
  UNIDADES,
} from './palabras-de-numeros.ts'

/** Reads number words. */
export interface Escrito {
  digitos: string
  clase: 'unidad' | 'decena' | 'otro' | 'centena'
}

const PALABRA = new RegExp(
  [...UNIDADES.keys(), ...DECENAS.keys(), ...OTROS.keys(), ...CENTENAS.keys()]
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'y',
)
/** Whether a word of the text begins like a number word. */
export const HAY_PALABRAS = new RegExp(`(?<![a-z])(?:${PALABRA.source})`)

function escrito(word: string): Escrito | undefined {
  const unidad = UNIDADES.get(word)
  if (unidad !== undefined) return { digitos: unidad, clase: 'unidad' }
  const decena = DECENAS.get(word)
  if (decena !== undefined) return { digitos: decena, clase: 'decena' }
  const otro = OTROS.get(word)
  if (otro !== undefined) return { digitos: otro, clase: 'otro' }
  const centena = CENTENAS.get(word)
  return centena === undefined ? undefined : { digitos: centena, clase: 'centena' }
}

/** Parses 'cinco' and also 'cincocincouno'; undefined when a part is not a number word. */
export function escritos(word: string): Escrito[] | undefined {
  const plural = PLURALES.get(word)
  if (plural !== undefined) return [{ digitos: plural, clase: 'unidad' }]
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
      if (digitos === first && isLeftOf(rest ?? '', unidad.slice(1))) return [{ digitos, clase: 'unidad' }]
    }
  }
  return /[a-z].*[a-z]/.test(word) ? escritos(conLetras(word)) : undefined
}

/** A clipped word or a Roman numeral. Many of them are ordinary words, so this is used for long runs only. */
export function recortado(word: string): Escrito | undefined {
  const digitos = RECORTADAS.get(word) ?? COMIENZOS.get(word.slice(0, 3)) ?? romano(word)
  if (digitos === undefined || word.length > MAX_RECORTADO) return undefined
  return { digitos, clase: digitos.length === 1 ? 'unidad' : digitos.endsWith('0') ? 'decena' : 'otro' }
}
const MAX_RECORTADO = 9
