import type { Page } from '@playwright/test'
import { headersOf, signUp, succeed } from '../support/api.ts'
import { CONTEXTO, startChat } from '../support/chats.ts'
import { ACCESS, chooseUrgency, confirm, dialog, goToReasons, makeRosa, ROSA } from '../support/contact.ts'
import { expect, log, message, say, test } from '../support/conversation.ts'
import { expectAccessible, settled } from '../support/fixtures.ts'
import { layersRemoved } from '../support/layers.ts'
import { channelJoined } from '../support/live.ts'
import { cards, choose, opener } from '../support/search.ts'

/** A contact that is unlocked from the chat and from the results, and what the two people see of it at once. */

const NOTICE = { seeker: 'Pediste los datos de contacto.', maestro: 'Ana pidió tus datos de contacto.' }
const REASON = 'Motivo: Es una urgencia'
const LOCKED = 'Rosa N'
const WHOLE = 'Rosa Núñez Peña'

const rowIn = (inbox: Page) => inbox.locator('main').getByRole('listitem')

type Api = Parameters<typeof headersOf>[0]

/** A new seeker with a chat with Rosa. */
async function makeSeekerWithChat(request: Api) {
  const rosa = await makeRosa(request)
  const { session } = await signUp(request, 'buscador')
  const seeker = { id: session.user.id, headers: await headersOf(request, session.access_token) }
  return { rosa, session, chatId: await startChat(request, { buscador: seeker, maestro: rosa }) }
}

test('unlocking in the chat shows the notice to both people and the whole name in every open tab, live, and a block by the maestro hides the contact but not the review there [7.fn.10] [7.fn.11]', async ({
  open,
  request,
}) => {
  const { rosa, session, chatId } = await makeSeekerWithChat(request)
  const chat = await open(session, `/chats/${chatId}`)
  const inbox = await open(session, '/chats')
  const profile = await open(session, `/perfil/${rosa.id}`)
  const maestro = await open(rosa.session, `/chat-maestro/${chatId}`)
  const dashboard = await open(rosa.session, '/dashboard-maestro')
  await expect(chat.getByRole('heading', { level: 1 })).toHaveText(LOCKED)
  await expect(rowIn(inbox)).toContainText(`${LOCKED}.`)
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText(`${LOCKED}.`)
  await expect(dashboard.locator('[data-cifra="contactos"]')).toHaveText('0')
  // The message shows that these tabs have joined their live channels.
  await say(chat, 'Buenas tardes')
  await expect(message(maestro, 'Buenas tardes')).toBeVisible()
  await expect(rowIn(inbox)).toContainText('Buenas tardes')

  await chat.getByRole('button', { name: 'Información de contacto' }).click()
  await expect(dialog(chat).getByRole('button', { name: 'Chatear con él' })).toBeVisible()
  await goToReasons(chat)
  let calls = 0
  chat.on('request', (sent) => {
    if (sent.url().endsWith('/track-contact-access')) calls += 1
  })
  await chat.getByLabel('Es una urgencia').check()
  await confirm(chat).dblclick()
  await expect(dialog(chat).getByRole('heading', { name: WHOLE })).toBeFocused()
  expect(calls).toBe(1)
  await expect(dialog(chat)).toContainText(ROSA.shown)
  await chat.keyboard.press('Escape')
  await expect(chat.getByRole('button', { name: 'Información de contacto' })).toBeFocused()

  await expect(chat.getByRole('heading', { level: 1 })).toHaveText(WHOLE)
  await expect(log(chat).locator('[data-nota]')).toHaveText(`${NOTICE.seeker} ${REASON}`)
  await expect(log(maestro).locator('[data-nota]')).toHaveText(`${NOTICE.maestro} ${REASON}`)
  await expect(rowIn(inbox)).toContainText(WHOLE)
  await expect(rowIn(inbox)).toContainText('Se pidió el contacto. Motivo: Es una urgencia')
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText(WHOLE)
  await expect(profile.getByRole('link', { name: 'Llamar', exact: true })).toBeVisible()
  await expect(dashboard.locator('[data-cifra="contactos"]')).toHaveText('1')
  // The seeker has opened the profile.
  await expect(dashboard.locator('[data-cifra="visitas"]')).toHaveText('1')

  // The same button now leads to the contact details directly.
  await chat.getByRole('button', { name: 'Información de contacto' }).click()
  await expect(dialog(chat).getByRole('button', { name: 'Copiar teléfono' })).toBeVisible()
  await chat.keyboard.press('Escape')
  await expect(dialog(chat)).toHaveCount(0)
  await layersRemoved(chat)
  await expect(chat.getByRole('button', { name: 'Información de contacto' })).toBeFocused()

  // While the maestro blocks the seeker, the open conversation and profile show the name as before the unlock. The details close.
  await chat.keyboard.press('Enter')
  await expect(dialog(chat).getByRole('heading', { name: WHOLE })).toBeFocused()
  const change = (headers: Record<string, string>, persona_id: string, bloquear: boolean) =>
    succeed(request.post('/functions/v1/cambiar-bloqueo', { headers, data: { persona_id, bloquear } }))
  const title = profile.getByRole('heading', { level: 1 })
  await change(rosa.headers, session.user.id, true)
  await expect(chat.getByRole('heading', { level: 1 })).toHaveText(LOCKED)
  // The button that opened the details is gone while the block lasts.
  await expect(chat.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(title).toHaveText(`${LOCKED}.`)
  await expect(profile.getByText(ROSA.shown)).toHaveCount(0)
  await expect(profile.getByRole('button', { name: 'Escribir una reseña' })).toBeVisible()
  await change(rosa.headers, session.user.id, false)
  await expect(chat.getByRole('heading', { level: 1 })).toHaveText(WHOLE)
  await expect(title).toHaveText(WHOLE)
  // A block by the seeker hides nothing. The maestro's block after it changes nothing of the chat.
  const read = profile.waitForResponse('**/functions/v1/maestro-profile/**')
  await change(await headersOf(request, session.access_token), rosa.id, true)
  await read
  await expect(title).toHaveText(WHOLE)
  await change(rosa.headers, session.user.id, true)
  await expect(title).toHaveText(`${LOCKED}.`)
  await change(rosa.headers, session.user.id, false)
  await change(await headersOf(request, session.access_token), rosa.id, false)
  await expect(title).toHaveText(WHOLE)

  await chat.goto(`/chats/${chatId}`)
  await expect(log(chat).locator('[data-nota]')).toHaveCount(1)
  await expectAccessible(chat)
  // The details are the first step that this page shows.
  await chat.getByRole('button', { name: 'Información de contacto' }).click()
  await expect(dialog(chat).getByRole('heading', { name: WHOLE })).toBeFocused()
  await chat.keyboard.press('Escape')
  await expect(chat.getByRole('button', { name: 'Información de contacto' })).toBeFocused()
})

test('after an unlock the profile and its reviews are read once', async ({ open, request }) => {
  const { rosa, session } = await makeSeekerWithChat(request)
  const page = await open(session, '/healthz')
  const joined = channelJoined(page)
  let events = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"contacto"')) events += 1
    }),
  )
  await page.goto(`/perfil/${rosa.id}`)
  await joined
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${LOCKED}.`)
  const reads: string[] = []
  page.on('request', (one) => {
    const name = /functions.v1.(maestro-profile|resenas)\//.exec(one.url())?.[1]
    if (name && one.method() === 'GET') reads.push(name)
  })
  // The live events of the unlock arrive before its answer.
  await page.route(ACCESS, async (route) => {
    const response = await route.fetch()
    await expect.poll(() => events).toBeGreaterThan(0)
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Ver información de contacto' }).click()
  await goToReasons(page)
  await chooseUrgency(page)
  await expect(page.getByRole('button', { name: 'Copiar teléfono' })).toBeVisible()
  await expect(page.locator('main h1')).toHaveText(WHOLE)
  await settled(page)
  expect(reads.sort()).toEqual(['maestro-profile', 'resenas'])
})

test('unlocking in the results shows the borough of the search, and the request is unread in the inbox of the maestro, whose preview gives the reason [3.ent.07] [3.ent.08]', async ({
  open,
  request,
}) => {
  const rosa = await makeRosa(request)
  const { id: maestro_id, headers } = rosa
  const second = 'Milpa Alta'
  await succeed(
    request.post('/rest/v1/maestro_alcaldias', { headers, data: { maestro_id, alcaldia: second } }),
  )
  const inbox = await open(rosa.session, '/chat-maestro')
  await expect(inbox.getByText('Aún no tienes ningún chat')).toBeVisible()
  const { session } = await signUp(request, 'buscador')
  const page = await open(session, '/healthz')
  await choose(page, { alcaldia: second, oficio: CONTEXTO.servicio })
  await page.goto('/resultados')
  await opener(
    cards(page)
      .filter({ hasText: `${LOCKED}.` })
      .first(),
  ).click()
  await expect(dialog(page).locator('a[href^="tel:"]')).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Ver información de contacto' })
  await button.click()
  await goToReasons(page)
  await chooseUrgency(page)
  const details = dialog(page).filter({ hasText: ROSA.shown })
  await expect(details.getByRole('heading', { name: WHOLE })).toBeFocused()
  await expect(details.getByText(second, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.click()
  await expect(details.getByRole('button', { name: 'Copiar teléfono' })).toBeVisible()

  const row = rowIn(inbox)
  await expect(row).toContainText('Se pidió el contacto. Motivo: Es una urgencia')
  await expect(row.getByText('1 mensaje sin leer')).toBeAttached()
  await expect(inbox.getByRole('navigation').getByRole('link', { name: /Chats/ })).toContainText('1')
})
