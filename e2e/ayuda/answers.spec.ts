import { expect, expectAccessible, expectAccessibleAtAllSizes, field, test } from '../support/fixtures.ts'
import { openHelp, submit } from '../support/help.ts'
import { completeMe } from '../support/maestro.ts'

for (const [role, question, answer] of [
  [
    'buscador',
    '¿Cómo veo el teléfono de un maestro?',
    /Puedes pedir el contacto de 10 maestros nuevos al día/,
  ],
  ['maestro', '¿Cómo subo de nivel?', /«Experto» pide 10 y un promedio de 4\.5/],
] as const) {
  test.describe(`a ${role}`, () => {
    test.use({ account: { role } })

    test('reads the answers of the own role, with the keyboard too, at every width [1.prod.20]', async ({
      page,
    }) => {
      await openHelp(page)
      const summary = page.locator('summary').filter({ hasText: question })
      await expect(page.getByText(answer)).toBeHidden()
      await summary.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText(answer)).toBeVisible()
      await expectAccessibleAtAllSizes(page, `ayuda-${role}`)
      await page.keyboard.press('Enter')
      await expect(page.getByText(answer)).toBeHidden()
    })

    test('finds an answer without accents, and reaches the own data from it', async ({ page }) => {
      await openHelp(page)
      const search = page.getByRole('searchbox', { name: 'Busca en las preguntas' })
      await search.fill('CERRAR MI CUENTA')
      await expect(page.locator('summary').first()).toHaveText('¿Cómo descargo mis datos o cierro mi cuenta?')
      await search.fill('contrasena')
      await expect(page.locator('summary')).toHaveText(['Olvidé mi contraseña o quiero cambiarla'])
      await expect(page.getByRole('status').filter({ hasText: '1 respuesta' })).toBeAttached()
      await search.fill('descargo datos')
      await page.locator('summary').click()
      await page.getByRole('link', { name: 'Ir a tus datos' }).click()
      await expect(page).toHaveURL('/mis-datos')
    })
  })
}

test.describe('a word without an answer', () => {
  test.use({ account: { role: 'buscador' } })

  test('offers the form, and all questions again', async ({ page }) => {
    await openHelp(page)
    const search = page.getByRole('searchbox', { name: 'Busca en las preguntas' })
    const all = await page.locator('summary').count()
    await search.fill('xilófono')
    await expect(page.getByText('No encontramos una respuesta con esas palabras').last()).toBeVisible()
    await expect(page.locator('summary')).toHaveCount(0)
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/pictures/ayuda-sin-respuesta-1280.jpg' })
    await page.getByRole('button', { name: 'Ver todas las preguntas' }).click()
    await expect(page.locator('summary')).toHaveCount(all)
    await expect(search).toBeFocused()
    await search.fill('xilófono')
    await page.getByRole('button', { name: 'Escribir al equipo' }).click()
    await expect(field(page, 'Mensaje')).toBeFocused()
    await search.press('Escape')
    await expect(page.locator('summary')).toHaveCount(all)
  })

  test('the links at the top lead to the parts of the page', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openHelp(page)
    for (const [link, heading] of [
      ['Escríbenos', 'Enviar Ticket de Soporte'],
      ['Mis solicitudes', 'Mis solicitudes'],
      ['Preguntas', 'Preguntas frecuentes'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click()
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeInViewport()
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeFocused()
    }
    await page.goto('/ayuda#mis-solicitudes')
    await expect(page.getByRole('heading', { level: 2, name: 'Mis solicitudes' })).toBeInViewport()
  })
})

const VISITORS = [
  { who: 'a seeker', role: 'buscador', complete: false, ids: '[2.both.02] [2.help.01] [2.help.02]' },
  { who: 'a maestro without a complete profile', role: 'maestro', complete: false, ids: '[2.both.04]' },
  { who: 'a maestro with a complete profile', role: 'maestro', complete: true, ids: '[2.both.03]' },
] as const

for (const { who, role, complete, ids } of VISITORS) {
  test.describe(who, () => {
    test.use({ account: { role } })

    test(`opens /ayuda and stays there, with the title and the ticket form ${ids}`, async ({
      page,
      request,
    }) => {
      if (complete) await completeMe(page, request)
      await openHelp(page)
      await expect(page).toHaveURL('/ayuda')
      await expect(page).toHaveTitle(/^Centro de Ayuda/)
      await expect(page.getByRole('heading', { name: 'Enviar Ticket de Soporte' })).toBeVisible()
      await expect(submit(page)).toHaveText('Enviar Ticket')
    })
  })
}
