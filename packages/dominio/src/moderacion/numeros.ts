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
}
export type Serie = Grupo[]

export interface Numeros {
  series: Serie[]
  /** The text consists of one run only. */
  soloNumeros: boolean
  /** The last run ends the text. */
  alFinal: boolean
}

type Atomo =
  | { kind: 'digitos'; digitos: string; clase: 'cifras' | 'unidad' | 'decena' | 'otro' | 'centena' }
  | { kind: 'union'; text: string }
  | { kind: 'corte' }
  | { kind: 'veces'; veces: number }

export const SIN_NUMEROS: Numeros = { series: [], soloNumeros: false, alFinal: false }

/**
 * True for a sentence with too few digits to matter. This is the case for nearly every message and avoids the
 * full analysis.
 */
export const pocosNumeros = (texto: string): boolean =>
  /[a-z]/.test(texto) && !PALABRAS.test(texto) && (texto.match(/[0-9]/g)?.length ?? 0) < MIN_DIGITOS
const MIN_DIGITOS = 7

export function numerosDe(texto: string): Numeros {
  const atoms = joined(atomsOf(hidden(texto)))
  const series: Serie[] = []
  let serie: Serie = []
  let between = ''
  const close = () => {
    if (serie.length > 0) series.push(serie)
    serie = []
    between = ''
  }
  for (const atom of atoms) {
    if (atom.kind === 'digitos') {
      serie.push({ digitos: atom.digitos, union: FIRME.test(between) ? 'firme' : 'suelta' })
      between = ''
    } else if (atom.kind === 'union') between += atom.text
    else if (atom.kind === 'corte') close()
  }
  const open = serie.length > 0
  close()
  return {
    series,
    soloNumeros: series.length === 1 && atoms.every(({ kind }) => kind === 'digitos' || kind === 'union'),
    alFinal: open,
  }
}

/**
 * Separators that occur inside one number. A comma, a line break or another sign may also separate two
 * numbers.
 */
const FIRME = /^(?:[ ()_*/|~:.-]{0,5}|\s)$/
/** These signs never join two numbers. */
const CORTE = /[%=]|\+(?!\s?$)/

const CORTADO = '='
const NO_SIGUE = '(?![0-9]|[ ]?[.,-]?[ ]?[0-9])'
const NO_ANTES = '(?<![0-9][ .,-]?)'
const DIA = '(?:0?[1-9]|[12][0-9]|3[01])'
const MES = '(?:0?[1-9]|1[0-2])'

const CLAROS: readonly RegExp[] = [
  // Dates.
  new RegExp(`(?<![0-9]|[0-9][/.-])${DIA}([/.-])${MES}\\1(?:(?:19|20)[0-9]{2})(?![0-9]|[/.-][0-9])`, 'g'),
  new RegExp(`(?<![0-9]|[0-9][/.-])(?:19|20)[0-9]{2}-${MES}-${DIA}(?![0-9]|[/.-][0-9])`, 'g'),
  new RegExp(`(?<![0-9]|[0-9]/)${DIA}/${MES}(?:/[0-9]{2})?(?![0-9]|/[0-9])`, 'g'),
  // Hours.
  /(?<![0-9]|[0-9]:)(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?![0-9]|:[0-9])/g,
  // Prices: with their sign, or with commas of thousands.
  new RegExp(`\\$ ?[0-9]{3,7}(?:\\.[0-9]{1,2})?${NO_SIGUE}`, 'g'),
  new RegExp(`${NO_ANTES}\\$? ?[0-9]{1,3}(?:,[0-9]{3}){1,2}(?:\\.[0-9]{1,2})?${NO_SIGUE}`, 'g'),
  // Decimals and fractions of an inch.
  new RegExp(`${NO_ANTES}[0-9]{1,4}\\.[0-9]{1,2}${NO_SIGUE}`, 'g'),
  /(?<![0-9]|[0-9]\/)[0-9]{1,2}\/(?:2|3|4|8|16|32)(?![0-9]|\/[0-9])/g,
]

const hidden = (texto: string) => CLAROS.reduce((text, claro) => text.replace(claro, CORTADO), texto)

const TOKEN = /([0-9]+)|([a-z]+)|([^0-9a-z]+)/g

function atomsOf(texto: string): Atomo[] {
  const atoms: Atomo[] = []
  const tokens = [...texto.matchAll(TOKEN)]
  for (const [i, [text, digits, word]] of tokens.entries()) {
    if (digits !== undefined) atoms.push({ kind: 'digitos', digitos: digits, clase: 'cifras' })
    else if (word === undefined) atoms.push(CORTE.test(text) ? { kind: 'corte' } : { kind: 'union', text })
    else atoms.push(...atomsOfWord(word, (step) => tokens[i + step]?.[0] ?? ''))
  }
  return atoms
}

/** Words that people say between the digits of one number. */
const PAUSAS = new Set(['y', 'e', 'guion', 'punto', 'espacio', 'diagonal', 'coma', 'luego', 'despues'])

function atomsOfWord(word: string, beside: (step: number) => string): Atomo[] {
  if (word === 'doble' || word === 'triple') return [{ kind: 'veces', veces: word === 'doble' ? 2 : 3 }]
  if (PAUSAS.has(word)) return [{ kind: 'union', text: word === 'y' ? ' y ' : `,${word}` }]
  if (LETRAS.test(word) && isDigitLike(word, beside)) {
    return [{ kind: 'digitos', digitos: word.replace(/o/g, '0').replace(/[il]/g, '1'), clase: 'cifras' }]
  }
  return spelled(word) ?? [{ kind: 'corte' }]
}

/** Letters that stand for digits. */
const LETRAS = /^[oil]{1,4}$/

/**
 * Whether 'o' means zero: inside digits, or between spaces beside a single digit ('5 5 o 1'); in '15 o 20' it
 * means 'or'.
 */
function isDigitLike(word: string, beside: (step: number) => string): boolean {
  const touches = Number(/[0-9]$/.test(beside(-1))) + Number(/^[0-9]/.test(beside(1)))
  if (touches === 2) return true
  if (!/^o+$/.test(word)) return false
  if (touches === 1) return true
  const single = (step: number) => /^[0-9o]$/.test(beside(step * 2)) && /^ +$/.test(beside(step))
  return single(-1) || single(1)
}

const ESCRITOS: Readonly<Record<string, readonly [string, 'unidad' | 'decena' | 'otro' | 'centena']>> = {
  cero: ['0', 'unidad'],
  zero: ['0', 'unidad'],
  uno: ['1', 'unidad'],
  dos: ['2', 'unidad'],
  tres: ['3', 'unidad'],
  cuatro: ['4', 'unidad'],
  cinco: ['5', 'unidad'],
  sinco: ['5', 'unidad'],
  seis: ['6', 'unidad'],
  siete: ['7', 'unidad'],
  ocho: ['8', 'unidad'],
  nueve: ['9', 'unidad'],
  diez: ['10', 'decena'],
  once: ['11', 'otro'],
  doce: ['12', 'otro'],
  trece: ['13', 'otro'],
  catorce: ['14', 'otro'],
  quince: ['15', 'otro'],
  veinte: ['20', 'decena'],
  treinta: ['30', 'decena'],
  cuarenta: ['40', 'decena'],
  cincuenta: ['50', 'decena'],
  sesenta: ['60', 'decena'],
  setenta: ['70', 'decena'],
  ochenta: ['80', 'decena'],
  noventa: ['90', 'decena'],
  cien: ['100', 'centena'],
  ciento: ['100', 'centena'],
  doscientos: ['200', 'centena'],
  trescientos: ['300', 'centena'],
  cuatrocientos: ['400', 'centena'],
  quinientos: ['500', 'centena'],
  seiscientos: ['600', 'centena'],
  setecientos: ['700', 'centena'],
  ochocientos: ['800', 'centena'],
  novecientos: ['900', 'centena'],
}
const PALABRA =
  /dieci(?=seis|siete|ocho|nueve)|veinti(?=uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)|(?:dos|tres|cuatro|seis|ocho)cientos|quinientos|setecientos|novecientos|ciento|cien|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|treinta|veinte|quince|catorce|trece|doce|once|diez|nueve|ocho|siete|seis|cinco|sinco|cuatro|tres|dos|uno|cero|zero/y
const PALABRAS = new RegExp(PALABRA.source)

/** Parses 'cinco' and also 'cincocincouno'; undefined when a part is not a number word. */
function spelled(word: string): Atomo[] | undefined {
  const atoms: Atomo[] = []
  for (PALABRA.lastIndex = 0; PALABRA.lastIndex < word.length; ) {
    const [found] = PALABRA.exec(word) ?? []
    if (found === undefined) return undefined
    const [digitos, clase] = found === 'dieci' ? DIECI : found === 'veinti' ? VEINTI : (ESCRITOS[found] ?? [])
    if (digitos === undefined || clase === undefined) return undefined
    atoms.push({ kind: 'digitos', digitos, clase })
  }
  return atoms
}
const DIECI = ['10', 'decena'] as const
const VEINTI = ['20', 'decena'] as const

/** Combines number words: 'cincuenta y cinco' is 55, 'doble cinco' too, 'ciento doce' is 112. */
function joined(atoms: readonly Atomo[]): Atomo[] {
  const out: Atomo[] = []
  let veces = 1
  for (const atom of atoms) {
    if (atom.kind === 'veces') {
      veces = atom.veces
      continue
    }
    if (atom.kind !== 'digitos') {
      if (atom.kind === 'corte') veces = 1
      out.push(atom)
      continue
    }
    const digitos = veces > 1 ? atom.digitos.repeat(veces) : atom.digitos
    veces = 1
    const last = atom.clase === 'cifras' ? undefined : lastDigits(out)
    const whole = last && sum(last.atom, { ...atom, digitos })
    if (last && whole) out.splice(last.at, out.length - last.at, whole)
    else out.push({ ...atom, digitos })
  }
  return out
}

/** The number directly before, when only spaces or 'y' are between. */
function lastDigits(atoms: readonly Atomo[]) {
  for (let at = atoms.length - 1; at >= Math.max(0, atoms.length - 4); at--) {
    const atom = atoms[at]
    if (atom?.kind === 'digitos') return { at, atom }
    if (atom?.kind !== 'union' || !/^ *y? *$/.test(atom.text)) return undefined
  }
  return undefined
}

type Digitos = Extract<Atomo, { kind: 'digitos' }>

function sum(big: Digitos, small: Digitos): Digitos | undefined {
  const adds =
    (big.clase === 'decena' &&
      small.clase === 'unidad' &&
      small.digitos.length === 1 &&
      small.digitos !== '0') ||
    (big.clase === 'centena' && ['unidad', 'decena', 'otro'].includes(small.clase))
  if (!adds) return undefined
  const digitos = String(Number(big.digitos) + Number(small.digitos))
  // 'ciento veinti' is still followed by its unit.
  return { kind: 'digitos', digitos, clase: small.clase === 'decena' ? 'decena' : 'otro' }
}
