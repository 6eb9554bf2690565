import type { MotivoDeBloqueo } from '../motivos-de-bloqueo.ts'
import { hayCorreo } from './correo.ts'
import { dictado } from './dictado.ts'
import { hayEnlace } from './enlace.ts'
import { hayMensajeria } from './mensajeria.ts'
import { numerosDe, SIN_NUMEROS, sinNumeros } from './numeros.ts'
import { completanTarjeta, completanTelefono, type Pieza, piezasDe } from './piezas.ts'
import { plano } from './plano.ts'
import { hayTarjeta } from './tarjeta.ts'
import { hayTelefono } from './telefono.ts'

interface Circunstancias {
  contactoAbierto: boolean
  /**
   * The delivered messages of the same author in the same chat, oldest first, because a number may be told in
   * several messages. Blocked messages were not delivered and tell nothing.
   */
  anteriores?: readonly string[]
}

/** Returns why a text must be blocked, or null when it is allowed. */
export function moderar(texto: string, circunstancias: Circunstancias): MotivoDeBloqueo | null {
  const found = tramosDe(texto).map((tramo) => moderarTramo(tramo, circunstancias))
  return found.includes('tarjeta') ? 'tarjeta' : (found.find((motivo) => motivo !== null) ?? null)
}

/**
 * A text longer than any message is checked in parts that overlap, so that the whole takes time in proportion to its length whatever
 * the rules do with one part.
 */
export function tramosDe(texto: string): string[] {
  const step = MAX_TRAMO - SOLAPE
  const count = Math.max(1, Math.ceil((texto.length - SOLAPE) / step))
  return Array.from({ length: count }, (_, i) => texto.slice(i * step, i * step + MAX_TRAMO))
}
export const MAX_TRAMO = 4000
const SOLAPE = 200

function moderarTramo(
  texto: string,
  { contactoAbierto, anteriores = [] }: Circunstancias,
): MotivoDeBloqueo | null {
  const text = plano(texto)
  const numeros = numbersOf(text)
  const piezas = piezasDe(text, numeros)
  const antes = piezas.length > 0 ? earlierPieces(anteriores) : []
  if (hayTarjeta(numeros) || completanTarjeta(antes, piezas)) return 'tarjeta'
  if (contactoAbierto) return null
  const spoken = dictado(text)
  if (hayCorreo(spoken)) return 'correo'
  if (hayEnlace(spoken)) return 'enlace'
  if (hayTelefono(text, numeros) || completanTelefono(antes, piezas)) return 'telefono'
  return hayMensajeria(spoken, texto) ? 'mensajeria' : null
}

/** Whether a text has parts of a number: harmless alone, but possibly not together with earlier messages. */
export function esFragmento(texto: string): boolean {
  return tramosDe(texto).some((tramo) => {
    const text = plano(tramo)
    return piezasDe(text, numbersOf(text)).length > 0
  })
}

const numbersOf = (text: string) => (sinNumeros(text) ? SIN_NUMEROS : numerosDe(text))

/** The parts of the newest earlier messages. Their length is limited, so that long messages do not take long. */
function earlierPieces(anteriores: readonly string[]): Pieza[] {
  const found: Pieza[][] = []
  let chars = 0
  for (const texto of [...anteriores].reverse()) {
    chars += texto.length
    if (chars > MAX_ANTERIORES) break
    const text = plano(texto)
    found.push(piezasDe(text, numbersOf(text)))
  }
  return found.reverse().flat()
}
const MAX_ANTERIORES = 8000
