import { sonido } from './fonetica.ts'

/**
 * The words and letters that stand for digits. Each row is a value and its words in Spanish and English. Every entry has an example
 * in packages/dominio/test/seguridad/moderacion.
 */
export const tabla = (filas: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(filas).flatMap(([valor, palabras]) => palabras.split(' ').map((p) => [p, valor])))

/** A table whose words are known by their sound, so that misspelt ones need no entry. */
const porSonido = (filas: Readonly<Record<string, string>>): Map<string, string> =>
  new Map([...tabla(filas)].map(([word, valor]) => [sonido(word), valor]))

export const UNIDADES = porSonido({
  '0': 'cero',
  '1': 'uno one',
  '2': 'dos two',
  '3': 'tres three',
  '4': 'cuatro four',
  '5': 'cinco five',
  '6': 'seis six',
  '7': 'siete seven',
  '8': 'ocho eight',
  '9': 'nueve nine',
})

/** 'un par de cincos', 'tres ochos'. They are no part of a longer word: 'cincosiete' is 57. */
export const PLURALES = porSonido({
  '0': 'ceros',
  '2': 'doses',
  '3': 'treses',
  '4': 'cuatros',
  '5': 'cincos',
  '6': 'seises',
  '7': 'sietes',
  '8': 'ochos',
  '9': 'nueves',
})

/** 'dieci' and 'veinti' are the beginnings of 'dieciséis' and 'veintiuno'. */
export const DECENAS = porSonido({
  '10': 'diez dieci ten',
  '20': 'veinte veinti venti twenty',
  '30': 'treinta trenta treinti thirty',
  '40': 'cuarenta cuarenti forty',
  '50': 'cincuenta cincuenti fifty',
  '60': 'sesenta sesenti sixty',
  '70': 'setenta setenti seventy',
  '80': 'ochenta ochenti eighty',
  '90': 'noventa noventi ninety',
})

/** Numbers that no unit follows. */
export const OTROS = porSonido({
  '11': 'once eleven',
  '12': 'doce twelve',
  '13': 'trece thirteen',
  '14': 'catorce fourteen',
  '15': 'quince fifteen',
  '16': 'sixteen',
  '17': 'seventeen',
  '18': 'eighteen',
  '19': 'nineteen',
})

export const CENTENAS = porSonido({
  '100': 'cien ciento',
  '200': 'doscientos',
  '300': 'trescientos',
  '400': 'cuatrocientos',
  '500': 'quinientos',
  '600': 'seiscientos',
  '700': 'setecientos',
  '800': 'ochocientos',
  '900': 'novecientos',
})

/** Ordinary words that sound like a number: 'lo siento'. */
export const SUENAN_IGUAL = new Set(['siento', 'sien', 'sienten'])

/** Words that repeat the next digit: 'doble cinco', 'un par de'. */
export const VECES = tabla({ '2': 'doble double par', '3': 'triple' })

/** Words that people say between the digits of one number. */
export const PAUSAS = new Set('y i e guion punto espacio diagonal coma mas'.split(' '))

/**
 * Clipped and phonetic words. They count only in a long run of number words, because most of them also occur in ordinary
 * sentences ('un', 'tu', 'cuarta').
 */
export const RECORTADAS = tabla({
  '0': 'cro ce ziro o oh',
  '1': 'un uan guan',
  '2': 'do ds tu',
  '3': 'tr trs tri',
  '4': 'ctro ctr cu for',
  '5': 'sin sinc ci cco faiv',
  '6': 'siks sis se',
  '7': 'ste st',
  '8': 'oc eit',
  '9': 'nve nu nain',
  '40': 'cuarta',
  '50': 'cincta',
  '60': 'sesta',
  '70': 'setta',
  '80': 'ochta',
  '90': 'novta',
})

/** First letters of a clipped word: 'cin', 'cinci', 'cinquito'. The same condition applies. */
export const COMIENZOS = tabla({
  '0': 'cer zer',
  '1': 'uni',
  '2': 'dos',
  '3': 'tre thr',
  '4': 'cua fou',
  '5': 'cin fiv',
  '6': 'sei',
  '7': 'sie sev',
  '8': 'och eig',
  '9': 'nue nin',
})

/** Letters that look like digits: '5S 4l 3Z' is 55 41 32. */
export const LETRAS_COMO_CIFRAS = tabla({
  '0': 'o',
  '1': 'i l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'q',
})

/** Digits and signs that look like letters: 'c1nc0', 'wh4ts'. */
export const CIFRAS_COMO_LETRAS = tabla({ o: '0', i: '1 ! |', e: '3', a: '4 @', s: '5 $', t: '7' })

/** The word without look-alike digits. The sign '1' may also be an l. */
export const conLetras = (word: string, uno = 'i'): string =>
  word.replace(/[0-9@$!|]/g, (sign) =>
    CIFRAS_COMO_LETRAS.has(sign) && sign === '1' ? uno : (CIFRAS_COMO_LETRAS.get(sign) ?? sign),
  )

const ROMANO = /^(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/
const VALORES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** The value of a Roman numeral below 100, in digits. */
export function romano(word: string): string | undefined {
  if (!ROMANO.test(word)) return undefined
  const values = [...word].map((letter) => VALORES[letter] ?? 0)
  return String(values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0))
}
