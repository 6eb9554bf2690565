import { expect, pathOf, SIDES, test } from '../support/conversation.ts'

/** The arrow of a conversation. */

const arrow = 'Volver a tus conversaciones'

for (const side of SIDES) {
  const inbox = side === 'buscador' ? '/chats' : '/chat-maestro'

  test(`the arrow of a ${side} is the back of the browser when the inbox is where the person came from`, async ({
    pair,
    open,
  }) => {
    const page = await open(pair[side], '/ayuda')
    await page.getByRole('navigation').getByRole('link', { name: 'Chats' }).click()
    await page.locator(`a[href="${pathOf(side, pair.chatId)}"]`).click()
    await expect(page.getByRole('log')).toBeVisible()
    await page.getByRole('link', { name: arrow }).click()
    await expect(page).toHaveURL(inbox)
    await expect(page.getByRole('heading', { name: 'Tus conversaciones' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/ayuda')
  })

  test(`the arrow of a ${side} who came from elsewhere leads to the inbox, and back does not reopen the chat`, async ({
    pair,
    open,
  }) => {
    const page = await open(pair[side], '/ayuda')
    await expect(page.getByRole('heading', { name: 'Centro de Ayuda' })).toBeVisible()
    await page.goto(pathOf(side, pair.chatId))
    await page.getByRole('link', { name: arrow }).click()
    await expect(page).toHaveURL(inbox)
    await page.goBack()
    await expect(page).toHaveURL('/ayuda')
  })
}

test('a profile that was opened in a conversation leads back to it without a second entry', async ({
  pair,
  open,
}) => {
  const page = await open(pair.buscador, '/chats')
  await page.locator(`a[href="/chats/${pair.chatId}"]`).click()
  // The row of the inbox has the same name.
  await expect(page.getByRole('log')).toBeVisible()
  await page.getByRole('link', { name: /Julia/ }).click()
  await expect(page).toHaveURL(/\/perfil-maestro\//)
  await page.getByRole('button', { name: 'Volver al chat' }).click()
  await expect(page).toHaveURL(`/chats/${pair.chatId}`)
  await page.getByRole('link', { name: arrow }).click()
  await expect(page).toHaveURL('/chats')
})
