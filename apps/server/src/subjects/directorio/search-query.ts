import {
  MAESTROS_POR_PAGINA,
  MAX_MAESTROS_POR_PAGINA,
  type MaestrosInput,
  NOMBRE_BUSCADO_MAX,
  ORDENES,
} from '@maestros/contrato/directorio/maestros'
import { NIVELES } from '@maestros/dominio/resenas/reputacion'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { readCursor, writeCursor } from '../../protocol/functions/cursor.ts'
import { invalidInput } from '../../protocol/functions/errors.ts'

/**
 * The query string of a search. It is read by hand, because no function is called more often and the parameters are
 * few. It accepts what MaestrosInput of the contract accepts; a test compares the two.
 */
export interface Search {
  alcaldia: string
  oficio: string
  limit: number
  orden: Orden
  /** The cells of the directory that the filters leave; undefined when there is no filter. */
  celdas: number[] | undefined
  /** Only maestros who are available today. Always with cells. */
  disponibles: boolean
  after: Position | undefined
}

export type Orden = NonNullable<MaestrosInput['orden']>

/** The last maestro of the page before, and how many came up to there. */
export interface Position {
  clave: string
  id: string
  offset: number
}

type Given = Partial<Record<keyof MaestrosInput, string>>

const KNOWN: Record<keyof MaestrosInput, true> = {
  alcaldia: true,
  oficio: true,
  limit: true,
  cursor: true,
  verificados: true,
  disponibles: true,
  calificacion_minima: true,
  nivel: true,
  orden: true,
}
const isKnown = (name: string): name is keyof MaestrosInput => Object.hasOwn(KNOWN, name)

export function parseSearch(query: unknown): Search {
  const given = textsOf(query)
  const orden = ORDENES.find((one) => one === (given.orden ?? 'recomendados'))
  if (!orden) throw invalidInput(textos.datoInvalido('orden'))
  return {
    alcaldia: required(given, 'alcaldia'),
    oficio: required(given, 'oficio'),
    limit: limitOf(given.limit),
    orden,
    celdas: celdasOf(given),
    disponibles: flagOf(given, 'disponibles'),
    after: given.cursor === undefined ? undefined : positionOf(given.cursor, orden),
  }
}

export function cursorOf(orden: Orden, { offset, clave, id }: Position): string {
  return writeCursor([orden, offset, clave, id])
}

function textsOf(query: unknown): Given {
  const texts: Given = {}
  for (const [name, value] of Object.entries(query ?? {})) {
    if (!isKnown(name)) throw invalidInput(textos.datoDesconocido(name.slice(0, 40)))
    // A parameter that is given twice is ambiguous, and refused.
    if (typeof value !== 'string') throw invalidInput(textos.datoInvalido(name))
    texts[name] = value
  }
  return texts
}

function required(given: Given, name: keyof MaestrosInput): string {
  const value = given[name]
  if (value === undefined || value === '') throw invalidInput(textos.datoFaltante(name))
  if (value.length > NOMBRE_BUSCADO_MAX) throw invalidInput(textos.datoInvalido(name))
  return value
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return MAESTROS_POR_PAGINA
  const limit = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > MAX_MAESTROS_POR_PAGINA) throw invalidInput(textos.datoInvalido('limit'))
  return limit
}

const POSITION = /^([a-z]{1,20})\.(\d{1,9})\.(-?\d{1,18})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function positionOf(cursor: string, orden: Orden): Position {
  const [written, offset = '', clave = '', id = ''] = readCursor('cursor', cursor, POSITION)
  if (written !== orden) throw invalidInput(textos.datoInvalido('cursor'))
  return { offset: Number(offset), clave, id }
}

const MAX_HALF_STARS = 10

/** The numbers are those of interno.celda: 33 a verification, 11 a level, 1 a half star. */
function celdasOf(given: Given): number[] | undefined {
  const { nivel, calificacion_minima: minima } = given
  const verificados = flagOf(given, 'verificados')
  const filtered = verificados || flagOf(given, 'disponibles') || nivel !== undefined || minima !== undefined
  if (!filtered) return undefined
  const niveles = nivel === undefined ? NIVELES.map((_, i) => i) : nivelesOf(nivel)
  const from = minima === undefined ? 0 : halfStarsOf(minima)
  const celdas: number[] = []
  for (const verified of verificados ? [1] : [0, 1]) {
    for (const level of niveles) {
      for (let half = from; half <= MAX_HALF_STARS; half++) celdas.push(verified * 33 + level * 11 + half)
    }
  }
  return celdas
}

function flagOf(given: Given, name: 'verificados' | 'disponibles'): boolean {
  const value = given[name]
  if (value !== undefined && value !== '1') throw invalidInput(textos.datoInvalido(name))
  return value === '1'
}

function nivelesOf(text: string): number[] {
  const known: readonly string[] = NIVELES
  const names = text.split(',', NIVELES.length + 1)
  const levels = new Set(names.map((name) => known.indexOf(name)))
  if (levels.has(-1) || names.length > NIVELES.length) throw invalidInput(textos.datoInvalido('nivel'))
  return [...levels]
}

function halfStarsOf(text: string): number {
  if (!/^(?:[0-4](?:\.[05])?|5(?:\.0)?)$/.test(text))
    throw invalidInput(textos.datoInvalido('calificacion_minima'))
  return Number(text) * 2
}
