import type { Page } from '@playwright/test'
import { headersOf, signUp } from '../support/api.ts'
import { CONTEXTO, makeMaestro, type Person, startChat, write } from '../support/chats.ts'
import { expect, REFUSED, STORAGE_KEY, signInThroughForm } from '../support/fixtures.ts'
import { everythingStored, installed, test } from '../support/installed-app.ts'

/** The installed app without a network: the tested server is really unreachable, also for the service worker. */

test.use({
  expectedErrors: new RegExp(
    `${REFUSED.source}|unread count|mark as read|profile view|ERR_|role lookup|^chats CallError: Failed to send`,
  ),
})

const OLA = 'Claro que sí, puedo ir mañana a las diez'

async function makePair(request: Parameters<typeof signUp>[0]) {
  const { email, session } = await signUp(request, 'buscador', { nombre: 'Julia', apellido: 'Paz' })
  const buscador: Person = { id: session.user.id, headers: await headersOf(request, session.access_token) }
  const maestro = await makeMaestro(request, { nombre: 'Ramón', apellido: 'Ávila' })
  const chatId = await startChat(request, { buscador, maestro })
  await write(request, buscador, chatId, '¿Puede revisar un portón?')
  await write(request, maestro, chatId, OLA)
  return { email, session, chatId, maestro }
}

/** Looks at everything that shall be readable later, and waits until it is stored. */
async function lookAtAll(page: Page, { chatId, maestro }: { chatId: string; maestro: Person }) {
  const stored = async () => (await everythingStored(page)).databases['maestros-copia'] ?? ''
  await page.goto(`/perfil/${maestro.id}`)
  await expect(page.getByRole('heading', { name: /Ramón/ }).first()).toBeVisible()
  await installed(page)
  // A page stores what it shows a moment later.
  await expect.poll(stored).toContain('"kind":"perfil"')
  await page.goto('/chats')
  await page.getByRole('link', { name: /Ramón/ }).click()
  await expect(page.getByText(OLA)).toBeVisible()
  for (const part of [
    OLA,
    '"kind":"mensajes"',
    '"kind":"bandeja"',
    '"kind":"chat"',
    '"kind":"perfil"',
    chatId,
  ])
    await expect.poll(stored).toContain(part)
  return stored()
}

/** Makes the session expired, and what is stored two hours old. */
const AGE = `(async () => {
  const session = JSON.parse(localStorage.getItem('${STORAGE_KEY}'))
  localStorage.setItem('${STORAGE_KEY}', JSON.stringify({ ...session, expires_at: 1000 }))
  const db = await new Promise((resolve) => {
    const request = indexedDB.open('maestros-copia')
    request.onsuccess = () => resolve(request.result)
  })
  const store = db.transaction('consultas', 'readwrite').objectStore('consultas')
  await new Promise((resolve) => {
    store.getAll().onsuccess = ({ target }) => {
      for (const row of target.result) store.put({ ...row, at: Date.now() - 2 * 3600_000 - 60_000 })
      store.transaction.oncomplete = resolve
    }
  })
  db.close()
})()`

test('without a network the app opens with the last inbox, conversation and profile, which are stored without contact data while the contact is locked, also when the session has expired, and an old inbox says its age', async ({
  openApp,
  reverseProxy,
  request,
}) => {
  test.slow()
  const pair = await makePair(request)
  const page = await openApp(pair.session)
  const inInbox = page.getByRole('link', { name: /Ramón/ })
  const stored = await lookAtAll(page, pair)
  for (const datum of ['5512345678', '5511112222', '5533334444', 'Ávila']) expect(stored).not.toContain(datum)
  await reverseProxy.stop()

  await test.step('what was seen is shown', async () => {
    await page.goto('/chats')
    await inInbox.click()
    await expect(page.getByText(OLA)).toBeVisible()
    await page.goto(`/chats/${pair.chatId}`)
    await expect(page.getByText(OLA)).toBeVisible()
    await page.goto(`/perfil/${pair.maestro.id}`)
    await expect(page.getByRole('heading', { name: /Ramón/ }).first()).toBeVisible()
  })
  await test.step('an expired session and an old inbox', async () => {
    // A page that was loaded without a network stores no answer any more.
    await page.evaluate(AGE)
    await page.goto('/chats')
    await expect(inInbox).toBeVisible()
    await expect(page.getByText('Actualizado hace 2 horas')).toBeVisible()
  })
  await test.step('the network is back', async () => {
    await reverseProxy.start()
    await write(request, pair.maestro, pair.chatId, 'Ya llegué')
    await page.goto(`/chats/${pair.chatId}`)
    await expect(page.getByText('Ya llegué', { exact: true })).toBeVisible()
    await expect(page.getByText(OLA)).toBeVisible()
    await page.goto('/chats')
    await expect(inInbox).toBeVisible()
    await expect(page.getByText(/^Actualizado hace/)).toHaveCount(0)
  })
})

/** Keys of this browser that are about no person. */
const IMPERSONAL = /^maestros-(?:fuente|push-despues)$/

const PENDING = 'maestros-pending-sign-out'
const CURP = 'PAJU900101MDFZLL09'

/** What screens that this page has not loaded leave: the draft and a picture of a sign-up, and a search. */
const leaveTraces = (page: Page, userId: string) =>
  page.evaluate(`(async () => {
    localStorage.setItem('maestros-onboarding:${userId}', '{"curp":"${CURP}"}')
    localStorage.setItem('alcaldiaSeleccionada', 'Coyoacán')
    localStorage.setItem('oficioSeleccionado', 'Plomería')
    const request = indexedDB.open('maestros-onboarding', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('imagenes')
    await new Promise((resolve) => (request.onsuccess = resolve))
    const transaction = request.result.transaction('imagenes', 'readwrite')
    transaction.objectStore('imagenes').put({ userId: '${userId}', name: '${CURP}.jpg' }, '${userId}:ine')
    await new Promise((resolve) => (transaction.oncomplete = resolve))
    request.result.close()
  })()`)

test('signing out leaves nothing of the person in the browser, without and with a network', async ({
  openApp,
  reverseProxy,
  request,
}) => {
  test.slow()
  const pair = await makePair(request)
  const page = await openApp(pair.session)
  for (const network of ['without', 'with'] as const) {
    await test.step(`${network} a network`, async () => {
      await lookAtAll(page, pair)
      await leaveTraces(page, pair.session.user.id)
      if (network === 'without') await reverseProxy.stop()
      await page.getByRole('button', { name: 'Abrir menú' }).click()
      await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
      await expect(page).toHaveURL('/login')
      await expectNothingLeft(page, pair, network)
      // The back button shows no screen of the person either.
      await page.goto(`/chats/${pair.chatId}`)
      await expect(page).toHaveURL('/login')
      await expect(page.getByText(OLA)).toHaveCount(0)
    })
    if (network === 'with') continue
    await reverseProxy.start()
    await page.goto('/login')
    // The server is told first: that ends every session of the account.
    await expect.poll(async () => (await everythingStored(page)).keys).not.toHaveProperty(PENDING)
    await signInThroughForm(page, pair.email)
    // The sign-in leads back to the conversation that was asked for without a session.
    await expect(page.getByText(OLA)).toBeVisible()
  }
})

async function expectNothingLeft(
  page: Page,
  { chatId, maestro }: { chatId: string; maestro: Person },
  network: 'with' | 'without',
) {
  await expect.poll(async () => (await everythingStored(page)).databases['maestros-copia'] ?? '').toBe('')
  const { databases, caches, keys } = await everythingStored(page)
  const text = JSON.stringify([databases, caches, Object.values(keys)])
  for (const part of [OLA, chatId, maestro.id, 'Ramón', 'Julia', CURP]) expect(text).not.toContain(part)
  // Without a network the tokens are kept, outside the session, until the server has been told.
  const kept = network === 'without' ? [PENDING] : []
  expect(Object.keys(keys).filter((key) => !IMPERSONAL.test(key))).toEqual(kept)
  const files = Object.values(caches).flat()
  expect(files.filter((path) => !/^\/(?:assets\/[\w.-]+|(?:config|precached)\.json|)$/.test(path))).toEqual(
    [],
  )
}

test('another account on the same phone sees nothing of the one before, whose session was ended elsewhere', async ({
  openApp,
  reverseProxy,
  request,
}) => {
  test.slow()
  const pair = await makePair(request)
  const page = await openApp(pair.session)
  await lookAtAll(page, pair)
  const next = await signUp(request, 'buscador', { nombre: 'Noé', apellido: 'Sol' })
  const headers = await headersOf(request, pair.session.access_token)
  await request.post('/auth/v1/logout?scope=global', { headers })

  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await signInThroughForm(page, next.email)
  await expect(page.getByRole('button', { name: CONTEXTO.alcaldia })).toBeVisible()
  await page.goto('/chats')
  await expect(page.getByText('Aún no has iniciado ninguna conversación')).toBeVisible()
  await reverseProxy.stop()
  await page.goto(`/chats/${pair.chatId}`)
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await expect(page.getByText(OLA)).toHaveCount(0)
  const { databases } = await everythingStored(page)
  expect(databases['maestros-copia'] ?? '').not.toContain(OLA)
})

test('a public page without a network says so in the words of the app, and is there when the network is back', async ({
  openApp,
  reverseProxy,
  request,
}) => {
  const page = await openApp((await signUp(request, 'buscador')).session)
  await page.goto('/seleccion-delegacion')
  await installed(page)
  await reverseProxy.stop()
  for (const path of ['/maestros', '/maestros/plomeria']) {
    await page.goto(path)
    await expect(page.getByText('No hay conexión a internet')).toBeVisible()
  }
  await page.screenshot({ path: 'test-results/pictures/maestros-sin-red-360.png' })
  await page.goto('/seleccion-delegacion')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/maestros/plomeria')
  await reverseProxy.start()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plomería en la Ciudad de México' })).toBeVisible()
})
