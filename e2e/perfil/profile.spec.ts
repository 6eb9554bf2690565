import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { succeed } from '../support/api.ts'
import { CONTEXTO, makeMaestro, me, startChat, write } from '../support/chats.ts'
import { expect, expectAccessible, PHONE_NUMBER, REFUSED, settled, test } from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'
import { channelJoined } from '../support/live.ts'
import { requestContact, setFlags } from '../support/maestro.ts'
import { chatOfTheTwo, lockedMaestro, readProfile, signedIn, unlockedMaestro } from '../support/profiles.ts'
import { cardOf, choose, FEW, opener } from '../support/search.ts'
import { demoSeekers, storeReviews } from '../support/stored.ts'

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

type Rating = { average: string; filled: number; reviews: number }

async function expectRating(page: Page, { average, filled, reviews }: Rating) {
  const rating = card(page, 'Calificación')
  await expect(rating.getByText(average, { exact: true })).toBeVisible()
  await expect(rating.getByText(`${reviews} reseñas`, { exact: true })).toBeVisible()
  await expect(rating.getByRole('img', { name: `${average} de 5, ${reviews} reseñas` })).toBeVisible()
  await expect(rating.locator('[data-filled="true"]')).toHaveCount(filled)
  await expect(rating.locator('[data-filled]')).toHaveCount(5)
}

test('a locked profile says that it is loading and records one view with the id of the seeker; it shows photo, shield and reviews in pages, an initial, no phone number and no review button, and nothing else at its other address [2.seek.22] [2.seek.26] [2.prof.03] [2.prof.04] [2.prof.12] [2.prof.13] [2.prof.14] [2.prof.26] [2.prof.28] [2.prof.29] [2.prof.31] [2.prof.36] [4.state.02] [6.role.21] [1.prod.02] [1.prod.09]', async ({
  page,
  request,
}) => {
  const id = await lockedMaestro(request)
  const { nombre, apellido, telefono, reseñas } = await readProfile(request, id)
  expect([apellido.length, telefono]).toEqual([1, null])
  const bodies: unknown[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/functions/v1/track-profile-view')) bodies.push(sent.postDataJSON())
  })
  const recorded = page.waitForResponse('**/functions/v1/track-profile-view')
  const answer = await hold(page, '**/functions/v1/maestro-profile/**')
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`/perfil/${id}`)
  await expect(page.getByText('Cargando perfil...')).toBeVisible()
  answer()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(`${nombre.split(' ')[0]} ${apellido}.`)
  await expect(page.getByText('Cargando perfil...')).toHaveCount(0)
  expect(await (await recorded).json()).toEqual({ success: true })
  const chat = page.getByRole('button', { name: 'Chatear con el maestro' })
  const expectLocked = async () => {
    await expect(title).toHaveText(`${nombre.split(' ')[0]} ${apellido}.`)
    await expect(chat).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ver información de contacto' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Escribir una reseña' })).toHaveCount(0)
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0)
    expect(await page.locator('main').innerText()).not.toMatch(PHONE_NUMBER)
  }
  await expectLocked()

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

  const more = page.getByRole('button', { name: 'Ver más reseñas' })
  const items = card(page, 'Reseñas').getByRole('listitem')
  await expect(items).toHaveCount(10)
  await page.evaluate('scrollBy(0, 20000)')
  const actions = await chat.boundingBox()
  const bottom = async () => {
    const box = await more.boundingBox()
    return (box?.y ?? 9999) + (box?.height ?? 0)
  }
  await expect.poll(bottom, 'the fixed actions do not cover it').toBeLessThan(actions?.y ?? 0)
  await expect(items.first()).toContainText(reseñas[0].usuario)
  await expect(items.first()).toContainText(reseñas[0].comentario)
  await expect(items.first().getByRole('img', { name: `${reseñas[0].puntuacion} de 5` })).toBeVisible()
  await more.click()
  await expect(items).toHaveCount(18)
  await expect(items.nth(10), 'the first review of the next page').toBeFocused()
  await expect(more).toHaveCount(0)
  const { userId } = await signedIn(request, 'buscador')
  expect(bodies).toEqual([{ maestro_id: id, buscador_id: userId }])

  await page.goto(`/perfil-maestro/${id}`)
  await expectLocked()
  await expect(page).toHaveURL(`/perfil-maestro/${id}`)
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

  // On paper: the phone number on white, and no controls.
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await background()).toBe(light)
  expect((await contact.innerText()).replaceAll(' ', '')).toContain(telefono)
  await expect(page.getByRole('banner')).toBeHidden()
  for (const name of ['Guardar contacto', 'Chatear con el maestro'])
    await expect(page.getByRole('button', { name })).toBeHidden()
})

test.describe('a locked profile', () => {
  test.use({ account: { role: 'buscador' } })

  test('is not read again for every message of the maestro', async ({ page, request }) => {
    const maestro = await makeMaestro(request, { nombre: 'Julia', apellido: 'Mora' })
    const chatId = await startChat(request, { buscador: await me(page, request), maestro })
    let reads = 0
    page.on('request', (one) => {
      if (one.url().includes('/maestro-profile/')) reads += 1
    })
    let changes = 0
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"table":"chats"')) changes += 1
      }),
    )
    const joined = channelJoined(page)
    await open(page, maestro.id)
    await joined
    await write(request, maestro, chatId, 'uno')
    // The first event does not tell whether a block was just undone.
    await expect.poll(() => reads).toBe(2)
    for (const text of ['dos', 'tres']) {
      const before = changes
      await write(request, maestro, chatId, text)
      await expect.poll(() => changes).toBeGreaterThan(before)
      await settled(page)
    }
    expect(reads).toBe(2)
  })
})

const LEVELS = {
  nuevo: ['Nuevo', /pocas reseñas/],
  confianza: ['Confianza comprobada', /al menos 3 trabajos/],
  experto: ['Experto', /al menos 10 trabajos/],
} as const

/** Opens the explanation of the reputation chip and returns the colour of the chip. */
async function expectLevel(page: Page, [label, meaning]: (typeof LEVELS)[keyof typeof LEVELS]) {
  await page.getByRole('button', { name: label, exact: true }).click()
  await expect(page.getByText(meaning)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(meaning)).toBeHidden()
  return page.evaluate<string>("getComputedStyle(document.querySelector('[data-nivel]')).backgroundColor")
}

const expectVerified = (page: Page, ...states: ('Pendiente' | 'Verificado')[]) =>
  expect(card(page, 'Datos verificados').getByRole('listitem')).toHaveText(
    ['Perfil verificado', 'INE', 'Domicilio', 'CURP'].map((name, nth) => `${name}${states[nth]}`),
  )

test.describe('the profile of a maestro', () => {
  test.use({ account: { role: 'buscador' } })

  test('shows what the maestro has at each level: nothing yet, then some reviews and references, then all data verified [2.prof.14] [2.prof.15] [2.prof.16] [2.prof.17] [2.prof.18] [2.prof.19] [2.prof.20] [2.prof.21] [2.prof.22] [2.prof.23] [2.prof.24] [2.prof.25] [2.prof.27] [9.const.11] [9.const.12] [6.role.19]', async ({
    page,
    request,
  }) => {
    const name = { nombre: 'Maximiliano-Guadalupe-Ángel-Ñusta-Íñigos', apellido: 'Zavala' }
    const maestro = await makeMaestro(request, name)
    const { id, headers } = maestro
    const authors = await demoSeekers(request, 16)
    const references = card(page, 'Referencias de clientes anteriores')
    const description = page.getByRole('region', { name: 'Acerca de su trabajo' })
    const shield = page.getByRole('button', { name: 'Identidad verificada' })
    const colours = new Set<string>()

    await setFlags(request, id, {
      referencia1_nombre_cliente: null,
      referencia1_descripcion_trabajo: null,
      referencia1_numero_referencia: null,
      referencia2_nombre_cliente: null,
      referencia2_descripcion_trabajo: null,
      referencia2_numero_referencia: null,
    })
    await open(page, id)
    colours.add(await expectLevel(page, LEVELS.nuevo))
    await expect(shield).toHaveCount(0)
    await expectVerified(page, 'Pendiente', 'Pendiente', 'Pendiente', 'Pendiente')
    await expect(card(page, 'Datos verificados').locator('a, button, input, select')).toHaveCount(0)
    await expect(references).toContainText('No hay referencias disponibles')
    await expect(references.getByRole('listitem')).toHaveCount(0)
    await expect(card(page, 'Reseñas')).toContainText('Aún no hay reseñas')
    await expect(card(page, 'Calificación').getByRole('img', { name: 'Sin reseñas todavía' })).toBeVisible()
    await expect(card(page, 'Trabajos completados').getByText('0', { exact: true })).toBeVisible()

    const trades = ['Paneles solares', 'Impermeabilización']
    const places = ['Álvaro Obregón', 'Xochimilco']
    const add = (table: string, data: object[]) =>
      succeed(request.post(`/rest/v1/${table}`, { headers, data }))
    await add(
      'maestro_oficios',
      trades.map((oficio) => ({ maestro_id: id, oficio })),
    )
    await add(
      'maestro_alcaldias',
      places.map((alcaldia) => ({ maestro_id: id, alcaldia })),
    )
    await setFlags(request, id, {
      descripcion: 'Trabajo con calma y con cuidado en toda la ciudad.\nY con garantía.',
      referencia1_nombre_cliente: 'Marta Gil',
      referencia1_descripcion_trabajo: 'Cambio de tinaco',
      referencia1_numero_referencia: '5500001111',
      // Without a name and a job it is not shown.
      referencia2_numero_referencia: '5500002222',
      ine_verificado: true,
      curp_verificado: true,
    })
    // Four reviews with an average of 4, three of them of completed jobs.
    await storeReviews(request, id, authors.slice(0, 4), (nth) => ({
      puntuacion: [5, 4, 4, 3][nth] ?? 0,
      trabajo_realizado: nth < 3,
    }))
    await page.reload()
    colours.add(await expectLevel(page, LEVELS.confianza))
    await expect(shield).toBeVisible()
    await expect(page.getByText([CONTEXTO.servicio, ...trades].join(', '), { exact: true })).toBeVisible()
    await expect(page.getByText([CONTEXTO.alcaldia, ...places].join(', '), { exact: true })).toBeVisible()
    await expect(description).toHaveText(/^Trabajo con calma .*\nY con garantía\.$/)
    await expectVerified(page, 'Pendiente', 'Verificado', 'Pendiente', 'Verificado')
    await expect(references.getByRole('listitem')).toHaveText(['Marta GilCambio de tinaco'])
    await expectRating(page, { average: '4.0', filled: 4, reviews: 4 })
    await expect(card(page, 'Trabajos completados').getByText('3', { exact: true })).toBeVisible()

    // With twelve reviews of five stars the average is 4.75, which is rounded down.
    await storeReviews(request, id, authors.slice(4), () => ({ puntuacion: 5, trabajo_realizado: true }))
    await setFlags(request, id, { domicilio_verificado: true })
    await requestContact(request, await me(page, request), maestro)
    await page.reload()
    colours.add(await expectLevel(page, LEVELS.experto))
    expect(colours.size).toBe(3)
    await expectVerified(page, 'Verificado', 'Verificado', 'Verificado', 'Verificado')
    await expect(references.getByRole('listitem')).toHaveText([/^Marta Gil.*55 0000 1111$/])
    await expectRating(page, { average: '4.7', filled: 4, reviews: 16 })
    await expect(card(page, 'Trabajos completados').getByText('15', { exact: true })).toBeVisible()
  })
})

test.describe('a maestro who does not exist', () => {
  test.use({ expectedErrors: REFUSED })

  test('is shown as not found, with a back button [2.prof.05] [2.prof.06]', async ({ page }) => {
    await page.goto('/seleccion-oficio')
    for (const id of [UNKNOWN_ID, 'no-es-un-id']) {
      await page.goto(`/perfil/${id}`)
      await expect(page.getByRole('heading', { name: 'Maestro no encontrado' })).toBeVisible()
      if (id === UNKNOWN_ID) await expectAccessible(page)
      await page.getByRole('button', { name: 'Volver', exact: true }).click()
      await expect(page).toHaveURL('/seleccion-oficio')
    }
  })
})

test('a chat about the search is started from the profile, and the back button leads to the chat that the address names, to the inbox from another chat, and to the results from a profile that was opened there [7.fn.04] [7.fn.06] [2.prof.01] [2.prof.02] [2.prof.07] [2.prof.08] [2.prof.09] [2.prof.10] [2.prof.11] [2.both.07]', async ({
  page,
  request,
  baseURL,
}) => {
  const id = await lockedMaestro(request)
  const { alcaldias, oficios } = await readProfile(request, id)
  const chat = await chatOfTheTwo(request)
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
  await expect(page).toHaveURL(`/chats/${chat}`)

  const toChat = page.getByRole('button', { name: 'Volver al chat' })
  for (const path of ['perfil', 'perfil-maestro']) {
    await page.goto(`/${path}/${id}?fromChat=${chat}`)
    await toChat.click()
    await expect(page).toHaveURL(`/chats/${chat}`)
  }
  await page.goto(`/perfil-maestro/${id}`, { referer: `${baseURL}/chats/${UNKNOWN_ID}` })
  await toChat.click()
  await expect(page).toHaveURL('/chats')

  await choose(page, FEW)
  await page.goto('/resultados')
  await opener(cardOf(page, 0)).click()
  await page.getByRole('dialog').getByText('Ver perfil completo').click()
  await expect(page).toHaveURL(/\/perfil\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Volver al listado' }).click()
  await expect(page).toHaveURL('/resultados')
})

test.describe('the view of a profile', () => {
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
      await page.route('**/functions/v1/track-profile-view', (route) => route.abort())
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('profile view'))
      await open(page, await lockedMaestro(request))
      await logged
      await expect(page.getByRole('button', { name: 'Chatear con el maestro' })).toBeVisible()
      await expect(page.locator('[data-toast]')).toHaveCount(0)
    })
  })
})
