import type { Page } from '@playwright/test'
import { expect, field, pathOf, say, test, write, written } from '../support/conversation.ts'
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

test.describe('blocking', () => {
  test.use({
    expectedErrors: new RegExp(
      `${REFUSED.source}|ERR_INTERNET_DISCONNECTED|unread count|mark as read|^chats|WebSocket`,
    ),
  })

  test('from the chat is seen live by both, who then cannot write; unblocking opens the chat again, and a message that waited for the network meanwhile comes back to the field', async ({
    pair,
    open,
    request,
  }) => {
    await write(request, pair.maestro, pair.chatId, 'Buenas tardes')
    const seeker = await open(pair.buscador, pathOf('buscador', pair.chatId))
    const maestro = await open(pair.maestro, pathOf('maestro', pair.chatId))
    for (const [mine, theirs, text] of [
      [seeker, maestro, '¿A qué hora'],
      [maestro, seeker, 'No importa'],
    ] as const) {
      await field(theirs).pressSequentially(text)
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
      if (mine === seeker) {
        await expectAccessible(mine)
        // The state is still there after a reload, also in the menu.
        await mine.reload()
        await expect(mine.getByText(BLOCKED_BY_ME, { exact: true })).toBeVisible()
      }
      await mine.getByRole('button', { name: 'Desbloquear' }).click()
      for (const page of [mine, theirs]) await expect(field(page)).toBeVisible()
      await expect(field(theirs)).toHaveValue(text)
      await say(theirs, 'Gracias')
      await expect(mine.getByRole('log').getByText('Gracias').last()).toBeVisible()
    }

    await maestro.context().setOffline(true)
    await say(maestro, 'Llego a las diez')
    await expect(maestro.getByText('En espera de conexión')).toBeVisible()
    await block(seeker)
    await maestro.context().setOffline(false)
    await expect(maestro.getByText(CANNOT_WRITE).first()).toBeVisible({ timeout: 40_000 })
    await expect(maestro.getByText('En espera de conexión')).toHaveCount(0)
    expect(await written(request, pair.buscador, pair.chatId)).not.toContain('Llego a las diez')
    await seeker.getByRole('button', { name: 'Desbloquear' }).click()
    await expect(field(maestro)).toHaveValue('Llego a las diez')
  })
})

test('a seeker reports a maestro with messages as evidence and blocks in the same step, with the keyboard alone, and unblocks and blocks from the profile', async ({
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

  await page.getByRole('link', { name: /Julia/ }).click()
  await expect(page).toHaveURL(/\/perfil-maestro\//)
  const unblock = async () => {
    await menu(page).click()
    await dialog(page).getByRole('button', { name: 'Desbloquear' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await unblock()
  await expect(page.getByText('Desbloqueaste a Julia.', { exact: true })).toBeVisible()
  await block(page)
  await expect(page.getByText('Bloqueaste a Julia.', { exact: true })).toBeVisible()
  await unblock()
  await page.getByRole('button', { name: 'Volver al chat' }).click()
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
