import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { type Session, signUp, succeed } from '../support/api.ts'
import { hashOf } from '../support/auth-people.ts'
import { builtChunks, chunksInPage } from '../support/chunks.ts'
import {
  makePeopleWithChat,
  message,
  messages,
  optionsOf,
  say,
  test,
  unlockContact,
  write,
} from '../support/conversation.ts'
import { expect, field, PASSWORD, REFUSED, remember, STORAGE_KEY } from '../support/fixtures.ts'
import { layersRemoved } from '../support/layers.ts'
import { asOperator } from '../support/maestro.ts'
import { PHONE } from '../support/onboarding.ts'
import { cardOf, choose, FEW, opener } from '../support/search.ts'
import { cancelVoice, mic, playButton } from '../support/voice.ts'

/** Every request for a chunk of code fails once. Nothing may be missing afterwards, and no page is loaded again. */

test.use({ expectedErrors: new RegExp(`${REFUSED.source}|unread count|40[13]`) })

type Walk = (given: { page: Page; request: APIRequestContext }) => Promise<void>

/** The steps of one test, which compares what they have loaded with what is built: when it is repeated, so are they. */
const walks: { sentence: string; run: Walk }[] = []
const walk = (sentence: string, run: Walk) => walks.push({ sentence, run })
const WALK_MS = 270_000

/** Every chunk that a walk has loaded: with the page itself, or again after its first request had failed. */
const loaded = new Set<string>()

/** Fails the first request of each chunk that the page's own HTML does not name. */
async function abortOnce(page: Page, first: string) {
  const ofPage = await chunksInPage(page.request, first)
  for (const name of ofPage) loaded.add(name)
  const failed = new Set<string>()
  await page.route('**/assets/*.js', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/assets/', '')
    if (ofPage.has(name) || failed.has(name)) {
      loaded.add(name)
      return route.continue()
    }
    failed.add(name)
    return route.abort()
  })
  await page.goto(first)
  await page.evaluate('window.sameDocument = true')
  return async () => expect(await page.evaluate<boolean>('window.sameDocument === true')).toBe(true)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const menu = (page: Page, name: string) => page.getByRole('link', { name })

/** A dialog whose code is loaded when it is opened, or while the page is idle. */
async function expectDialog(page: Page, open: () => Promise<void>) {
  await open()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

walk('a seeker’s way through all screens survives the failure of each chunk', async ({ page, request }) => {
  const { chatId, buscador, maestro } = await makePeopleWithChat(request)
  await unlockContact(request, { buscador, maestro })
  await write(request, maestro, chatId, 'mira https://example.com/fotos')
  await storeVoiceNote(request, maestro, chatId)
  // Signing out ends all sessions of an account, so it is not one of the demo.
  const { email } = await signUp(request, 'buscador')
  await choose(page, FEW)
  const sameDocument = await abortOnce(page, '/login')

  await test.step('the access screens', async () => {
    await page
      .getByRole('link', { name: /Regístrate/ })
      .first()
      .click()
    await expect(page).toHaveURL('/registro')
    await page.getByText('Leer los términos y condiciones').click()
    await expect(page.locator('details section')).toHaveCount(9)
    await page.goBack()
    await page.getByRole('link', { name: /Olvidaste/ }).click()
    await expect(page).toHaveURL('/recuperar-buscador')
    await field(page, 'Correo electrónico').fill(email)
    await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
    await expect(field(page, 'Código de seis dígitos')).toBeVisible()
    await page.goBack()
    await field(page, 'Correo electrónico').fill(email)
    await field(page, 'Contraseña').fill('wrong-password')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByLabel('Avisos').getByRole('listitem')).toBeVisible()
    await field(page, 'Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByRole('button', { name: 'Coyoacán' })).toBeVisible()
  })
  await test.step('the search', async () => {
    await page.getByRole('button', { name: FEW.alcaldia }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: FEW.oficio }).click()
    await page.getByRole('button', { name: 'Buscar maestro' }).click()
    await expect(cardOf(page, 0)).toBeVisible()
    await expectDialog(page, () => page.getByRole('button', { name: 'Filtros' }).click())
    await opener(cardOf(page, 0)).click()
    const card = page.getByRole('dialog').filter({ hasText: 'Ver perfil completo' })
    await card.getByRole('button', { name: 'Ver información de contacto' }).click()
    const direct = page.getByRole('button', { name: 'Ver información de contacto directo' })
    // Not by Escape: for some milliseconds after the dialog is shown, the key still closes the card below it.
    await page.getByRole('dialog').filter({ has: direct }).getByRole('button', { name: 'Cerrar' }).click()
    await card.getByRole('link', { name: 'Ver perfil completo' }).click()
    await expect(page.getByRole('button', { name: 'Chatear con el maestro' })).toBeVisible()
    await expectDialog(page, () => page.getByRole('button', { name: 'Ver información de contacto' }).click())
    await expectDialog(page, () => page.getByRole('button', { name: 'Más opciones' }).click())
  })
  await test.step('the chats and the help', async () => {
    await menu(page, 'Chats').click()
    await expect(page).toHaveURL('/chats')
    await expect(heading(page)).toBeVisible()
    await menu(page, 'Ayuda').click()
    await expect(page).toHaveURL('/ayuda')
    await page.getByRole('link', { name: 'Tus datos, avisos y cuenta' }).click()
    await expect(heading(page)).toHaveText('Tus datos')
    await page
      .locator('main')
      .getByRole('link', { name: /avisos/i })
      .click()
    await expect(heading(page)).toHaveText('Avisos')
    await sameDocument()
  })
  await test.step('a conversation with a picture', async () => {
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL('/login')
    await sameDocument()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await remember(page, { [STORAGE_KEY]: JSON.stringify(buscador) })
    const sameConversation = await abortOnce(page, `/chats/${chatId}`)
    await expect(playButton(page)).toBeVisible()
    await mic(page).click()
    await cancelVoice(page).click()
    await expect(mic(page)).toBeVisible()
    await say(page, 'Buenas tardes')
    await expect(message(page, 'Buenas tardes')).toBeVisible()
    await sendPicture(page)
    await expect(messages(page).getByRole('img')).toHaveCount(1)
    await expectDialog(page, () => page.getByRole('link', { name: 'https://example.com/fotos' }).click())
    await message(page, 'Buenas tardes').hover()
    await expectDialog(page, () => optionsOf(message(page, 'Buenas tardes')).click())
    await page.locator('header a[href^="/perfil-maestro/"]').click()
    await expect(page).toHaveURL(/\/perfil-maestro\//)
    await expect(heading(page)).toBeVisible()
    await page.getByRole('button', { name: 'Escribir una reseña' }).click()
    const review = page.getByRole('dialog', { name: 'Tu reseña de Julia' })
    // The worker that makes a picture smaller is a chunk too. The first picture is made smaller without it.
    for (const nth of [1, 2]) {
      await review.getByRole('button', { name: 'Agregar foto' }).click()
      await choosePicture(page)
      await expect(review.getByRole('img', { name: `Foto ${nth} del trabajo` })).toBeVisible()
      await expect(review.getByText(/^Subiendo/)).toHaveCount(0)
      await expect(review.getByText('No se subió')).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await sameConversation()
  })
  await test.step('the end of the account', async () => {
    await menu(page, 'Ayuda').click()
    await page.getByRole('link', { name: 'Tus datos, avisos y cuenta' }).click()
    await page.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tu contraseña, para confirmar').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await expect(page.getByText('Tu cuenta se cerró')).toBeVisible()
  })
})

walk('a maestro’s way through all screens survives the failure of each chunk', async ({ page, request }) => {
  const { maestro } = await makePeopleWithChat(request)
  const sameDocument = await abortOnce(page, '/login-maestro')
  await page.getByRole('link', { name: 'Regístrate', exact: false }).first().click()
  await expect(page).toHaveURL(/registro/)
  await page.goBack()
  await page.getByRole('link', { name: /Olvidaste/ }).click()
  await expect(page).toHaveURL('/recuperar-maestro')
  await sameDocument()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await remember(page, { [STORAGE_KEY]: JSON.stringify(maestro) })
  const same = await abortOnce(page, '/dashboard-maestro')
  await menu(page, 'Chats').click()
  await expect(page).toHaveURL('/chat-maestro')
  await page.getByRole('link', { name: /Ana/ }).first().click()
  await expect(page.getByPlaceholder('Escribe un mensaje...')).toBeVisible()
  await same()
  await menu(page, 'Perfil').click()
  await expect(page).toHaveURL('/perfil-maestro')
  await page.getByRole('button', { name: 'Editar descripción' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

walk(
  'a visitor’s way through the screens that need no account survives the failure of each chunk',
  async ({ page }) => {
    const sameDocument = await abortOnce(page, '/registro-maestro')
    await page.getByRole('button', { name: /términos/i }).click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The entry of the dialog leaves the history after the dialog is gone, which would end the next load.
    await layersRemoved(page)
    await sameDocument()
    await test.step('the link of an e-mail that does not work', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const same = await abortOnce(page, '/login#error=access_denied&error_code=otp_expired')
      await expect(page.getByRole('alert').filter({ hasText: 'Ese enlace ya no sirve' })).toBeVisible()
      await same()
    })
    for (const [address, title] of [
      ['/auth', 'Entra o crea tu cuenta'],
      ['/reset-password', 'Enlace Expirado'],
      ['/continuar', /\w/],
      ['/test-email', 'Welcome email test'],
      ['/maestros/no-existe', 'Oops! Page not found'],
      ['/no-existe-123', 'Oops! Page not found'],
      ['/operacion', 'Entra a la consola'],
    ] as const) {
      await test.step(address, async () => {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        const same = await abortOnce(page, address)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached()
        await same()
      })
    }
  },
)

walk('a new maestro’s way survives the failure of each chunk', async ({ page, request }) => {
  const { session } = await signUp(request, 'maestro')
  await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
  const same = await abortOnce(page, '/onboarding-maestro')
  await expect(heading(page)).toBeAttached()
  await page.locator('#paso-selfie').getByRole('button', { name: 'Mostrar código QR' }).click()
  await expect(page.getByRole('img', { name: /^Código QR/ })).toBeVisible()
  await same()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize(PHONE)
  const samePhone = await abortOnce(page, '/onboarding-maestro?paso=selfie')
  await expectDialog(page, () => page.getByRole('button', { name: 'Tomar selfie' }).click())
  await samePhone()
})

walk(
  'the question about a link of another account survives the failure of its chunk',
  async ({ page, request }) => {
    const [own, other] = [await signUp(request, 'maestro'), await signUp(request, 'maestro')]
    await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
    const same = await abortOnce(page, `/dashboard-maestro#${hashOf(other.session)}`)
    await expect(page.getByRole('heading', { name: '¿Es tu cuenta?' })).toBeVisible()
    await same()
  },
)

/**
 * The chunks of public pages, which are complete without a script. Only whoever is signed in loads them, for the menu; a failure
 * leaves the page as it is.
 */
const OF_PUBLIC_PAGES = ['landing', 'legal-page', 'maestros', 'privacidad', 'public-page', 'terminos']

test('every chunk of the build was loaded by one of the walks', async ({ openPage, request }) => {
  test.setTimeout(walks.length * WALK_MS)
  for (const { sentence, run } of walks) {
    const page = await openPage()
    await test.step(sentence, () => run({ page, request }), { timeout: WALK_MS })
  }
  const names = [...(await builtChunks(request))]
  expect(names.length).toBeGreaterThan(loaded.size / 2)
  const missing = names.filter((name) => !loaded.has(name)).map((name) => name.replace(/-[\w-]{8}\.js$/, ''))
  expect(missing.sort()).toEqual(OF_PUBLIC_PAGES)
})

/** Writes a voice note whose file is missing: it is shown and cannot be played. */
const storeVoiceNote = (request: APIRequestContext, author: Session, chatId: string) =>
  succeed(
    request.post('/rest/v1/mensajes', {
      headers: asOperator(),
      data: {
        chat_id: chatId,
        autor_id: author.user.id,
        tipo: 'audio',
        contenido: `${chatId}/nota.webm`,
        duracion_ms: 4000,
        picos: Array.from({ length: 48 }, () => 40),
      },
    }),
  )

/** Chooses a file in the dialog that asks for a camera or a file. */
async function choosePicture(page: Page) {
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#285aa0' } })
    .png()
    .toBuffer()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await picker).setFiles({ name: 'fuga.png', mimeType: 'image/png', buffer })
}

async function sendPicture(page: Page) {
  await page.getByRole('button', { name: 'Enviar imagen', exact: true }).click()
  await choosePicture(page)
  const preview = page.getByRole('dialog', { name: 'Vista previa de imagen' })
  const submit = preview.getByRole('button', { name: 'Enviar imagen' })
  // The storage client is one of the chunks: its failure is told, and the same button tries again.
  await submit.click()
  await expect(async () => {
    if (await submit.isVisible()) await submit.click()
    await expect(preview).toHaveCount(0, { timeout: 3000 })
  }).toPass()
}
