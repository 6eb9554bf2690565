import { esDeLaCiudad, tieneArea } from './areas.ts'
import { type Lugar, type Numeros, numerosDe, type Serie } from './numeros.ts'
import { anuncioDe, CUENTAN, NO_SIGUEN, POSESIVOS, sinContenido } from './palabras-de-piezas.ts'
import { esTarjeta, MAX_TARJETA } from './tarjeta.ts'
import {
  digitsOf,
  esProgresion,
  MAX_DIGITOS,
  recortadosEn,
  sonGruposDeTelefono,
  TELEFONO,
} from './telefono.ts'

/**
 * Parts of a number that is told in parts: 'empieza con 55, sigue 1234', or one part in each message. A group of digits is
 * such a part when it is announced as one, or when its message has nothing else to say.
 */
export interface Pieza {
  digitos: string
  /**
   * 'cifras': the message has digits only. 'relleno': also words without content. 'breve': two other words at most. Else
   * what announces the part.
   */
  aviso: 'cifras' | 'relleno' | 'breve' | 'telefono' | 'dictado' | 'tarjeta'
}

/** A longer run is not a part. It is checked as a whole. */
const MAX_PIEZA = 15

export function piezasDe(texto: string, numeros: Numeros): Pieza[] {
  const clipped =
    texto.length <= MAX_RECORTADO && recortadosEn(texto) > 1
      ? numerosDe(texto, { recortados: true })
      : undefined
  // 'V V' and 'cin cin' are parts only when nothing else is in the message.
  return piecesOf(clipped && isEmpty(clipped.palabras) ? clipped : numeros)
}
const MAX_RECORTADO = 100

const isEmpty = (palabras: readonly string[]): boolean => palabras.every(sinContenido)

function piecesOf(numeros: Numeros): Pieza[] {
  const { series, lugares, palabras } = numeros
  const empty = isEmpty(palabras)
  return series.flatMap((serie, i) => {
    const lugar = lugares[i]
    if (!lugar || digitsOf(serie).length > MAX_PIEZA || !standsAlone(palabras, lugar)) return []
    const announced = announcementOf(palabras, lugar)
    const aviso = announced ?? (palabras.length === 0 ? 'cifras' : empty ? 'relleno' : 'breve')
    if (aviso === 'breve' && (series.length > 1 || !isBrief(palabras, serie))) return []
    return withoutCount(serie, palabras, lugar).map(({ digitos }) => ({ digitos, aviso }))
  })
}

/** Whether a message has one group of digits and at most two words with content. */
const isBrief = (palabras: readonly string[], serie: Serie): boolean =>
  serie.length === 1 &&
  digitsOf(serie).length > 1 &&
  palabras.filter((palabra) => !sinContenido(palabra)).length <= 2

/** Whether the words directly beside the run say nothing about it. '12 contactos' and 'calle 12' are explained by theirs. */
function standsAlone(
  palabras: readonly string[],
  { desde, hasta, signoAntes, signoDespues }: Lugar,
): boolean {
  const before = signoAntes ? undefined : palabras[desde - 1]
  const after = signoDespues ? undefined : palabras[hasta]
  if (after !== undefined && NO_SIGUEN.has(after)) return false
  return isEmpty([before, after].filter((word) => word !== undefined))
}

/** The announcement near a run: at most four words before it, or three after it. */
function announcementOf(palabras: readonly string[], { desde, hasta }: Lugar): Pieza['aviso'] | undefined {
  const found = new Set<string>()
  for (let at = Math.max(0, desde - 4); at < Math.min(palabras.length, hasta + 3); at++) {
    const palabra = palabras[at] ?? ''
    const aviso = anuncioDe(palabra)
    if (aviso !== undefined) found.add(aviso)
    // 'mi número' announces a phone number; 'calle 5 número 8' and 'mi número de casa' do not.
    else if (palabra === 'numero' && POSESIVOS.has(palabras[at - 1] ?? '') && palabras[at + 1] !== 'de')
      found.add('telefono')
  }
  return (['tarjeta', 'telefono', 'dictado'] as const).find((aviso) => found.has(aviso))
}

/** The groups without a number that counts digits: 'los últimos cuatro: 5678', 'los dos primeros'. */
function withoutCount(serie: Serie, palabras: readonly string[], { desde, hasta }: Lugar): Serie {
  const [first, ...rest] = serie
  if (first?.digitos.length !== 1) return serie
  if (CUENTAN.has(palabras[desde - 1] ?? '')) {
    return rest.length === 0 || Number(first.digitos) === digitsOf(rest).length ? rest : serie
  }
  return rest.length === 0 && CUENTAN.has(palabras[hasta] ?? '') ? [] : serie
}

/** Whether the last parts of a text complete a number, together with the parts before it. */
const completes = (
  before: readonly Pieza[],
  last: readonly Pieza[],
  max: number,
  isNumber: (digitos: string, piezas: readonly Pieza[], inOneText: boolean) => boolean,
): boolean => {
  const all = [...before, ...last]
  for (let end = all.length; end > before.length; end--) {
    let digits = ''
    for (let from = end - 1; from >= 0 && digits.length < max; from--) {
      digits = `${all[from]?.digitos ?? ''}${digits}`
      if (isNumber(digits, all.slice(from, end), from >= before.length)) return true
    }
  }
  return false
}

export const completanTelefono = (antes: readonly Pieza[], piezas: readonly Pieza[]): boolean =>
  completes(antes, piezas, MAX_DIGITOS, esTelefono)
export const completanTarjeta = (antes: readonly Pieza[], piezas: readonly Pieza[]): boolean =>
  completes(antes, piezas, MAX_TARJETA, esTarjetaEnPiezas)

/** Seven digits of a phone number are harmless. From the eighth on the rest can be guessed. */
const MIN_INCOMPLETO = 8

function esTelefono(digitos: string, piezas: readonly Pieza[], inOneText: boolean): boolean {
  if (digitos.length < MIN_INCOMPLETO || isList(piezas)) return false
  if (piezas.some(({ aviso }) => aviso === 'breve')) {
    // Honest sentences have such numbers too: only a number of the city in its usual groups counts.
    const [first] = piezas
    return first?.digitos.length === 2 && /^5[56][0-9]{8}$/.test(digitos) && sonGruposDeTelefono(piezas)
  }
  const announced = piezas.some(({ aviso }) => aviso === 'telefono')
  if (TELEFONO.test(digitos)) {
    const dictated = inOneText && piezas.some(({ aviso }) => aviso === 'dictado')
    if (announced || dictated || tieneArea(digitos)) return true
    return (inOneText || isBare(piezas)) && sonGruposDeTelefono(piezas)
  }
  if (digitos.length > 9) return false
  if (esDeLaCiudad(digitos)) return true
  return tieneArea(digitos) && (announced || (isBare(piezas) && sonPares(piezas)))
}

const isBare = (piezas: readonly Pieza[]) => piezas.every(({ aviso }) => aviso === 'cifras')
const sonPares = (piezas: readonly Pieza[]) => piezas.every(({ digitos }) => digitos.length % 2 === 0)

/** Prices, and numbers in sequence. */
function isList(piezas: readonly Pieza[]): boolean {
  const long = piezas.filter(({ digitos }) => digitos.length > 2)
  const round = long.length > 0 && long.every(({ digitos }) => /[05]0$/.test(digitos))
  return round || piezas.every(({ digitos }) => digitos.endsWith('0')) || esProgresion(piezas)
}

function esTarjetaEnPiezas(digitos: string, piezas: readonly Pieza[]): boolean {
  if (!esTarjeta(digitos)) return false
  // Short numbers that happen to have the check digit of a card are not one.
  return piezas.some(({ aviso }) => aviso === 'tarjeta') || piezas.every(({ digitos }) => digitos.length > 3)
}
