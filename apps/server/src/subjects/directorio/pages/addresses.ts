import { slugDe } from '@maestros/dominio/slug'
import type { Catalogue, CatalogueEntry } from './catalogue.ts'

/** A page of the directory: the index, one trade, or one trade in one borough. */
export interface Subject {
  path: string
  oficio?: CatalogueEntry
  alcaldia?: CatalogueEntry
}

export const PREFIX = '/maestros'

export const oficioPath = (oficio: CatalogueEntry) => `${PREFIX}/${oficio.slug}`
export const pairPath = (oficio: CatalogueEntry, alcaldia: CatalogueEntry) =>
  `${PREFIX}/${oficio.slug}/${alcaldia.slug}`

/** The page that an address names in any spelling; its `path` is the canonical one. Undefined for unknown names. */
export function findSubject(catalogue: Catalogue, segments: string[]): Subject | undefined {
  const [first, second, ...more] = segments
  if (more.length > 0) return undefined
  if (first === undefined) return { path: PREFIX }
  const oficio = catalogue.findOficio(slugDe(first))
  if (!oficio) return undefined
  if (second === undefined) return { path: oficioPath(oficio), oficio }
  const alcaldia = catalogue.findAlcaldia(slugDe(second))
  return alcaldia && { path: pairPath(oficio, alcaldia), oficio, alcaldia }
}

/** The access screens keep the choice that their address names. */
export function withChoice(screen: string, { oficio, alcaldia }: Subject): string {
  if (!oficio || !alcaldia) return screen
  return `${screen}?${new URLSearchParams({ alcaldia: alcaldia.nombre, oficio: oficio.nombre })}`
}
