import { tieneEtiqueta } from './explicados.ts'
import type { Numeros, Serie } from './numeros.ts'
import { digitsOf } from './telefono.ts'

/**
 * Finds card and CLABE numbers by their check digits, in a whole run, in one group, or in the usual groups of
 * cards.
 */
export function hayTarjeta(numeros: Numeros): boolean {
  return numeros.series.some(
    (serie, i) =>
      !esCodigoDeBarras(numeros, i) &&
      (esTarjeta(digitsOf(serie)) ||
        serie.some(({ digitos }) => esTarjeta(digitos)) ||
        serie.some((_, from) => EN_GRUPOS.some((sizes) => esTarjeta(grouped(serie, from, sizes))))),
  )
}

/** Bar codes have 13 or 14 digits, and one in ten of them has the check digit of an old card. */
const esCodigoDeBarras = (numeros: Numeros, i: number): boolean =>
  /^[0-9]{13,14}$/.test(digitsOf(numeros.series[i] ?? [])) && tieneEtiqueta(numeros, i)

/** The groups in which cards and CLABEs are printed. */
export const EN_GRUPOS: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 4, 4, 3],
  [3, 3, 11, 1],
]

function grouped(serie: Serie, from: number, sizes: readonly number[]): string {
  const fits = sizes.every((size, i) => serie[from + i]?.digitos.length === size)
  return fits ? digitsOf(serie.slice(from, from + sizes.length)) : ''
}

/** The length of the longest card number. */
export const MAX_TARJETA = 19

export const esTarjeta = (digitos: string): boolean => esDePago(digitos) || esClabe(digitos)

/**
 * The first digits of card issuers for each length. Without them, a phone number with a prefix could pass as
 * a card.
 */
export const EMISORES: Readonly<Record<number, RegExp>> = {
  13: /^4/,
  14: /^3[0689]/,
  15: /^(?:3[47]|2131|1800)/,
  16: /^[2-6]/,
  17: /^(?:5[0678]|6)/,
  18: /^(?:5[0678]|6)/,
  19: /^(?:4|5[0678]|6)/,
}

function esDePago(digitos: string): boolean {
  if (!EMISORES[digitos.length]?.test(digitos)) return false
  let sum = 0
  for (let i = 0; i < digitos.length; i++) {
    const digit = Number(digitos[digitos.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

const PESOS_CLABE = [3, 7, 1]

function esClabe(digitos: string): boolean {
  if (digitos.length !== 18) return false
  let sum = 0
  for (let i = 0; i < 17; i++) sum += (Number(digitos[i]) * (PESOS_CLABE[i % 3] ?? 0)) % 10
  return (10 - (sum % 10)) % 10 === Number(digitos[17])
}
