import { createClient } from '@supabase/supabase-js'
import { expect, field, log, message, pathOf, store, test } from '../support/conversation.ts'
import { everythingStored } from '../support/installed-app.ts'

const CLOSED = 'Esta cuenta fue eliminada. Puedes leer la conversación, pero ya no se puede escribir en ella.'

/** In the first and in the last message. The first is not on the newest page, but in the copy for reading without a network. */
const PHONES = ['55 1234 5678', '55 8765 4321'] as const

for (const [side, other, when] of [
  ['buscador', 'maestro', 'while the conversation is open'],
  ['maestro', 'buscador', 'while the app is closed'],
] as const) {
  test(`a ${side} whose ${other} is erased ${when} sees 'Cuenta eliminada' instead of the name, and still reads the conversation, with telephones masked on the screen and in the copy of the device`, async ({
    pair,
    open,
    request,
    baseURL,
  }) => {
    const { chatId } = pair
    const texts = [...Array.from({ length: 44 }, (_, nth) => `mensaje ${nth + 1}`), `o al ${PHONES[1]}`]
    texts[0] = `Llame al ${PHONES[0]}`
    await store(
      request,
      texts.map((text) => ({ author: pair[other], chatId, text })),
    )
    const page = await open(pair[side], pathOf(side, chatId))
    await expect(message(page, PHONES[1])).toBeVisible()
    // Reads the older page.
    await expect(async () => {
      await log(page).evaluate((one) => one.scrollBy(0, -2000))
      await expect(message(page, PHONES[0])).toBeVisible({ timeout: 500 })
    }).toPass()
    await log(page).evaluate((one) => one.scrollTo(0, one.scrollHeight))
    await expect(message(page, PHONES[1])).toBeVisible()
    await expect(field(page)).toBeVisible()
    const copied = async () => (await everythingStored(page)).databases['maestros-copia'] ?? ''
    for (const phone of PHONES) await expect.poll(copied).toContain(phone)
    if (when === 'while the app is closed') await page.goto('/healthz')

    const operator = createClient(baseURL ?? '', process.env.E2E_SECRET_KEY ?? '')
    const { error } = await operator.auth.admin.deleteUser(pair[other].user.id)
    expect(error).toBeNull()

    if (when === 'while the app is closed') await page.goto(pathOf(side, chatId))
    await expect(page.getByRole('heading', { name: 'Cuenta eliminada' })).toBeVisible()
    await expect(page.getByText(CLOSED)).toBeVisible()
    await expect(field(page)).toHaveCount(0)
    await expect(message(page, 'o al ••••••')).toBeVisible()
    await expect.poll(copied).toContain('o al ••••••')
    for (const phone of PHONES) await expect.poll(copied).not.toContain(phone)
    await expect(async () => {
      await log(page).evaluate((one) => one.scrollBy(0, -2000))
      await expect(message(page, 'Llame al ••••••')).toBeVisible({ timeout: 500 })
    }).toPass()

    await page.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
    const row = page.getByRole('list', { name: 'Conversaciones' }).getByRole('listitem')
    await expect(row).toContainText('Cuenta eliminada')
    await expect(row).toContainText('o al ••••••')
  })
}
