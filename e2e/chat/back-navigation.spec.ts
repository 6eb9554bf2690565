import { expect, pathOf, SIDES, test } from '../support/conversation.ts'

/** The arrow of a conversation. */

for (const side of SIDES) {
  const inbox = side === 'buscador' ? '/chats' : '/chat-maestro'

  test(`the arrow of a ${side} is the back of the browser when the inbox is where the person came from; for who came from elsewhere it leads to the inbox, and back does not reopen the chat`, async ({
    pair,
    open,
  }) => {
    const page = await open(pair[side], '/ayuda')
    const arrow = page.getByRole('link', { name: 'Volver a tus conversaciones' })
    const expectInboxWithoutChat = async () => {
      await arrow.click()
      await expect(page).toHaveURL(inbox)
      await expect(page.getByRole('heading', { name: 'Tus conversaciones' })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/ayuda')
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Chats' }).click()
    await page.locator(`a[href="${pathOf(side, pair.chatId)}"]`).click()
    // The row of the inbox has the same name as the link to the profile.
    await expect(page.getByRole('log')).toBeVisible()
    if (side === 'buscador') {
      // A profile that was opened in a conversation leads back to it without a second entry.
      await page.getByRole('link', { name: /Julia/ }).click()
      await expect(page).toHaveURL(/\/perfil-maestro\//)
      await page.getByRole('button', { name: 'Volver al chat' }).click()
      await expect(page).toHaveURL(pathOf(side, pair.chatId))
    }
    await expectInboxWithoutChat()

    await page.goto(pathOf(side, pair.chatId))
    await expect(page.getByRole('log')).toBeVisible()
    await expectInboxWithoutChat()
  })
}
