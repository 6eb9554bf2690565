import { slugDe } from '@maestros/dominio/slug'
import type { Sql } from '../../../platform/db/pool.ts'

/** A trade or a borough, with the part of the address that stands for it. */
export interface CatalogueEntry {
  nombre: string
  slug: string
}

/** The names of the catalogues and the total of each pair that has maestros: a few hundred rows. */
export interface Catalogue {
  oficios: readonly CatalogueEntry[]
  alcaldias: readonly CatalogueEntry[]
  findOficio(slug: string): CatalogueEntry | undefined
  findAlcaldia(slug: string): CatalogueEntry | undefined
  totalOf(oficio: string, alcaldia: string): number
  /** The day of the last change of a pair's figures, as 2026-03-01. */
  changedOn(oficio: string, alcaldia: string): string | undefined
}

interface Row {
  oficios: string[]
  alcaldias: string[]
  totales: [alcaldia: string, oficio: string, total: number, cambiado: string][]
}

export async function readCatalogue(sql: Sql): Promise<Catalogue> {
  const [row] = await sql<Row[]>`
    select
      array(select nombre from public.oficios_disponibles where activo order by nombre) as oficios,
      array(select nombre from public.alcaldias_disponibles where activo order by nombre) as alcaldias,
      coalesce((
        select json_agg(json_build_array(alcaldia, oficio, total, interno.dia_de_la_ciudad(cambiado_en)))
        from interno.directorio_totales where total > 0
      ), '[]') as totales`
  if (!row) throw new Error('the statement for the catalogue returned no row')
  const oficios = entriesOf(row.oficios)
  const alcaldias = entriesOf(row.alcaldias)
  const totals = new Map(
    row.totales.map(([alcaldia, oficio, total, changed]) => [pairKey(oficio, alcaldia), { total, changed }]),
  )
  return {
    oficios,
    alcaldias,
    findOficio: finder(oficios),
    findAlcaldia: finder(alcaldias),
    totalOf: (oficio, alcaldia) => totals.get(pairKey(oficio, alcaldia))?.total ?? 0,
    changedOn: (oficio, alcaldia) => totals.get(pairKey(oficio, alcaldia))?.changed,
  }
}

const pairKey = (oficio: string, alcaldia: string) => `${oficio}\n${alcaldia}`

const entriesOf = (names: string[]): CatalogueEntry[] =>
  names.map((nombre) => ({ nombre, slug: slugDe(nombre) }))

function finder(places: CatalogueEntry[]): (slug: string) => CatalogueEntry | undefined {
  const bySlug = new Map(places.map((place) => [place.slug, place]))
  return (slug) => bySlug.get(slug)
}
