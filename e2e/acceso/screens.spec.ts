import type { Page } from '@playwright/test'
import { ACCOUNTS, expect, expectAccessibleAtAllSizes, test } from '../support/fixtures.ts'

/**
 * The access screens in their other states: screenshots, and no finding of axe in either colour scheme. e2e/app/screens.spec.ts
 * looks at each as it is opened.
 */
type Screen = {
  name: string
  path: string
  ready: string
  act: (page: Page) => Promise<unknown>
  /** What axe checks, when it is not the whole page. */
  within?: string
}

const read = (page: Page) => page.getByText('Leer los términos y condiciones').click()
const submitEmptyAndRead = async (page: Page) => {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Crear cuenta/ }).click()
  await page.getByRole('alert').first().waitFor()
  await read(page)
}

const SCREENS: Screen[] = [
  {
    name: 'registro-errores-y-terminos',
    path: '/registro',
    ready: 'Crea tu cuenta',
    act: submitEmptyAndRead,
  },
  {
    name: 'registro-maestro-terminos',
    path: '/registro-maestro',
    ready: 'Regístrate como maestro',
    act: read,
    within: '[role=dialog]',
  },
  {
    name: 'recuperar-enviado',
    path: '/recuperar-buscador',
    ready: 'Recupera tu contraseña',
    act: async (page) => {
      await page.getByLabel('Correo electrónico').fill(ACCOUNTS.buscador)
      await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
      await page.getByRole('heading', { name: 'Email Enviado' }).waitFor()
    },
  },
]

for (const { name, path, ready, act, within } of SCREENS) {
  test(`the screen ${name} passes axe and has no horizontal overflow, in both colour schemes`, async ({
    page,
  }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: ready })).toBeVisible()
    await act(page)
    await expectAccessibleAtAllSizes(page, name, within)
  })
}
