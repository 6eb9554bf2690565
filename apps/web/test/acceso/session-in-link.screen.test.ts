import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { STORAGE_KEY } from '#lib/client/stored-session.ts'
import { accountOf, linkOf, OTHER } from '../setup/people.ts'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answerAuth, answerConfig, answerTable, CONFIG, held, LOST } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { button, heading } from '../setup/screen/parts.ts'

test('a link with the session of another person can be tried again after a failure, and no screen is shown before the answer', async () => {
  const { access_token, refresh_token } = linkOf(OTHER)
  const failed = heading('No pudimos abrir el enlace')
  const user = held<object>()
  answerConfig(LOST)
  answerAuth('user', user.reply, 'GET')
  open(`/avisos#${new URLSearchParams({ access_token, refresh_token })}`, { as: BUSCADOR })
  await expect.element(failed).toHaveFocus()
  answerConfig(CONFIG)
  await button('Reintentar').click()
  await expect.element(page.getByText('Cargando…')).toBeVisible()
  expect(page.getByRole('heading').query()).toBeNull()
  user.release(LOST)
  await expect.element(failed).toBeVisible()
  answerAuth('user', accountOf(OTHER), 'GET')
  answerTable('profiles', [{ display_name: 'Rosa Luna', role: 'maestro' }])
  await button('Reintentar').click()
  await expect.element(page.getByText(`${OTHER}@ejemplo.mx`)).toBeVisible()
  expect(localStorage.getItem(STORAGE_KEY)).toContain(BUSCADOR.id)
})
