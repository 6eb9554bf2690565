import type { Page } from '@playwright/test'
import { expect, expectAccessible, stopClock, test } from '../support/fixtures.ts'
import { changeProfile, chatOfTheTwo, lockedMaestro, readProfile } from '../support/profiles.ts'

test.use({ account: 'buscador' })

const CHAT = '00000000-0000-4000-8000-000000000000'
const CONTACT = {
  success: true,
  chat_id: CHAT,
  nombre: 'Rosa',
  apellido: 'Núñez Peña',
  telefono: '5512345678',
}
const ACCESS = '**/functions/v1/track-contact-access'

const dialog = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page) => page.getByRole('button', { name: 'Ver contacto', exact: true })

async function open(page: Page, id: string) {
  await page.goto(`/perfil/${id}`)
  await page.getByRole('button', { name: 'Ver información de contacto' }).click()
}

async function openReasons(page: Page, id: string) {
  await open(page, id)
  await page.getByRole('button', { name: 'Ver información de contacto directo' }).click()
  await expect(page.getByRole('heading', { name: '¿Para qué necesitas el contacto?' })).toBeFocused()
}

/** Answers track-contact-access as its contract says, in place of the server. */
async function answerAccess(page: Page) {
  const bodies: unknown[] = []
  await page.route(ACCESS, async (route) => {
    bodies.push(route.request().postDataJSON())
    await route.fulfill({ json: CONTACT })
  })
  return bodies
}

async function unlock(page: Page, id: string) {
  await openReasons(page, id)
  await answerAccess(page)
  await page.getByLabel('Es una urgencia').check()
  await confirm(page).click()
  await expect(page.getByRole('button', { name: 'Copiar teléfono' })).toBeVisible()
}

test('requesting the contact first shows a dialog that offers the chat instead, and unlocks nothing [2.con.01] [2.con.02] [2.con.03] [2.con.04] [2.con.05] [4.state.03]', async ({
  page,
  request,
}) => {
  const id = await lockedMaestro(request)
  const { nombre, apellido } = await readProfile(request, id)
  await open(page, id)
  await expect(dialog(page).getByRole('heading', { name: 'Información de contacto' })).toBeVisible()
  await expect(dialog(page)).toContainText(
    `¿Quieres ver la información de contacto de ${nombre.split(' ')[0]} ${apellido}.?`,
  )
  await expect(dialog(page)).toContainText(/usar el chat .* hasta que decidas que realmente necesitas/)
  await expect(dialog(page).getByRole('button', { name: 'Chatear con él' })).toBeFocused()
  await expect(
    dialog(page).getByRole('button', { name: 'Ver información de contacto directo' }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Ver información de contacto' })).toBeFocused()
  await expect(page.locator('a[href^="tel:"]')).toHaveCount(0)
})

test('Chatear con él in that dialog starts the chat', async ({ page, request }) => {
  await open(page, await lockedMaestro(request))
  await page.getByRole('button', { name: 'Chatear con él' }).click()
  await expect(page).toHaveURL(`/chats/${await chatOfTheTwo(request)}`)
})

test('the request can be confirmed only with a valid reason [1.prod.12]', async ({ page, request }) => {
  await openReasons(page, await lockedMaestro(request))
  await expect(page.getByRole('radio')).toHaveCount(5)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(confirm(page)).toBeDisabled()
  for (const reason of [
    'Agendar una visita',
    'Pedir una cotización',
    'Coordinar un trabajo acordado',
    'Es una urgencia',
  ]) {
    await page.getByLabel(reason).check()
    await expect(confirm(page)).toBeEnabled()
  }
  await page.getByLabel('Otro').check()
  await expect(confirm(page)).toBeDisabled()
  const detail = page.getByLabel('Cuéntanos el motivo')
  for (const [length, valid] of [
    [9, false],
    [10, true],
    [200, true],
    [201, false],
  ] as const) {
    await detail.fill('ñ'.repeat(length))
    await expect(confirm(page)).toBeEnabled({ enabled: valid })
  }
  await detail.fill(`${' '.repeat(12)}ab`)
  await expect(confirm(page)).toBeDisabled()
  await expectAccessible(page)
})

test('confirming records the access with its reason and unlocks the contact on the same screen [mock 1.prod.11] [mock 2.con.06] [mock 4.state.04] [mock 4.state.05] [mock 2.prof.30] [mock 2.prof.32] [mock 2.prof.33] [mock 2.prof.36]', async ({
  page,
  request,
}) => {
  const id = await lockedMaestro(request)
  const { nombre, alcaldias, oficios } = await readProfile(request, id)
  await openReasons(page, id)
  const bodies = await answerAccess(page)
  await page.getByLabel('Otro').check()
  await page.getByLabel('Cuéntanos el motivo').fill('  Quiero enseñarle unos planos  ')
  await confirm(page).click()
  await expect(dialog(page).getByRole('heading', { name: `${nombre} Núñez Peña` })).toBeFocused()
  expect(bodies).toEqual([
    {
      maestro_id: id,
      motivo: 'otro',
      detalle: 'Quiero enseñarle unos planos',
      contexto: { alcaldia: alcaldias[0], servicio: oficios[0] },
    },
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${nombre} Núñez Peña`)
  await expect(page.getByRole('heading', { name: 'Contacto', exact: true })).toBeFocused()
  await expect(page.locator('main')).toContainText('55 1234 5678')
  await expect(page.getByRole('link', { name: 'Llamar' })).toHaveAttribute('href', 'tel:5512345678')
  await expect(page.getByRole('button', { name: 'Guardar contacto' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Escribir una reseña' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ver información de contacto' })).toHaveCount(0)
})

test.describe('a contact that cannot be unlocked', () => {
  test.use({ expectedErrors: /Failed to load resource|contact access/ })

  test('keeps the dialog open with an error, and unlocks nothing', async ({ page, request }) => {
    const id = await lockedMaestro(request)
    await openReasons(page, id)
    await page.route(ACCESS, (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByLabel('Otro').check()
    await page.getByLabel('Cuéntanos el motivo').fill('Quiero enseñarle unos planos')
    await confirm(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('No pudimos abrir el contacto')
    await expect(page.getByLabel('Cuéntanos el motivo')).toHaveValue('Quiero enseñarle unos planos')
    await expect(confirm(page)).toBeFocused()
    await page.unrouteAll()
    await page.route(ACCESS, (route) =>
      route.fulfill({
        status: 429,
        json: { success: false, code: 'RATE_LIMITED', error: 'Ya pediste diez contactos hoy.' },
      }),
    )
    await confirm(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Ya pediste diez contactos hoy.')
    await page.unrouteAll()
    await page.route(ACCESS, (route) => route.abort())
    await confirm(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('No pudimos abrir el contacto')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Ver información de contacto' })).toBeFocused()
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0)
  })
})

test.describe('the contact details', () => {
  test('show name, borough and phone number, which can be called and copied [mock 2.con.07] [mock 2.con.08] [mock 2.con.09] [mock 2.con.10] [mock 2.con.11] [mock 2.con.12] [mock 2.con.13] [mock 2.con.14] [mock 2.con.15] [mock 9.const.02]', async ({
    freshPage: page,
    request,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await lockedMaestro(request)
    const { nombre, alcaldias } = await readProfile(request, id)
    await page.clock.install()
    await unlock(page, id)
    const details = dialog(page)
    await expect(details.locator('img')).toBeVisible()
    await expect(details.getByRole('heading', { name: `${nombre} Núñez Peña` })).toBeVisible()
    await expect(details.getByText(alcaldias[0], { exact: true })).toBeVisible()
    await expect(details.getByText('Identidad verificada')).toBeVisible()
    await expect(details.getByText('55 1234 5678')).toBeVisible()
    await expect(details.getByRole('link', { name: 'Llamar ahora' })).toHaveAttribute(
      'href',
      'tel:5512345678',
    )
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/pictures/contacto-detalles.png' })

    await stopClock(page)
    await page.getByRole('button', { name: 'Copiar teléfono' }).click()
    await expect(page.getByRole('button', { name: '¡Copiado!' })).toBeVisible()
    await page.clock.runFor(500)
    await expect(page.getByText('Teléfono copiado')).toBeVisible()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('5512345678')
    await page.clock.runFor(1400)
    await expect(page.getByRole('button', { name: '¡Copiado!' })).toBeVisible()
    await page.clock.runFor(1200)
    await expect(page.getByRole('button', { name: 'Copiar teléfono' })).toBeVisible()
    await expect(page.getByText('Teléfono copiado')).toHaveCount(0)
  })

  test('show an initial when there is no photo, and no shield when the identity is not verified [mock 2.con.07] [mock 2.con.10]', async ({
    page,
    request,
  }) => {
    await changeProfile(page, { foto_perfil_url: null, identidad_verificada: false, nombre: 'Rosa' })
    await unlock(page, await lockedMaestro(request))
    await expect(dialog(page).locator('[data-initials]')).toHaveText('R')
    await expect(dialog(page).getByText('Identidad verificada')).toHaveCount(0)
  })
})

test.describe('a number that cannot be copied', () => {
  test.use({ expectedErrors: /phone copy/ })

  test('is only logged: no toast, and the label of the button does not change [mock 8.load.08]', async ({
    freshPage: page,
    request,
  }) => {
    await page.addInitScript("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))")
    await unlock(page, await lockedMaestro(request))
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('phone copy'))
    await page.getByRole('button', { name: 'Copiar teléfono' }).click()
    await logged
    await expect(page.getByRole('button', { name: 'Copiar teléfono' })).toBeVisible()
    await expect(page.getByText('Teléfono copiado')).toHaveCount(0)
  })
})

test('a seeker gets from the profile to the phone number with the keyboard alone', async ({
  page,
  request,
}) => {
  await page.goto(`/perfil/${await lockedMaestro(request)}`)
  await answerAccess(page)
  await page.getByRole('button', { name: 'Ver información de contacto' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Chatear con él' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '¿Para qué necesitas el contacto?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Pedir una cotización')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(confirm(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: /Núñez Peña$/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('link', { name: 'Llamar ahora' })).toBeFocused()
})
