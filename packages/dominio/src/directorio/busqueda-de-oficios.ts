import { palabras } from '../palabras.ts'
import { PALABRAS_DE_OFICIOS } from './palabras-de-oficios.ts'

/**
 * Finds trades by their name and by everyday words. Accents, capitals and plurals are ignored, and small typing errors are
 * forgiven.
 */

type ConNombre = { nombre: string }

/** The trades that match what was typed, the best match first. All of them, in their order, when nothing was typed. */
export function buscarOficios<T extends ConNombre>(texto: string, oficios: readonly T[]): T[] {
  const buscadas = significativas(texto)
  if (buscadas.length === 0) return esVacio(texto) ? [...oficios] : []
  const puntuados = oficios.map((oficio, orden) => ({ oficio, orden, ...puntuar(buscadas, oficio.nombre) }))
  return puntuados
    .filter(({ aciertos }) => aciertos > 0)
    .sort((a, b) => b.aciertos - a.aciertos || a.costo - b.costo || a.orden - b.orden)
    .map(({ oficio }) => oficio)
}

const esVacio = (texto: string) => texto.trim() === ''

/** Words that say nothing about a trade. */
const VACIAS = new Set(
  'de del la las el los lo un una unos unas en con por para que se me mi mis tu su al y o a no hay tengo tiene necesito quiero busco alguien esta este arreglar reparar componer arreglen'.split(
    ' ',
  ),
)

function significativas(texto: string): string[] {
  const todas = palabras(texto)
  const utiles = todas.filter((palabra) => !VACIAS.has(palabra))
  // While the first letters are being typed, 'al' may become 'albañil'.
  return utiles.length > 0 ? utiles : todas.length === 1 && (todas[0]?.length ?? 0) > 1 ? todas : []
}

type Conocidas = { nombre: string[]; otras: string[] }

const conocidas = new Map<string, Conocidas>()

function palabrasDe(nombre: string): Conocidas {
  let de = conocidas.get(nombre)
  if (!de) {
    de = { nombre: palabras(nombre), otras: palabras(PALABRAS_DE_OFICIOS[nombre] ?? '') }
    conocidas.set(nombre, de)
  }
  return de
}

/** How many of the words match the trade, and how well: the cost is lower for its name and for fewer errors. */
function puntuar(buscadas: string[], nombre: string): { aciertos: number; costo: number } {
  const de = palabrasDe(nombre)
  let aciertos = 0
  let costo = 0
  for (const buscada of buscadas) {
    const menor = Math.min(menorCosto(buscada, de.nombre), menorCosto(buscada, de.otras, POSICION) + 0.5)
    if (menor === Number.POSITIVE_INFINITY) continue
    aciertos += 1
    costo += menor
  }
  return { aciertos, costo }
}

/** Each word costs a little more than the one before it, and the last of a hundred less than an error. */
const POSICION = 0.004

const menorCosto = (buscada: string, entre: string[], porPosicion = 0) =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...entre.map((palabra, nth) => costoDe(buscada, palabra) + nth * porPosicion),
  )

const PREFIJO_MIN = 2

/** 0 for the same word, 1 for its beginning, 2 and more for typing errors; infinite when it is another word. */
function costoDe(buscada: string, palabra: string): number {
  if (buscada === palabra) return 0
  if (buscada.length >= PREFIJO_MIN && palabra.startsWith(buscada)) return 1
  const permitidos = erroresPermitidos(buscada.length)
  if (permitidos === 0) return Number.POSITIVE_INFINITY
  if (Math.abs(buscada.length - palabra.length) <= permitidos) {
    const errores = distancia(buscada, palabra)
    if (errores <= permitidos) return 1 + errores
  }
  // The beginning of a long word, with an error: 'inpermea'.
  if (buscada.length < 5 || palabra.length <= buscada.length) return Number.POSITIVE_INFINITY
  return distancia(buscada, palabra.slice(0, buscada.length)) === 1 ? 3 : Number.POSITIVE_INFINITY
}

/** Short words have many neighbours: 'gas' and 'gol' are different words. */
const erroresPermitidos = (largo: number) => (largo < 4 ? 0 : largo < 8 ? 1 : 2)

/** Letters that must be inserted, removed, replaced or swapped with their neighbour. */
function distancia(a: string, b: string): number {
  let antes: number[] = []
  let fila = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const nueva = [i]
    for (let j = 1; j <= b.length; j++) {
      const cambio = a[i - 1] === b[j - 1] ? 0 : 1
      let menor = Math.min((fila[j] ?? 0) + 1, (nueva[j - 1] ?? 0) + 1, (fila[j - 1] ?? 0) + cambio)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) menor = Math.min(menor, (antes[j - 2] ?? 0) + 1)
      nueva[j] = menor
    }
    antes = fila
    fila = nueva
  }
  return fila[b.length] ?? 0
}
