import type { MotivoDeBloqueo } from '../moderacion.ts'
import { dictado, hayCorreo, hayEnlace, hayMensajeria } from './direcciones.ts'
import { type Numeros, numerosDe, pocosNumeros, type Serie, SIN_NUMEROS } from './numeros.ts'
import { plano } from './plano.ts'
import { esTarjeta, hayTarjeta } from './tarjeta.ts'
import { digitsOf, enSerie, hayTelefono } from './telefono.ts'

interface Circunstancias {
  contactoAbierto: boolean
  /**
   * The previous messages of the same author, oldest first, because a number may be split over several
   * messages.
   */
  anteriores?: readonly string[]
}

/** Returns why a text must be blocked, or null when it is allowed. */
export function moderar(
  texto: string,
  { contactoAbierto, anteriores = [] }: Circunstancias,
): MotivoDeBloqueo | null {
  const text = plano(texto)
  const numeros = pocosNumeros(text) ? SIN_NUMEROS : numerosDe(text)
  const pieces = isPiece(numeros) ? numbersInPieces(numeros, anteriores) : []
  if (hayTarjeta(numeros) || pieces.some((serie) => esTarjeta(digitsOf(serie)))) return 'tarjeta'
  if (contactoAbierto) return null
  const spoken = dictado(text)
  if (hayCorreo(spoken)) return 'correo'
  if (hayEnlace(spoken)) return 'enlace'
  if (hayTelefono(text, numeros) || pieces.some(enSerie)) return 'telefono'
  return hayMensajeria(spoken) ? 'mensajeria' : null
}

/**
 * Whether a text has only a few digits: harmless alone, but possibly a part of a number together with earlier
 * messages.
 */
export function esFragmento(texto: string): boolean {
  const text = plano(texto)
  return !pocosNumeros(text) && isPiece(numerosDe(text))
}

const MAX_PIEZA = 15
const isPiece = ({ soloNumeros, series }: Numeros): boolean =>
  soloNumeros && series.every((serie) => digitsOf(serie).length <= MAX_PIEZA)

/**
 * The runs of digits that end in this message, each with one more earlier message, until a message that has
 * other content first.
 */
function numbersInPieces(last: Numeros, anteriores: readonly string[]): Serie[] {
  const found: Serie[] = []
  let serie = last.series[0] ?? []
  for (const texto of anteriores.toReversed()) {
    const before = numerosDe(plano(texto))
    if (!before.alFinal) break
    const end = before.series.at(-1) ?? []
    serie = [...end, ...serie.map((grupo, i) => (i === 0 ? { ...grupo, union: 'suelta' as const } : grupo))]
    found.push(serie)
    if (!before.soloNumeros) break
  }
  return found
}
