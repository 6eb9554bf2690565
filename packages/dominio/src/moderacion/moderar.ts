import type { MotivoDeBloqueo } from '../moderacion.ts'
import { type Numeros, numerosDe, pocosNumeros, type Serie, SIN_NUMEROS } from './numeros.ts'
import { plano } from './plano.ts'
import { dictado, hayCorreo, hayEnlace, hayMensajeria } from './senas.ts'
import { esTarjeta, hayTarjeta } from './tarjeta.ts'
import { digitsOf, enSerie, hayTelefono } from './telefono.ts'

interface Circunstancias {
  contactoAbierto: boolean
  /** What the same author wrote just before, oldest first: a number may come in pieces. */
  anteriores?: readonly string[]
}

/** Why a text must be held back, null when it may go. */
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

/** A text that is only a few digits: alone it says nothing, with what came before it may. */
export function esFragmento(texto: string): boolean {
  const text = plano(texto)
  return !pocosNumeros(text) && isPiece(numerosDe(text))
}

const MAX_PIEZA = 15
const isPiece = ({ soloNumeros, series }: Numeros): boolean =>
  soloNumeros && series.every((serie) => digitsOf(serie).length <= MAX_PIEZA)

/** The pieces that end in this one, one message more each time, back to one that says something else before. */
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
