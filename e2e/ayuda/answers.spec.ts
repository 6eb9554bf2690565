import type { Page } from '@playwright/test'
import { expect, expectAccessible, field, test } from '../support/fixtures.ts'
import { openHelp, submit } from '../support/help.ts'
import { completeMe } from '../support/maestro.ts'

const questions = (page: Page) => page.locator('summary')

async function expectHelpCentre(page: Page) {
  await openHelp(page)
  await expect(page).toHaveURL('/ayuda')
  await expect(page).toHaveTitle(/^Centro de Ayuda/)
  await expect(page.getByRole('heading', { name: 'Enviar Ticket de Soporte' })).toBeVisible()
  await expect(submit(page)).toHaveText('Enviar Ticket')
}

async function readAnswer(page: Page, question: string, answer: RegExp) {
  await expect(page.getByText(answer)).toBeHidden()
  await questions(page).filter({ hasText: question }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(answer)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(answer)).toBeHidden()
}

async function findAnswers(page: Page) {
  const search = page.getByRole('searchbox', { name: 'Busca en las preguntas' })
  await search.fill('CERRAR MI CUENTA')
  await expect(questions(page).first()).toHaveText('¿Cómo descargo mis datos o cierro mi cuenta?')
  await search.fill('contrasena')
  await expect(questions(page)).toHaveText(['Olvidé mi contraseña o quiero cambiarla'])
  await expect(page.getByRole('status').filter({ hasText: '1 respuesta' })).toBeAttached()
  await search.fill('descargo datos')
  await questions(page).click()
  await page.getByRole('link', { name: 'Ir a tus datos' }).click()
  await expect(page).toHaveURL('/mis-datos')
}

test.describe('a seeker', () => {
  test.use({ account: { role: 'buscador' } })

  test('opens /ayuda and stays there, reads the answers of the own role with the keyboard, gets to each part by its link, and finds answers without accents or is offered the form [1.prod.20] [2.both.02] [2.help.01] [2.help.02]', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await expectHelpCentre(page)
    await readAnswer(
      page,
      '¿Cómo veo el teléfono de un maestro?',
      /Puedes pedir el contacto de 10 maestros nuevos al día/,
    )
    for (const [link, heading] of [
      ['Escríbenos', 'Enviar Ticket de Soporte'],
      ['Mis solicitudes', 'Mis solicitudes'],
      ['Preguntas', 'Preguntas frecuentes'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click()
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeInViewport()
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeFocused()
    }

    const search = page.getByRole('searchbox', { name: 'Busca en las preguntas' })
    const all = await questions(page).count()
    await search.fill('xilófono')
    await expect(page.getByText('No encontramos una respuesta con esas palabras').last()).toBeVisible()
    await expect(questions(page)).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ver todas las preguntas' }).click()
    await expect(questions(page)).toHaveCount(all)
    await expect(search).toBeFocused()
    await search.fill('xilófono')
    await page.getByRole('button', { name: 'Escribir al equipo' }).click()
    await expect(field(page, 'Mensaje')).toBeFocused()
    await search.press('Escape')
    await expect(questions(page)).toHaveCount(all)
    await findAnswers(page)
    await page.goto('/ayuda#mis-solicitudes')
    await expect(page.getByRole('heading', { level: 2, name: 'Mis solicitudes' })).toBeInViewport()
  })
})

test.describe('a maestro', () => {
  test.use({ account: { role: 'maestro' } })

  test('opens /ayuda and stays there without and with a complete profile, and reads and finds the answers of the own role [1.prod.20] [2.both.03] [2.both.04]', async ({
    page,
    request,
  }) => {
    await expectHelpCentre(page)
    await completeMe(page, request)
    await expectHelpCentre(page)
    await readAnswer(page, '¿Cómo subo de nivel?', /«Experto» pide 10 y un promedio de 4\.5/)
    await findAnswers(page)
  })
})
