import type { Nivel } from '@maestros/dominio/resenas/reputacion'
import type { Sql } from '../../../platform/db/pool.ts'

/** What the page of one trade in one borough shows. */
export interface Pair {
  /** Cells of interno.celda with their totals. */
  celdas: [celda: number, total: number][]
  disponibles: number
  maestros: PublicMaestro[]
}

export interface PublicMaestro {
  nombre: string
  inicial: string
  nivel: Nivel
  verificado: boolean
  promedio: number
  resenas: number
  trabajos: number
  disponible: boolean
}

/**
 * Reads the figures of all maestros of the pair, and the first 20 of those who want to appear on public pages. Only the
 * first 60 are considered, so that the cost does not grow with the number of maestros who do not want to. The limits are
 * literals, as in every statement of the search (subjects/directorio/search-sql.ts).
 */
export async function readPair(sql: Sql, oficio: string, alcaldia: string): Promise<Pair> {
  const [row] = await sql<Pair[]>`
    select
      coalesce((
        select json_agg(json_build_array(celda, total) order by celda) from interno.directorio_celdas
        where alcaldia = ${alcaldia} and oficio = ${oficio} and total > 0
      ), '[]') as celdas,
      coalesce((
        select sum(total)::integer from interno.directorio_disponibles
        where alcaldia = ${alcaldia} and oficio = ${oficio} and dia = interno.dia_de_la_ciudad(now())
      ), 0) as disponibles,
      coalesce((
        select json_agg(json_build_object(
          'nombre', p.nombre, 'inicial', p.inicial, 'nivel', p.reputacion_nivel, 'verificado', p.identidad_verificada,
          'promedio', p.promedio_calificacion, 'resenas', p."cantidad_reseñas", 'trabajos', p.numero_trabajos_completados,
          'disponible', p.disponible
        ) order by p.recomendado, p.maestro_id)
        from (
          select d.recomendado, d.maestro_id, m.nombre, left(btrim(m.apellido), 1) as inicial, m.reputacion_nivel,
            m.identidad_verificada, m.promedio_calificacion, m."cantidad_reseñas", m.numero_trabajos_completados,
            d.disponible_el is not distinct from interno.dia_de_la_ciudad(now()) as disponible
          from (
            select recomendado, maestro_id, disponible_el from interno.directorio
            where alcaldia = ${alcaldia} and oficio = ${oficio}
            order by recomendado, maestro_id limit 60
          ) d
          join public.maestros m on m.id = d.maestro_id and m.en_paginas_publicas
          order by d.recomendado, d.maestro_id limit 20
        ) p
      ), '[]') as maestros`
  if (!row) throw new Error('the statement for a search page returned no row')
  return row
}

/** The figures that the cells of interno.celda contain: verified or not, three levels, eleven half stars. */
export interface Figures {
  total: number
  verificados: number
  niveles: Record<Nivel, number>
  calificaciones: { desde45: number; desde4: number; menos: number; sinResenas: number }
}

const LEVELS: readonly Nivel[] = ['nuevo', 'confianza_comprobada', 'experto']

export function figuresOf(celdas: Pair['celdas']): Figures {
  const figures: Figures = {
    total: 0,
    verificados: 0,
    niveles: { nuevo: 0, confianza_comprobada: 0, experto: 0 },
    calificaciones: { desde45: 0, desde4: 0, menos: 0, sinResenas: 0 },
  }
  for (const [celda, total] of celdas) {
    figures.total += total
    if (celda >= 33) figures.verificados += total
    figures.niveles[LEVELS[Math.floor((celda % 33) / 11)] ?? 'nuevo'] += total
    figures.calificaciones[ratingOf(celda % 11)] += total
  }
  return figures
}

/** The lowest review has one star, so no half star means no review. */
function ratingOf(halfStars: number): keyof Figures['calificaciones'] {
  if (halfStars === 0) return 'sinResenas'
  if (halfStars >= 9) return 'desde45'
  return halfStars === 8 ? 'desde4' : 'menos'
}
