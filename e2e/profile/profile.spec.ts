import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { expect, expectAccessible, expectAccessibleAtAllSizes, REFUSED, test } from '../support/fixtures.ts'
import {
  answerProfile,
  changeProfile,
  chatOfTheTwo,
  holdProfile,
  lockedMaestro,
  readProfile,
  signedIn,
  unlockedMaestro,
} from '../support/profiles.ts'
import { choose } from '../support/search.ts'

test.use({ account: 'buscador' })

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const card = (page: Page, title: string) =>
  page
    .locator('main div')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .last()

async function open(page: Page, id: string) {
  await page.goto(`/perfil/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function expectRating(page: Page, { average, filled }: { average: string; filled: number }) {
  const rating = card(page, 'Calificación')
  await expect(rating).toContainText(average)
  await expect(rating).toContainText('32 reseñas')
  await expect(rating.getByRole('img', { name: `${average} de 5, 32 reseñas` })).toBeVisible()
  await expect(rating.locator('[data-filled="true"]')).toHaveCount(filled)
  await expect(rating.locator('[data-filled]')).toHaveCount(5)
}

test('both addresses show the same maestro to a seeker [2.seek.22] [2.seek.26]', async ({
  page,
  request,
}) => {
  const id = await lockedMaestro(request)
  const { nombre } = await readProfile(request, id)
  for (const path of [`/perfil/${id}`, `/perfil-maestro/${id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(nombre.split(' ')[0])
    await expect(page).toHaveURL(path)
  }
})

test('a contact that was not requested is locked: an initial, no phone number, no review button [2.prof.13] [2.prof.28] [2.prof.29] [2.prof.31] [2.prof.36] [4.state.02] [1.prod.02] [1.prod.09]', async ({
  page,
  request,
}) => {
  const id = await lockedMaestro(request)
  const { nombre, apellido, telefono } = await readProfile(request, id)
  expect([apellido.length, telefono]).toEqual([1, null])
  await open(page, id)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${nombre.split(' ')[0]} ${apellido}.`)
  await expect(page.getByRole('button', { name: 'Chatear con el maestro' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ver información de contacto' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Escribir una reseña' })).toHaveCount(0)
  await expect(page.locator('a[href^="tel:"]')).toHaveCount(0)
  expect(await page.locator('main').innerText()).not.toMatch(/\d[\d ]{7,}\d/)
})

test('an unlocked contact shows the whole name, the phone number, and buttons to call and save it [2.prof.30] [2.prof.32] [2.prof.33] [2.prof.34] [2.prof.35] [2.prof.36]', async ({
  page,
  request,
}) => {
  const id = await unlockedMaestro(request)
  const { nombre, apellido, telefono } = await readProfile(request, id)
  await open(page, id)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${nombre} ${apellido}`)
  await expect(page.getByRole('button', { name: 'Ver información de contacto' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Escribir una reseña' })).toBeVisible()
  const contact = card(page, 'Contacto')
  expect((await contact.innerText()).replaceAll(' ', '')).toContain(telefono)
  await expect(contact.getByRole('link', { name: 'Llamar' })).toHaveAttribute('href', `tel:${telefono}`)
  const download = page.waitForEvent('download')
  await contact.getByRole('button', { name: 'Guardar contacto' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.vcf$/)
  const vcard = new ICAL.Component(ICAL.parse(await readFile(await file.path(), 'utf8')))
  expect(vcard.getFirstPropertyValue('fn')).toBe(`${nombre} ${apellido}`)
  expect(vcard.getFirstPropertyValue('tel')).toBe(`+52${telefono}`)
  await expect(contact.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    `https://wa.me/52${telefono}`,
  )
})

test.describe('the header', () => {
  test('shows the photo, and a shield with an explanation [2.prof.12] [2.prof.14]', async ({
    page,
    request,
  }) => {
    await open(page, await lockedMaestro(request))
    const width = "document.querySelector('main img').naturalWidth"
    await expect.poll(() => page.evaluate<number>(width)).toBeGreaterThan(0)
    const shield = page.getByRole('button', { name: 'Identidad verificada' })
    const meaning = page.getByText(/Revisamos su identificación oficial/)
    await expect(meaning).toBeHidden()
    await shield.click()
    await expect(meaning).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(meaning).toBeHidden()
    await expect(shield).toBeFocused()
  })

  test('has a reputation chip with an explanation and a colour for each level; the average has one decimal [2.prof.15] [2.prof.24] [9.const.12]', async ({
    page,
    request,
  }) => {
    const id = await lockedMaestro(request)
    const colour = "getComputedStyle(document.querySelector('[data-nivel]')).backgroundColor"
    const colours = new Set<string>()
    const levels = [
      ['nuevo', 'Nuevo', /pocas reseñas/],
      ['confianza_comprobada', 'Confianza comprobada', /al menos 3 trabajos/],
      ['experto', 'Experto', /al menos 10 trabajos/],
    ] as const
    for (const [reputacion_nivel, reputacion_chip_label, meaning] of levels) {
      await page.unrouteAll()
      await changeProfile(page, {
        reputacion_nivel,
        reputacion_chip_label,
        promedio_calificacion: 4,
        cantidad_reseñas: 32,
      })
      await open(page, id)
      const chip = page.getByRole('button', { name: reputacion_chip_label })
      await chip.click()
      await expect(page.getByText(meaning)).toBeVisible()
      colours.add(await page.evaluate<string>(colour))
    }
    expect(colours.size).toBe(3)
    await expectRating(page, { average: '4.0', filled: 4 })
  })
})

/** One profile with every field and one with as few as possible. Each is loaded once for all cards. */
test('a profile with every field shows each in its card [2.prof.16] [2.prof.17] [2.prof.18] [2.prof.19] [2.prof.20] [2.prof.21] [2.prof.22] [2.prof.24] [2.prof.25] [9.const.11] [9.const.12]', async ({
  page,
  request,
}) => {
  await changeProfile(page, {
    nombre: 'Maximiliano-Guadalupe-Ángel-Ñusta-Íñigos',
    apellido: 'Z',
    oficios: ['Impermeabilización', 'Instalación de paneles solares', 'Electricidad'],
    alcaldias: ['Coyoacán', 'Tlalpan', 'Álvaro Obregón'],
    descripcion: 'Trabajo con calma.\nY con garantía.',
    perfil_verificado: false,
    ine_verificado: true,
    domicilio_verificado: false,
    curp_verificado: true,
    referencias: [
      { nombreCliente: 'Marta Gil', descripcionTrabajo: 'Cambio de tinaco', numeroReferencia: null },
      { nombreCliente: null, descripcionTrabajo: null, numeroReferencia: '5500001111' },
    ],
    promedio_calificacion: 4.96,
    cantidad_reseñas: 32,
    numero_trabajos_completados: 41,
  })
  await open(page, await lockedMaestro(request))
  const trades = 'Impermeabilización, Instalación de paneles solares, Electricidad'
  await expect(page.getByText(trades, { exact: true })).toBeVisible()
  await expect(page.getByText('Coyoacán, Tlalpan, Álvaro Obregón', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Acerca de su trabajo' })).toHaveText(/Trabajo con calma/)
  await expect(card(page, 'Datos verificados').getByRole('listitem')).toHaveText([
    /^Perfil verificado\s*Pendiente$/,
    /^INE\s*Verificado$/,
    /^Domicilio\s*Pendiente$/,
    /^CURP\s*Verificado$/,
  ])
  await expect(card(page, 'Referencias de clientes anteriores').getByRole('listitem')).toHaveText([
    /Marta Gil.*Cambio de tinaco/s,
    /55 0000 1111/,
  ])
  await expectRating(page, { average: '4.9', filled: 4 })
  await expect(card(page, 'Trabajos completados')).toContainText('41')
  await expectAccessibleAtAllSizes(page, 'perfil')
})

test('a profile with few fields leaves out what is missing, or says that it is missing [2.prof.12] [2.prof.14] [2.prof.18] [2.prof.23] [2.prof.27]', async ({
  page,
  request,
}) => {
  await changeProfile(page, {
    foto_perfil_url: null,
    nombre: 'Ángel',
    apellido: 'Ñ',
    identidad_verificada: false,
    descripcion: '  ',
    referencias: [],
    reseñas: [],
    reseñas_cursor: null,
    cantidad_reseñas: 0,
    promedio_calificacion: 0,
  })
  await open(page, await lockedMaestro(request))
  await expect(page.locator('[data-initials]').first()).toHaveText('ÁÑ')
  await expect(page.locator('main img')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Identidad verificada' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Acerca de su trabajo' })).toHaveCount(0)
  await expect(card(page, 'Referencias de clientes anteriores')).toContainText(
    'No hay referencias disponibles',
  )
  await expect(card(page, 'Reseñas')).toContainText('Aún no hay reseñas')
  await expect(card(page, 'Calificación').getByRole('img', { name: 'Sin reseñas todavía' })).toBeVisible()
})

test.describe('the reviews', () => {
  test('are loaded in pages, and the focus moves to the first review of the next page [2.prof.26]', async ({
    page,
    request,
  }) => {
    const id = await lockedMaestro(request)
    const { reseñas } = await readProfile(request, id)
    await open(page, id)
    const items = card(page, 'Reseñas').getByRole('listitem')
    await expect(items).toHaveCount(10)
    await expect(items.first()).toContainText(reseñas[0].usuario)
    await expect(items.first()).toContainText(reseñas[0].comentario)
    await expect(items.first().getByRole('img', { name: `${reseñas[0].puntuacion} de 5` })).toBeVisible()
    await page.getByRole('button', { name: 'Ver más reseñas' }).click()
    await expect(items).toHaveCount(18)
    await expect(items.nth(10)).toBeFocused()
    await expect(page.getByRole('button', { name: 'Ver más reseñas' })).toHaveCount(0)
  })

  test.describe('when the next page cannot be loaded', () => {
    test.use({ expectedErrors: REFUSED })
    test('stay on the screen, and the page can be retried', async ({ page, request }) => {
      await open(page, await lockedMaestro(request))
      await page.route('**/functions/v1/resenas/**', (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('button', { name: 'Ver más reseñas' }).click()
      await expect(page.getByRole('alert')).toHaveText('No pudimos traer más reseñas. Inténtalo de nuevo.')
      await expect(card(page, 'Reseñas').getByRole('listitem')).toHaveCount(10)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Ver más reseñas' }).click()
      await expect(card(page, 'Reseñas').getByRole('listitem')).toHaveCount(18)
    })
  })
})

test('the screen says that the profile is loading [2.prof.04]', async ({ page, request }) => {
  const answer = Promise.withResolvers<void>()
  await holdProfile(page, answer.promise)
  await page.goto(`/perfil/${await lockedMaestro(request)}`)
  await expect(page.getByText('Cargando perfil...')).toBeVisible()
  answer.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Cargando perfil...')).toHaveCount(0)
})

test.describe('a maestro who does not exist', () => {
  test.use({ expectedErrors: REFUSED })
  for (const id of [UNKNOWN_ID, 'no-es-un-id']) {
    test(`is shown as not found, with a back button, at /perfil/${id} [2.prof.05] [2.prof.06]`, async ({
      page,
    }) => {
      await page.goto('/seleccion-oficio')
      await page.goto(`/perfil/${id}`)
      await expect(page.getByRole('heading', { name: 'Maestro no encontrado' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Volver', exact: true }).click()
      await expect(page).toHaveURL('/seleccion-oficio')
    })
  }
})

test.describe('a profile request that fails', () => {
  test.use({ expectedErrors: REFUSED })
  test('shows an error, and can be retried without a reload', async ({ page, request }) => {
    const id = await lockedMaestro(request)
    await answerProfile(page, 500)
    await page.goto(`/perfil/${id}`)
    await expect(page.getByRole('heading', { name: 'No pudimos cargar este perfil' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('button', { name: 'Chatear con el maestro' })).toBeVisible()
  })
})

test.describe('the back button', () => {
  test('leads to the chat that the address names [2.prof.01] [2.prof.07] [2.prof.10]', async ({
    page,
    request,
  }) => {
    const id = await lockedMaestro(request)
    const chat = await chatOfTheTwo(request)
    for (const path of ['perfil', 'perfil-maestro']) {
      await page.goto(`/${path}/${id}?fromChat=${chat}`)
      await page.getByRole('button', { name: 'Volver al chat' }).click()
      await expect(page).toHaveURL(`/chats/${chat}`)
    }
  })

  test('leads to the inbox when the person came from a chat that the address does not name [2.prof.02] [2.prof.08] [2.prof.10]', async ({
    page,
    request,
    baseURL,
  }) => {
    const id = await lockedMaestro(request)
    await page.goto(`/perfil-maestro/${id}`, { referer: `${baseURL}/chats/${UNKNOWN_ID}` })
    await page.getByRole('button', { name: 'Volver al chat' }).click()
    await expect(page).toHaveURL('/chats')
  })

  test('leads back to the results from a profile that was opened there [2.prof.09] [2.prof.11] [2.both.07]', async ({
    page,
  }) => {
    await choose(page, { alcaldia: 'Coyoacán', oficio: 'Plomería' })
    await page.goto('/resultados')
    await page.getByRole('article').first().getByRole('heading').click()
    await page.getByRole('dialog').getByText('Ver perfil completo').click()
    await expect(page).toHaveURL(/\/perfil\/[0-9a-f-]{36}$/)
    await page.getByRole('button', { name: 'Volver al listado' }).click()
    await expect(page).toHaveURL('/resultados')
  })
})

test.describe('the view of a profile', () => {
  test('is recorded once for each opening, with the id of the seeker [2.prof.03] [6.role.21]', async ({
    page,
    request,
  }) => {
    const id = await lockedMaestro(request)
    const { userId } = await signedIn(request, 'buscador')
    const bodies: unknown[] = []
    page.on('request', (sent) => {
      if (sent.url().endsWith('/functions/v1/track-profile-view')) bodies.push(sent.postDataJSON())
    })
    const answer = page.waitForResponse('**/functions/v1/track-profile-view')
    await open(page, id)
    expect(await (await answer).json()).toEqual({ success: true })
    await page.getByRole('button', { name: 'Ver más reseñas' }).click()
    await expect(card(page, 'Reseñas').getByRole('listitem')).toHaveCount(18)
    expect(bodies).toEqual([{ maestro_id: id, buscador_id: userId }])
  })

  test.describe('by an anonymous visitor', () => {
    test.use({ account: null })
    test('is not recorded, because the visitor is redirected [6.role.15]', async ({ page, request }) => {
      const calls: string[] = []
      page.on('request', (sent) => calls.push(sent.url()))
      await page.goto(`/perfil/${await lockedMaestro(request)}`)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(calls.filter((url) => url.includes('/functions/v1/'))).toEqual([])
    })
  })

  test.describe('that cannot be recorded', () => {
    test.use({ expectedErrors: /Failed to load resource|profile view/ })
    test('is logged, and no error is shown [8.load.07]', async ({ page, request }) => {
      await page.route('**/functions/v1/track-profile-view', (route) =>
        route.fulfill({ status: 500, json: {} }),
      )
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('profile view'))
      await open(page, await lockedMaestro(request))
      await logged
      await expect(page.getByRole('button', { name: 'Chatear con el maestro' })).toBeVisible()
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    })
  })
})

test.describe('Chatear con el maestro', () => {
  test('starts a chat about the search and opens it [7.fn.04] [7.fn.06]', async ({ page, request }) => {
    const id = await lockedMaestro(request)
    const { alcaldias, oficios } = await readProfile(request, id)
    await open(page, id)
    const asked = page.waitForRequest('**/functions/v1/chat-initiate')
    await page.getByRole('button', { name: 'Chatear con el maestro' }).click()
    const [alcaldia] = alcaldias
    const [oficio] = oficios
    expect((await asked).postDataJSON()).toEqual({
      maestro_id: id,
      alcaldia_seleccionada: alcaldia,
      oficio_seleccionado: oficio,
      contexto: { alcaldia, servicio: oficio },
    })
    await expect(page).toHaveURL(`/chats/${await chatOfTheTwo(request)}`)
  })
})

test('the fixed actions at the bottom do not cover the last review', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page, await lockedMaestro(request))
  const more = page.getByRole('button', { name: 'Ver más reseñas' })
  await page.evaluate('scrollBy(0, 20000)')
  const actions = await page.getByRole('button', { name: 'Chatear con el maestro' }).boundingBox()
  await expect
    .poll(async () => {
      const box = await more.boundingBox()
      return (box?.y ?? 9999) + (box?.height ?? 0)
    })
    .toBeLessThan(actions?.y ?? 0)
})
