import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { headersOf, signUp, succeed } from './api.ts'
import { uploadDocuments } from './documents.ts'
import { test as base, expect, remember, STORAGE_KEY } from './fixtures.ts'

/** A maestro before onboarding, and helpers to fill the form through the product's own API. */
export type Newcomer = Awaited<ReturnType<typeof makeNewcomer>>

export async function makeNewcomer(request: APIRequestContext) {
  const { email, session } = await signUp(request, 'maestro', { nombre: 'Nuria', apellido: 'Nava' })
  const headers = await headersOf(request, session.access_token)
  return { id: session.user.id, email, session, headers }
}

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 860 }

const referencia = (nombre_cliente: string) => ({
  nombre_cliente,
  descripcion_trabajo: 'Cambio de tuberías del baño',
  numero_referencia: '5511112222',
})

/** A whole form without its pictures. */
export const TEXTS = {
  datos: { nombre: 'Nuria', apellido: 'Nava', telefono: '5512345678' },
  oficios: ['Plomería', 'Herrería'],
  alcaldias: ['Tlalpan', 'Coyoacán'],
  descripcion: 'Arreglo fugas, cambio llaves y reviso instalaciones con garantía por escrito.',
  referencia1: referencia('Rosa Martínez'),
  referencia2: referencia('Jorge Salas'),
  curp: 'HEGG560427MVZRRL04',
  domicilio: 'Calle Hidalgo 12, colonia Centro',
}

export async function saveSteps(request: APIRequestContext, who: Newcomer, steps: Record<string, unknown>) {
  const call = (data: object) =>
    succeed(request.post('/functions/v1/onboarding-borrador', { headers: who.headers, data }))
  const { pasos } = await call({})
  const cambios = Object.fromEntries(
    Object.entries(steps).map(([paso, valor]) => [paso, { base: pasos[paso]?.version ?? 0, valor }]),
  )
  return call({ cambios })
}

/** Saves everything, pictures included, as if another device had filled the form. */
export async function fillAll(request: APIRequestContext, who: Newcomer, without: string[] = []) {
  const { foto_perfil_url, ine_url } = await uploadDocuments(request, who)
  const nameIn = (url: string) => url.replace(/^.*\/chat-media\//, '')
  const all = { ...TEXTS, selfie: nameIn(foto_perfil_url), ine: nameIn(ine_url) }
  const kept = Object.entries(all).filter(([paso]) => !without.includes(paso))
  await saveSteps(request, who, Object.fromEntries(kept))
}

export const profileOf = async (request: APIRequestContext, who: Newcomer) =>
  (await succeed(request.get(`/rest/v1/maestros?id=eq.${who.id}`, { headers: who.headers })))[0]

/** A photo of the given size with some noise, so that it does not compress to nothing. */
export const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#285aa0',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Completar mi perfil' })
export const toastOf = (page: Page) => page.locator('[data-toast]')

type Fixtures = {
  who: Newcomer
  /** Opens the form in a page of its own. `fresh` is for a test that installs a clock or adds scripts to every document. */
  openAs: (who: Newcomer, path?: string, options?: { fresh: boolean }) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  who: async ({ request }, use) => use(await makeNewcomer(request)),
  openAs: async ({ openPage }, use) => {
    await use(async (who, path = '/onboarding-maestro', options) => {
      const page = await openPage(options)
      await remember(page, { [STORAGE_KEY]: JSON.stringify(who.session) })
      await page.goto(path)
      return page
    })
  },
})

export { expect }
