import type { Page } from '@playwright/test'
import { expect, field, pathOf, SIDES, say, test, write, written } from '../support/conversation.ts'
import { expectReadableEnlarged } from '../support/enlarged.ts'
import { expectAccessible, REFUSED } from '../support/fixtures.ts'

const CANNOT_WRITE = 'No puedes enviar mensajes en esta conversación.'
const BLOCKED_BY_ME = 'Bloqueaste a esta persona.'

const menu = (page: Page) => page.getByRole('button', { name: 'Más opciones' })
const dialog = (page: Page) => page.getByRole('dialog')

async function block(page: Page) {
  await menu(page).click()
  await dialog(page).getByRole('button', { name: 'Bloquear' }).click()
  await dialog(page).getByRole('button', { name: 'Bloquear' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

for (const side of SIDES) {
  const other = side === 'buscador' ? 'maestro' : 'buscador'

  test(`a ${side} blocks the ${other} from the chat: both see live that they cannot write, and unblocking opens it again`, async ({
    pair,
    open,
    request,
  }) => {
    await write(request, pair[other], pair.chatId, 'Buenas tardes')
    const mine = await open(pair[side], pathOf(side, pair.chatId))
    const theirs = await open(pair[other], pathOf(other, pair.chatId))
    await field(theirs).pressSequentially('¿A qué hora')
    await block(mine)
    await expect(mine.getByText(BLOCKED_BY_ME, { exact: true })).toBeVisible()
    await expect(theirs.getByText(CANNOT_WRITE)).toBeVisible()
    await expect(theirs.getByText(BLOCKED_BY_ME)).toHaveCount(0)
    // The field that they typed in is gone.
    await expect(theirs.getByRole('heading', { level: 1 })).toBeFocused()
    for (const page of [mine, theirs]) {
      await expect(field(page)).toHaveCount(0)
      await expect(page.getByText('Buenas tardes')).toBeVisible()
    }
    await expectAccessible(mine)
    // The state is still there after a reload, also in the menu.
    await mine.reload()
    await expect(mine.getByText(BLOCKED_BY_ME, { exact: true })).toBeVisible()
    await mine.getByRole('button', { name: 'Desbloquear' }).click()
    for (const page of [mine, theirs]) await expect(field(page)).toBeVisible()
    await expect(field(theirs)).toHaveValue('¿A qué hora')
    await say(theirs, 'Gracias')
    await expect(mine.getByRole('log').getByText('Gracias')).toBeVisible()
  })
}

test.describe('a message that waits for the network', () => {
  test.use({
    expectedErrors: new RegExp(
      `${REFUSED.source}|ERR_INTERNET_DISCONNECTED|unread count|mark as read|^chats|WebSocket`,
    ),
  })

  test('comes back to the field with the sentence when a block was made meanwhile', async ({
    pair,
    open,
    request,
  }) => {
    const theirs = await open(pair.maestro, pathOf('maestro', pair.chatId), { fresh: true })
    await expect(field(theirs)).toBeVisible()
    await theirs.context().setOffline(true)
    await say(theirs, 'Llego a las diez')
    await expect(theirs.getByText('En espera de conexión')).toBeVisible()
    const mine = await open(pair.buscador, pathOf('buscador', pair.chatId))
    await block(mine)
    await theirs.context().setOffline(false)
    await expect(theirs.getByText(CANNOT_WRITE).first()).toBeVisible({ timeout: 40_000 })
    await expect(theirs.getByText('En espera de conexión')).toHaveCount(0)
    expect(await written(request, pair.buscador, pair.chatId)).toEqual([])
    await mine.getByRole('button', { name: 'Desbloquear' }).click()
    await expect(field(theirs)).toHaveValue('Llego a las diez')
  })
})

test('a seeker reports a maestro with messages as evidence and blocks in the same step, with the keyboard alone', async ({
  pair,
  open,
  request,
}) => {
  await write(request, pair.maestro, pair.chatId, 'Deposítame todo hoy o no voy')
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await expect(page.getByText('Deposítame todo hoy o no voy')).toBeVisible()
  await menu(page).focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Reportar' }).press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Reportar a Julia' })).toBeVisible()
  const send = dialog(page).getByRole('button', { name: 'Enviar reporte' })
  await send.press('Enter')
  await expect(dialog(page).getByText('Elige un motivo.')).toBeVisible()
  await expect(dialog(page).getByRole('radio').first()).toBeFocused()
  await dialog(page).getByRole('radio', { name: 'Otro motivo' }).press('Space')
  const detail = dialog(page).getByLabel('Cuéntanos qué pasó')
  await detail.fill('Cobra')
  await send.press('Enter')
  await expect(detail).toBeFocused()
  await expect(detail).toHaveAccessibleDescription(/Cuéntanos un poco más: al menos 10 caracteres\./)
  await detail.fill('Me exige todo el dinero antes.')
  await dialog(page).locator('summary').press('Enter')
  await dialog(page)
    .getByRole('checkbox', { name: /Deposítame todo hoy/ })
    .press('Space')
  await dialog(page).getByRole('checkbox', { name: 'Bloquear también a esta persona' }).press('Space')
  await expectAccessible(page)
  await expectReadableEnlarged(page)
  await send.press('Enter')
  await expect(page.getByText('Recibimos tu reporte. Gracias por avisarnos.')).toBeVisible()
  await expect(page.getByText(BLOCKED_BY_ME, { exact: true })).toBeVisible()
})

/** A touch beside the dialog, above the bar of the app. */
const touchBeside = (page: Page) => page.mouse.click(8, 8)

test('a touch beside the dialog closes the menu about a person, but not the report that is being written', async ({
  pair,
  open,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await menu(page).click()
  await expect(dialog(page)).toBeVisible()
  await touchBeside(page)
  await expect(dialog(page)).toHaveCount(0)
  await menu(page).click()
  await dialog(page).getByRole('button', { name: 'Reportar' }).click()
  const detail = dialog(page).getByLabel('Cuéntanos')
  await detail.fill('Me exige todo el dinero antes.')
  await touchBeside(page)
  await expect(detail).toHaveValue('Me exige todo el dinero antes.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await menu(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Reportar' })).toBeVisible()
})

test.describe('on a bad network', () => {
  test.use({ expectedErrors: new RegExp(REFUSED.source) })

  test('a report whose answer was lost is kept when the dialog is closed, is sent as the same one unless it was changed, and arrives also when the dialog is closed meanwhile', async ({
    pair,
    open,
  }) => {
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh: true })
    const ids: string[] = []
    const closed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/functions/v1/reportar', async (route) => {
      ids.push(route.request().postDataJSON().client_id)
      await closed[ids.length - 2]?.promise
      if (ids.length === 3) return route.fallback()
      await route.fetch()
      await route.abort()
    })
    const openReport = async () => {
      await menu(page).click()
      await dialog(page).getByRole('button', { name: 'Reportar' }).click()
    }
    const close = async () => {
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
    await openReport()
    await dialog(page).getByRole('radio', { name: 'Otro motivo' }).check()
    const detail = dialog(page).getByLabel('Cuéntanos qué pasó')
    await detail.fill('Me exige todo el dinero antes.')
    const send = dialog(page).getByRole('button', { name: 'Enviar reporte' })
    await send.click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await close()
    await openReport()
    await expect(dialog(page).getByRole('radio', { name: 'Otro motivo' })).toBeChecked()
    await expect(detail).toHaveValue('Me exige todo el dinero antes.')
    await send.click()
    await expect.poll(() => ids).toHaveLength(2)
    await close()
    closed[0]?.resolve()
    await expect(page.getByText(/^No pudimos enviar el reporte\. Guardamos lo que escribiste/)).toBeVisible()
    await openReport()
    await detail.fill('Me exige todo el dinero antes, y ahora me amenaza.')
    await send.click()
    await expect.poll(() => ids).toHaveLength(3)
    await close()
    closed[1]?.resolve()
    await expect(page.getByText('Recibimos tu reporte. Gracias por avisarnos.')).toBeVisible()
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
    await openReport()
    await expect(detail).toHaveValue('')
  })

  test('a person can be blocked when it cannot be read whether they are, and the conversation says that nobody can write', async ({
    pair,
    open,
  }) => {
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh: true })
    await page.route('**/rest/v1/bloqueos?*', (route) => route.abort())
    await block(page)
    await expect(page.getByText(CANNOT_WRITE)).toBeVisible()
    await expect(field(page)).toHaveCount(0)
  })
})

test('a seeker blocks and unblocks a maestro from the profile, with one request for a double click', async ({
  pair,
  open,
}) => {
  const page = await open(pair.buscador, `/perfil/${pair.maestro.user.id}`)
  let calls = 0
  await page.route('**/functions/v1/cambiar-bloqueo', (route) => {
    calls += 1
    return route.continue()
  })
  await block(page)
  await expect(page.getByText('Bloqueaste a Julia.')).toBeVisible()
  await menu(page).click()
  await dialog(page).getByRole('button', { name: 'Desbloquear' }).dblclick()
  await expect(page.getByText('Desbloqueaste a Julia.')).toBeVisible()
  expect(calls).toBe(2)
  await page.getByRole('button', { name: 'Chatear' }).click()
  await expect(field(page)).toBeVisible()
})

test('a message that asks for money in advance shows what to check, whole once and short afterwards, to its reader only', async ({
  pair,
  open,
  request,
}) => {
  await write(request, pair.maestro, pair.chatId, 'Para empezar necesito un anticipo del 50%')
  await write(request, pair.maestro, pair.chatId, 'Me puede depositar en el Oxxo')
  await write(request, pair.maestro, pair.chatId, 'Mañana paso a las diez')
  const reader = await open(pair.buscador, pathOf('buscador', pair.chatId))
  const notices = reader.locator('[data-aviso-pago]')
  await expect(notices).toHaveCount(2)
  await expect(notices.nth(0).getByText('Nunca pagues todo antes del trabajo.')).toBeVisible()
  await expect(notices.nth(1).getByText('Nunca pagues todo antes del trabajo.')).toBeHidden()
  await notices.nth(1).getByText('Qué revisar').click()
  await expect(notices.nth(1).getByText('Nunca pagues todo antes del trabajo.')).toBeVisible()
  await expectAccessible(reader)
  const author = await open(pair.maestro, pathOf('maestro', pair.chatId))
  await expect(author.getByText('Mañana paso a las diez')).toBeVisible()
  await expect(author.locator('[data-aviso-pago]')).toHaveCount(0)
})
