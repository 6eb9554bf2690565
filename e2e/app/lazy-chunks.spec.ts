import type { APIRequestContext, Page } from '@playwright/test'
import { parseSync } from 'oxc-parser'
import sharp from 'sharp'
import { type Session, succeed } from '../support/api.ts'
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
import { expect, field, PASSWORD, REFUSED } from '../support/fixtures.ts'
import { asOperator } from '../support/maestro.ts'
import { cardOf, FEW, opener } from '../support/search.ts'
import { cancelVoice, mic, playButton } from '../support/voice.ts'

test.use({ expectedErrors: new RegExp(`${REFUSED.source}|unread count|40[13]`) })

/** A dynamic import as the build writes it: in a function that is given to the one that loads it. */
const LOADED = /([\w$]+)\((?:async)?\(\)=>(?:\{let\{[^}]*\}=await )?import\(/g
const IMPORTED = /import\{([^}]*)\}from"\.\/([\w.-]+)"/g
const EXPORTED = /export\{([^}]*)\}/g

test('every dynamic import of the build is loaded by the same function, which tries again', async ({
  request,
}) => {
  const loaders = new Set<string>()
  for (const [file, code] of await builtChunks(request)) {
    if (!code.includes('import(')) continue
    const loaded = [...code.matchAll(LOADED)].map(([, name]) => name)
    expect(loaded.length, file).toBe(parseSync(file, code).module.dynamicImports.length)
    const names = new Map<string | undefined, string>()
    for (const [, list = '', from] of code.matchAll(IMPORTED))
      for (const [name, local = name] of list.split(',').map((one) => one.split(' as ')))
        names.set(local, `${from} ${name}`)
    // The function itself is used in its own file too.
    for (const [, list = ''] of code.matchAll(EXPORTED))
      for (const [local, name = local] of list.split(',').map((one) => one.split(' as ')))
        names.set(local, `${file} ${name}`)
    for (const name of loaded) loaders.add(names.get(name) ?? `${file}: ${name}`)
  }
  expect([...loaders]).toEqual([expect.stringMatching(/^base-/)])
})

/** Fails the first request of each chunk that the page's own HTML does not name. */
async function abortOnce(page: Page, first: string) {
  const ofPage = await chunksInPage(page.request, first)
  const failed = new Set<string>()
  await page.route('**/assets/*.js', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/assets/', '')
    if (ofPage.has(name) || failed.has(name)) return route.continue()
    failed.add(name)
    return route.abort()
  })
  await page.goto(first)
  await page.evaluate('window.sameDocument = true')
  return async () => expect(await page.evaluate<boolean>('window.sameDocument === true')).toBe(true)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A dialog whose code is loaded when it is opened, or while the page is idle. */
async function expectDialog(page: Page, open: () => Promise<void>) {
  await open()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a seeker whose first request for each chunk fails signs in, searches, chats and writes a review without loading a page again', async ({
  page,
  request,
}) => {
  const { chatId, buscador, maestro } = await makePeopleWithChat(request)
  await unlockContact(request, { buscador, maestro })
  await write(request, maestro, chatId, 'mira https://example.com/fotos')
  await storeVoiceNote(request, maestro, chatId)
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
    await expect(page).toHaveURL('/login')
    await field(page, 'Correo electrónico').fill(buscador.user.email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  })
  await test.step('the search', async () => {
    await page.getByRole('button', { name: FEW.alcaldia }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: FEW.oficio }).click()
    await page.getByRole('button', { name: 'Buscar maestro' }).click()
    await expect(cardOf(page, 0)).toBeVisible()
    await expectDialog(page, () => page.getByRole('button', { name: 'Filtros' }).click())
    await expectDialog(page, () => opener(cardOf(page, 0)).click())
  })
  await test.step('a conversation with a picture', async () => {
    await page.getByRole('link', { name: 'Chats' }).click()
    await page.locator(`a[href="/chats/${chatId}"]`).click()
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
  })
  await test.step('a review with photos', async () => {
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
  })
  await sameDocument()
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
