import { misDatos } from '@maestros/contrato/cuenta/mis-datos'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountOf, linkOf } from '../setup/people.ts'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answer, answerAuth, type Call, LOST, NEVER, odd, type Reply } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { button, field, heading, toast } from '../setup/screen/parts.ts'
import { installClock, passUntil } from '../setup/screen/time.ts'

/** Setting a new password, by a reset link or in the own data, when answers are lost or odd. */

const OLD = 'anterior1'
const NEW = 'nueva1'
const failed = toast('No se pudo actualizar la contraseña')
const update = button('Actualizar contraseña')

/** An account on the server. `lost` is what the next change loses: its request does not arrive, or its answer does not. */
function answerChanges() {
  let password = OLD
  let changes = 0
  const account = () => ({ ...accountOf(BUSCADOR.id), updated_at: changes === 0 ? '' : `${changes}` })
  const change = ({ password: next = '', current_password: current }: Record<string, string>) => {
    if (current !== undefined && current !== password) return refused(400, 'current_password_invalid')
    if (next === password) return refused(422, 'same_password')
    password = next
    changes += 1
    return account()
  }
  const lost: ('request' | 'answer')[] = []
  const reply = ({ body }: Call): Reply<object> => {
    const lose = lost.shift()
    if (lose === 'request') return LOST
    const answered = change(Object(body))
    return lose === 'answer' ? LOST : answered
  }
  answerAuth('user', account, 'GET')
  answerAuth('user', reply, 'PUT')
  answerAuth('logout', {})
  return { lost, password: () => password }
}

const refused = (status: number, error_code: string) =>
  odd(status, { code: status, error_code, msg: 'Mensaje del servidor' })

async function choose(password: string, current?: string) {
  if (current !== undefined) await field('Contraseña actual').fill(current)
  await field('Nueva contraseña').fill(password)
  await field('Confirmar contraseña').fill(password)
  await update.click()
}

/** The screen is left a moment after the change. */
async function expectChanged() {
  await expect.element(toast('¡Contraseña actualizada!')).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/login')
}

describe('the reset screen of a signed-in person', () => {
  test('refuses the present password also after a lost request, and says so at its field', async () => {
    const server = answerChanges()
    open('/reset-password', { as: BUSCADOR })
    server.lost.push('request')
    await choose(OLD)
    await expect.element(failed).toBeVisible()
    await update.click()
    await expect
      .element(page.getByRole('alert').getByText('Elige una contraseña distinta de la anterior.'))
      .toBeVisible()
    await expect.element(field('Nueva contraseña')).toHaveFocus()
  })

  test('keeps what was typed when the server fails, and accepts a password that is sent again because its answer was lost', async () => {
    open('/reset-password', { as: BUSCADOR })
    answerAuth('user', odd(500, { msg: 'Mensaje del servidor' }), 'PUT')
    await choose(NEW)
    await expect.element(toast('Mensaje del servidor')).toBeVisible()
    await expect.element(field('Nueva contraseña')).toHaveValue(NEW)
    const server = answerChanges()
    server.lost.push('answer')
    await update.click()
    await expect.element(toast('Mensaje del servidor')).not.toBeInTheDocument()
    await expect.element(failed).toBeVisible()
    await update.click()
    await expectChanged()
  })

  test('says that the link has expired when the session was ended meanwhile', async () => {
    answerAuth('user', refused(403, 'session_not_found'), 'PUT')
    open('/reset-password', { as: BUSCADOR })
    await choose(NEW)
    await expect.element(heading('Enlace Expirado')).toHaveFocus()
  })
})

test('a reset link can be checked again, and its password sent again, when the server was not reached or never answers', async () => {
  installClock()
  const { access_token, refresh_token } = linkOf(BUSCADOR.id)
  const unchecked = heading('No pudimos comprobar tu enlace')
  answerAuth('user', LOST, 'GET')
  open(`/reset-password?${new URLSearchParams({ access_token, refresh_token })}`)
  await expect.element(unchecked).toBeVisible()
  answerAuth('user', NEVER, 'GET')
  await button('Reintentar').click()
  await expect.element(page.getByText('Comprobando tu enlace…')).toBeVisible()
  await passUntil(() => unchecked.query() !== null)
  answerChanges()
  await button('Reintentar').click()
  await expect.element(field('Nueva contraseña')).toBeVisible()

  answerAuth('user', NEVER, 'PUT')
  await choose(NEW)
  await passUntil(() => failed.query() !== null)
  await expect.element(field('Nueva contraseña')).toHaveValue(NEW)
  answerChanges()
  await update.click()
  await expectChanged()
})

test('a change of the password in the own data whose answer was lost is complete when it is sent again', async () => {
  const server = answerChanges()
  answer(misDatos, { success: true, exportacion: null, proxima_en: null })
  open('/mis-datos', { as: BUSCADOR })
  await button('Cambiar contraseña').click()
  const wrong = page.getByText('La contraseña actual no es correcta.')
  // The account has had this password from the beginning.
  server.lost.push('request')
  await choose(OLD, 'equivocada')
  await expect.element(failed).toBeVisible()
  await choose(OLD, 'equivocada')
  await expect.element(wrong).toBeVisible()

  server.lost.push('answer')
  await choose(NEW, OLD)
  await expect.element(failed).toBeVisible()
  expect(server.password()).toBe(NEW)
  // Other fields are another change, whose current password is wrong.
  await choose('nueva2', OLD)
  await expect.element(wrong).toBeVisible()
  server.lost.push('request')
  await choose(NEW, OLD)
  await expect.element(failed).toBeVisible()
  await choose(NEW, OLD)
  await expect.element(toast('¡Contraseña actualizada!')).toBeVisible()
})
