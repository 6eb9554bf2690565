import { CURP_LARGO } from '../limites.ts'

/**
 * The structure and the check digit of a CURP, as the Mexican population registry publishes them (Instructivo Normativo
 * para la Asignación de la CURP). The product only warns: a CURP with 18 letters and digits is always accepted, because
 * the specification asks for no more.
 */

const ESTADOS =
  'AS|BC|BS|CC|CL|CM|CS|CH|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE'

/** Four letters of the name, the date of birth, the sex, the state, three consonants, a homonym character, the digit. */
const ESTRUCTURA = new RegExp(
  `^[A-Z]{4}(\\d{2})(\\d{2})(\\d{2})[HMX](?:${ESTADOS})[B-DF-HJ-NP-TV-Z]{3}([0-9A-Z])\\d$`,
)

/** The value of each character is its place in this alphabet. */
const ALFABETO = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

/** The CURP without the blanks and hyphens with which people write or paste it. */
export const normalizarCurp = (curp: string): string => curp.replace(/[\s\p{Pd}]/gu, '').toUpperCase()

/** What seems wrong with a CURP of 18 letters and digits; null when nothing does. */
export function avisoDeCurp(curp: string): 'estructura' | 'fecha' | 'digito' | null {
  const [, ano, mes, dia, homonimia] = ESTRUCTURA.exec(curp) ?? []
  if (ano === undefined || homonimia === undefined) return 'estructura'
  // The homonym character is a digit for people born before 2000 and a letter for later ones.
  const siglo = /\d/.test(homonimia) ? 1900 : 2000
  if (!existe(siglo + Number(ano), Number(mes), Number(dia))) return 'fecha'
  return digitoDeCurp(curp) === Number(curp[CURP_LARGO - 1]) ? null : 'digito'
}

/** The check digit that belongs to the first 17 characters. */
export function digitoDeCurp(curp: string): number {
  let suma = 0
  for (let lugar = 0; lugar < CURP_LARGO - 1; lugar += 1) {
    suma += ALFABETO.indexOf(curp[lugar] ?? '') * (CURP_LARGO - lugar)
  }
  return (10 - (suma % 10)) % 10
}

function existe(ano: number, mes: number, dia: number): boolean {
  const fecha = new Date(Date.UTC(ano, mes - 1, dia))
  return fecha.getUTCMonth() === mes - 1 && fecha.getUTCDate() === dia
}
