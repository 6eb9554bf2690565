import { sinClaros } from './claros.ts'
import { sinDisfraz } from './disfraces.ts'
import { conCifras, type Escrito, escritos, hayPalabras, recortado } from './numeros-escritos.ts'
import { PAUSAS, VECES } from './palabras-de-numeros.ts'

/**
 * Finds the numbers of a plain text, written in digits or in words, as runs: groups of digits with only signs
 * between them. Dates, times, prices and measures are left out, and a word ends a run. Every regular
 * expression here is bounded, so that the whole is linear in the length of the text.
 */
export interface Grupo {
  digitos: string
  /**
   * The separator before the group: a sign or space that occurs inside one number ('firme'), or a pause
   * ('suelta').
   */
  union: 'firme' | 'suelta'
  /** It was written with letters. */
  escrito: boolean
}
export type Serie = Grupo[]

/** Where a run is: between which words of the text, and whether a sign separates it from them. */
export interface Lugar {
  desde: number
  hasta: number
  signoAntes: boolean
  signoDespues: boolean
}

export interface Numeros {
  series: Serie[]
  /** The place of each run. */
  lugares: Lugar[]
  /** The words of the text that are not numbers. */
  palabras: string[]
}

type Digitos = {
  kind: 'digitos'
  digitos: string
  clase: Escrito['clase'] | 'cifras' | 'mil'
  escrito: boolean
}
type Atomo =
  | Digitos
  | { kind: 'union'; text: string; palabra?: string }
  | { kind: 'corte'; text: string; palabra?: string }
  | { kind: 'veces'; veces: number; palabra: string }

export const SIN_NUMEROS: Numeros = { series: [], lugares: [], palabras: [] }

/** True for a sentence without numbers. This is the case for most messages and avoids the full analysis. */
export const sinNumeros = (texto: string): boolean => !/[0-9]/.test(texto) && !hayPalabras(texto)

interface Lectura {
  /** Clipped words and Roman numerals count as numbers too. */
  recortados?: boolean
  /** For a text about calling: prices, measures and hours tell digits too, 'cinco por dos' is 55, and 'mil' is a number. */
  generosa?: boolean
}

export function numerosDe(texto: string, { recortados = false, generosa = false }: Lectura = {}): Numeros {
  const plain = sinDisfraz(texto)
  const atoms = joined(atomsOf(generosa ? sinFactores(plain) : sinClaros(plain), { recortados, generosa }))
  const found: Numeros = { series: [], lugares: [], palabras: [] }
  let lugar: Lugar | undefined
  let serie: Serie = []
  let between = ''
  const close = () => {
    if (lugar) {
      found.series.push(serie)
      found.lugares.push({ ...lugar, signoDespues: hasSign(between) })
    }
    lugar = undefined
    serie = []
  }
  for (const atom of atoms) {
    if (atom.kind === 'digitos') {
      const union = FIRME.test(between) ? 'firme' : 'suelta'
      const at = found.palabras.length
      lugar ??= { desde: at, hasta: at, signoAntes: hasSign(between), signoDespues: false }
      lugar.hasta = at
      serie.push({ digitos: atom.digitos, union, escrito: atom.escrito })
      between = ''
      continue
    }
    if (atom.kind === 'corte') {
      // A sign that ends the run also separates it from the next word.
      if (atom.palabra === undefined) between += atom.text
      close()
      between = atom.palabra === undefined ? atom.text : ''
    } else if (atom.kind === 'union') between += atom.text
    if (atom.palabra !== undefined) found.palabras.push(atom.palabra)
  }
  close()
  return found
}

/** Whether more than spaces are between a run and the word beside it. */
const hasSign = (between: string) => /[^\sa-z]/.test(between)

/**
 * Separators that occur inside one number. A comma, a line break or another sign may also separate two
 * numbers.
 */
const FIRME = /^(?:[ ()_*/|~:.-]{0,5}|\s)$/
/** These signs never join two numbers. */
const CORTE = /[%=]|\+(?!\s?$)/

const TOKEN = /([0-9]+)(?![a-z0-9])|([a-z]+)(?![a-z0-9])|([a-z0-9]+)|([^0-9a-z]+)/g

function atomsOf(texto: string, { recortados, generosa }: Lectura): Atomo[] {
  const atoms: Atomo[] = []
  const tokens = [...texto.matchAll(TOKEN)]
  for (const [i, [text, digits, word, mixed]] of tokens.entries()) {
    const beside = (step: number) => tokens[i + step]?.[0] ?? ''
    if (digits !== undefined) atoms.push(cifras(digits))
    else if (word !== undefined) {
      // 'dos veces cinco'
      const times = word === 'veces' ? atoms.at(-2) : undefined
      if (times?.kind === 'digitos' && /^[23]$/.test(times.digitos)) {
        atoms.splice(-2, 2, { kind: 'veces', veces: Number(times.digitos), palabra: word })
        continue
      }
      // 'un par de sietes'
      if (word === 'de' && atoms.at(-2)?.kind === 'veces') continue
      const counted = countedDigits(word, atoms)
      if (counted) {
        atoms.splice(-2, 2, counted)
        continue
      }
      if (generosa && word === 'mil') {
        atoms.push({ ...cifras('1000'), clase: 'mil', escrito: true })
        continue
      }
      const clipped = recortados && escritos(word) === undefined ? recortado(word) : undefined
      if (clipped) atoms.push({ kind: 'digitos', escrito: true, ...clipped })
      else atoms.push(...atomsOfWord(word, beside))
    } else if (mixed !== undefined) atoms.push(...atomsOfMixed(mixed))
    else atoms.push({ kind: CORTE.test(text) && !generosa ? 'corte' : 'union', text })
  }
  return atoms
}

/** 'tres ochos' */
function countedDigits(word: string, atoms: readonly Atomo[]): Digitos | undefined {
  const [count, space] = atoms.slice(-2)
  if (count?.kind !== 'digitos' || space?.kind !== 'union' || space.text.trim() !== '') return undefined
  const [digit] = (/^[2-9]$/.test(count.digitos) ? escritos(word) : undefined) ?? []
  if (digit?.clase !== 'plural') return undefined
  return {
    kind: 'digitos',
    digitos: digit.digitos.repeat(Number(count.digitos)),
    clase: 'plural',
    escrito: true,
  }
}

/** '5 x2', 'cero por tres' */
const FACTOR = /(?<![a-z0-9])([0-9]|[a-z]{3,6}) ?(?:x|\*|por) ?([2-5]|dos|tres|cuatro|cinco)(?![a-z0-9])/g
const sinFactores = (texto: string): string =>
  texto.replace(FACTOR, (all, factor: string, times: string) => {
    const [digit, count] = [factor, times].map((word) =>
      /[0-9]/.test(word) ? word : escritos(word)?.[0]?.digitos,
    )
    return digit?.length === 1 ? digit.repeat(Number(count)) : all
  })

const cifras = (digitos: string): Digitos => ({ kind: 'digitos', digitos, clase: 'cifras', escrito: false })
const written = (numbers: readonly Escrito[]): Atomo[] =>
  numbers.map((number) => ({ kind: 'digitos', escrito: true, ...number }))

function atomsOfWord(word: string, beside: (step: number) => string): Atomo[] {
  const veces = VECES.get(word)
  if (veces !== undefined) return [{ kind: 'veces', veces: Number(veces), palabra: word }]
  if (PAUSAS.has(word)) {
    return [{ kind: 'union', text: ` ${word} `, palabra: word }]
  }
  if (LETRAS.test(word) && isDigitLike(word, beside)) return [cifras(lettersAsDigits(word))]
  const numbers = escritos(word)
  return numbers ? written(numbers) : [{ kind: 'corte', text: '', palabra: word }]
}

/** Letters that stand for digits. */
const LETRAS = /^[oil]{1,4}$/
const lettersAsDigits = (word: string) => word.replace(/o/g, '0').replace(/[il]/g, '1')

/** Whether 'o' between spaces means zero: between single digits ('5 5 o 1'). In '15 o 20' it means 'or'. */
function isDigitLike(word: string, beside: (step: number) => string): boolean {
  if (!/^o+$/.test(word)) return false
  const single = (step: number) => /^[0-9o]$/.test(beside(step * 2)) && /^ +$/.test(beside(step))
  return (single(-1) || beside(-1) === '') && (single(1) || beside(1) === '')
}

/** A token of digits and letters: 'c1nco', '55o1234567', '5cinco5', '5s5s4s1s', or a model such as 'WT19DSB'. */
function atomsOfMixed(token: string): Atomo[] {
  const numbers = conCifras(token)
  if (numbers) return written(numbers)
  const parts = token.match(/[0-9]+|[a-z]+/g) ?? []
  const groups = parts.filter((part) => /[0-9]/.test(part))
  // Letters between several groups of digits, or between single digits, only hide a number.
  const hiding =
    groups.length >= MIN_MEZCLADOS || (groups.length > 1 && groups.every((group) => group.length === 1))
  return parts.flatMap((part, i): Atomo[] => {
    if (/[0-9]/.test(part)) return [cifras(part)]
    const inside = i > 0 && i < parts.length - 1
    if (LETRAS.test(part) && (inside || /^o+$/.test(part))) return [cifras(lettersAsDigits(part))]
    const spelled = escritos(part)
    if (spelled) return written(spelled)
    if (inside && hiding && part.length <= MAX_LETRAS) return [{ kind: 'union', text: '' }]
    return [{ kind: 'corte', text: '', palabra: part }]
  })
}
const MIN_MEZCLADOS = 3
const MAX_LETRAS = 5

/** Combines number words: 'cincuenta y cinco' is 55, 'doble cinco' too, 'ciento doce' is 112. */
function joined(atoms: readonly Atomo[]): Atomo[] {
  const out: Atomo[] = []
  let veces = 1
  for (const atom of atoms) {
    if (atom.kind === 'veces') {
      veces = atom.veces
      // The word counts as a word, without ending the run.
      out.push({ kind: 'union', text: '', palabra: atom.palabra })
      continue
    }
    if (atom.kind !== 'digitos') {
      if (atom.kind === 'corte') veces = 1
      out.push(atom)
      continue
    }
    const digitos = veces > 1 ? atom.digitos.repeat(veces) : atom.digitos
    veces = 1
    const last = lastDigits(out)
    const whole = last && (atom.clase !== 'cifras' || last.isAnd) && sum(last.atom, { ...atom, digitos })
    if (last && whole) out.splice(last.at, out.length - last.at, whole)
    else out.push({ ...atom, digitos })
  }
  return out
}

/** The number directly before, when only spaces, 'y' or a dash are between. */
function lastDigits(atoms: readonly Atomo[]) {
  let isAnd = false
  for (let at = atoms.length - 1; at >= Math.max(0, atoms.length - 4); at--) {
    const atom = atoms[at]
    if (atom?.kind === 'digitos') return { at, atom, isAnd }
    if (atom?.kind !== 'union' || !/^ *[yi-]? *$/.test(atom.text)) return undefined
    isAnd ||= /[yi]/.test(atom.text)
  }
  return undefined
}

function sum(big: Digitos, small: Digitos): Digitos | undefined {
  const value = Number(big.digitos) + Number(small.digitos)
  // 'nueve mil ochenta'
  if (small.clase === 'mil' && big.digitos.length < 3 && big.clase !== 'cifras')
    return { ...small, digitos: String(Number(big.digitos) * 1000) }
  const isUnit = (small.clase === 'unidad' || small.clase === 'cifras') && /^[1-9]$/.test(small.digitos)
  const adds =
    (big.clase === 'decena' && isUnit) ||
    (big.clase === 'centena' && ['unidad', 'decena', 'otro'].includes(small.clase)) ||
    (big.clase === 'mil' && small.digitos.length < 4 && small.escrito)
  if (!adds) return undefined
  // 'ciento veinti' is still followed by its unit.
  const clase = small.clase === 'decena' || small.clase === 'centena' ? small.clase : 'otro'
  return { kind: 'digitos', digitos: String(value), clase, escrito: true }
}
