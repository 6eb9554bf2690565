import { comun } from './textos.ts'

/** Names as they are displayed. Until the contact is unlocked, only the initial of a surname is shown. */

const words = (text: string | null | undefined): string[] => text?.trim().split(/\s+/u).filter(Boolean) ?? []

const initial = (word: string | undefined): string => {
  const first = [...graphemes.segment(word ?? '')][0]
  return first ? first.segment.toLocaleUpperCase('es') : ''
}

// An accent may be a separate character: the initial of 'Ávila' is 'Á' in both forms.
const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

const SIN_NOMBRE = 'Usuario'

/**
 * The name of a chat's other person or of a review's author. An erased account has no name in the database; this is the
 * only place that says what is shown instead.
 */
export const nombreVisible = (eliminada: boolean, nombre: string): string =>
  eliminada ? comun.cuentaEliminada : nombre

/** First name and the surname's initial: 'Ana María', 'Ruiz Soto' is 'Ana R.'. */
export function nombreConInicial(nombre: string | null, apellido: string | null): string {
  const [first = SIN_NOMBRE] = words(nombre)
  const letter = initial(words(apellido)[0])
  return letter === '' ? first : `${first} ${letter}.`
}

/**
 * The name of a maestro as the server sends it to this reader: the whole name when the contact is unlocked, otherwise the
 * first name and the initial. A locked surname is exactly one character.
 */
export function nombreDeMaestro(nombre: string | null, apellido: string | null): string {
  return esApellidoEntero(apellido)
    ? `${nombre ?? ''} ${apellido}`.trim()
    : nombreConInicial(nombre, apellido)
}

export const esApellidoEntero = (apellido: string | null): apellido is string =>
  apellido !== null && [...apellido.trim()].length > 1

/** For an avatar without a photo: one letter of the name and one of the surname. */
export function iniciales(nombre: string | null, apellido: string | null): string {
  return initial(words(nombre)[0]) + initial(words(apellido)[0])
}

/** The title of a chat: the first word of the name and the initial of the second (specification, section 9). */
export function tituloDeChat(nombreCompleto: string | null): string {
  const [first = SIN_NOMBRE, second] = words(nombreCompleto)
  return second === undefined ? first : `${first} ${initial(second)}`
}
