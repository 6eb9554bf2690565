import { createClient } from '@supabase/supabase-js'
import { expect, pathOf, SIDES, test, write } from '../support/conversation.ts'

/** The account of one person is erased while the other has the conversation open. */
const CLOSED = 'Esta cuenta fue eliminada. Puedes leer la conversación, pero ya no se puede escribir en ella.'

for (const side of SIDES) {
  const other = side === 'buscador' ? 'maestro' : 'buscador'

  test(`a ${side} sees 'Cuenta eliminada' in the place of the ${other}'s name, and still reads the conversation`, async ({
    pair,
    open,
    request,
    baseURL,
  }) => {
    await write(request, pair[other], pair.chatId, 'Quedamos el jueves a las diez')
    const page = await open(pair[side], pathOf(side, pair.chatId))
    await expect(page.getByText('Quedamos el jueves a las diez')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Mensaje' })).toBeVisible()

    const operator = createClient(baseURL ?? '', process.env.E2E_SECRET_KEY ?? '')
    const { error } = await operator.auth.admin.deleteUser(pair[other].user.id)
    expect(error).toBeNull()

    await expect(page.getByRole('heading', { name: 'Cuenta eliminada' })).toBeVisible()
    await expect(page.getByText(CLOSED)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Mensaje' })).toHaveCount(0)
    await expect(page.getByText('Quedamos el jueves a las diez')).toBeVisible()

    await page.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
    const row = page.getByRole('list', { name: 'Conversaciones' }).getByRole('listitem')
    await expect(row).toContainText('Cuenta eliminada')
    await expect(row).toContainText('Quedamos el jueves a las diez')
  })
}
