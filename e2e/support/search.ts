import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { publishableKey } from './api.ts'
import { expect, remember } from './fixtures.ts'

/** Helpers for tests of the search. The demo directory is the same in every run. */

export type Choice = { alcaldia: string; oficio: string }

/** More than two pages. */
export const MANY: Choice = { alcaldia: 'Cuauhtémoc', oficio: 'Plomería' }
/** Few results, for tests that do not need more: twenty photos take long to load. */
export const FEW: Choice = { alcaldia: 'Tlalpan', oficio: 'Plomería' }
/** Four results: every level, with and without a verified identity, one without reviews. */
export const MIXED: Choice = { alcaldia: 'Miguel Hidalgo', oficio: 'Internet y redes' }
export const ONE: Choice = { alcaldia: 'Milpa Alta', oficio: 'Tapicería' }
export const NONE: Choice = { alcaldia: 'Ninguna parte', oficio: 'Plomería' }

export const SEARCH = '**/functions/v1/maestros?*'

export async function choose(page: Page, { alcaldia, oficio }: Partial<Choice>) {
  await remember(page, {
    ...(alcaldia && { alcaldiaSeleccionada: alcaldia }),
    ...(oficio && { oficioSeleccionado: oficio }),
  })
}

export type Tarjeta = {
  id: string
  nombre: string
  apellido: string
  foto_perfil_url: string | null
  identidad_verificada: boolean
  oficio_principal: string
  promedio_calificacion: number
  cantidad_reseñas: number
  reputacion_nivel: 'nuevo' | 'confianza_comprobada' | 'experto'
  reputacion_chip_label: string
  numero_trabajos_completados: number
  telefono: null
  alcaldia: string
}

/** All results of the server, read in pages of 50. */
export async function search(request: APIRequestContext, params: Record<string, string>) {
  const apikey = await publishableKey(request)
  const found: Tarjeta[] = []
  let total = 0
  let cursor: string | undefined
  do {
    const answer = await request.get('/functions/v1/maestros', {
      headers: { apikey },
      params: { ...params, limit: '50', ...(cursor ? { cursor } : {}) },
    })
    expect(answer.ok()).toBe(true)
    found.push(...(await answer.json()))
    total = Number(answer.headers()['content-range']?.split('/')[1])
    cursor = answer.headers()['x-next-cursor']
  } while (cursor)
  return { found, total }
}

export const cards = (page: Page): Locator =>
  page.getByRole('list', { name: 'Maestros encontrados' }).getByRole('article')

export const cardOf = (page: Page, nth: number): Locator => cards(page).nth(nth)

export const opener = (card: Locator): Locator => card.getByRole('heading').getByRole('button')

export const shownName = ({ nombre, apellido }: Tarjeta) => `${nombre.split(' ')[0]} ${apellido}.`
