import { cerrarCuenta } from '@maestros/contrato/cuenta/cerrar-cuenta'
import { guardarNombre } from '@maestros/contrato/cuenta/guardar-nombre'
import { misDatos } from '@maestros/contrato/cuenta/mis-datos'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BUSCADOR } from '../setup/rows/people.ts'
import {
  answer,
  answerAuth,
  answerTable,
  callsOf,
  held,
  LOST,
  odd,
  refusal,
} from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { button, field, heading } from '../setup/screen/parts.ts'

/** The own name and the end of the account, when answers are late, lost or odd. */

const dialog = page.getByRole('dialog')
const alert = dialog.getByRole('alert')

const answerOwnData = () => answer(misDatos, { success: true, exportacion: null, proxima_en: null })
beforeEach(answerOwnData)

describe('the own name', () => {
  const answerName = (name: { nombre: string; apellido: string } | typeof LOST) =>
    answerTable('profiles', ({ query }) => {
      if (query.get('select') === 'role') return [{ role: 'buscador' }]
      return name === LOST ? LOST : [name]
    })

  test('that is wrong or cannot be saved stays in its fields with the reason, and can be saved later', async () => {
    open('/mis-datos', { as: BUSCADOR })
    answerName({ nombre: 'Ana', apellido: 'Ruiz' })
    await button('Cambiar mi nombre').click()
    const save = () => dialog.getByRole('button', { name: 'Guardar' }).click()
    for (const [label, wrong, sentence, right] of [
      ['Nombre', ' ', 'El campo nombre es requerido.', 'Anahí'],
      ['Apellido', '', 'El campo apellido es requerido.', 'Soto'],
      ['Apellido', 'Soto 2', 'El apellido solo puede contener letras y espacios.', 'Soto'],
    ] as const) {
      await field(label).fill(wrong)
      await save()
      await expect.element(alert).toHaveTextContent(sentence)
      await expect.element(field(label)).toHaveFocus()
      await field(label).fill(right)
      await expect.element(alert).not.toBeInTheDocument()
    }
    for (const [reply, sentence] of [
      [
        refusal('INVALID_INPUT', 'El nombre no puede llevar teléfonos.'),
        'El nombre no puede llevar teléfonos.',
      ],
      [LOST, 'No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.'],
      [odd(500), 'No pudimos guardar tu nombre. Inténtalo de nuevo.'],
    ] as const) {
      answer(guardarNombre, reply)
      await save()
      await expect.element(alert).toHaveTextContent(sentence)
    }
    await expect.element(field('Nombre')).toHaveValue('Anahí')
    await expect.element(field('Apellido')).toHaveValue('Soto')
    answer(guardarNombre, { success: true })
    await save()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('Anahí Soto')).toBeVisible()
  })

  test('that cannot be read is named as such and can be read again in the dialog', async () => {
    open('/mis-datos', { as: BUSCADOR })
    answerName(LOST)
    await expect.element(page.getByText('No pudimos traer tu nombre.')).toBeVisible()
    await button('Cambiar mi nombre').click()
    await expect.element(alert).toHaveTextContent('No pudimos traer tu nombre.')
    answerName({ nombre: 'Ana', apellido: 'Ruiz' })
    await button('Reintentar').click()
    await expect.element(field('Apellido')).toHaveValue('Ruiz')
  })
})

describe('closing the account', () => {
  const keep = dialog.getByRole('button', { name: 'Conservar mi cuenta' })

  /** Confirms the dialog, which is open then. The request is sent. */
  async function close() {
    open('/mis-datos', { as: BUSCADOR })
    await button('Cerrar mi cuenta').click()
    await field('Tu contraseña, para confirmar').fill('clave-larga')
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await expect.element(keep).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(() => callsOf('cerrar-cuenta')).toHaveLength(1)
  }

  /** Back, after which the locked dialog returns to its entry of the history. */
  async function goBack() {
    const go = vi.spyOn(history, 'go')
    history.back()
    await expect.poll(() => go.mock.calls).toEqual([[1]])
    await expect.poll(() => history.state?.layer).toBe(1)
    go.mockRestore()
  }

  test('cannot be taken back while its request is sent, and a lost answer says that the account is closed', async () => {
    const lost = held<never>()
    answer(cerrarCuenta, lost.reply)
    await close()
    await keep.click({ force: true })
    await userEvent.keyboard('{Escape}')
    await goBack()
    await goBack()
    await expect.element(dialog).toBeVisible()
    expect(location.pathname).toBe('/mis-datos')
    answer(cerrarCuenta, refusal('SESSION_EXPIRED'))
    lost.release(LOST)
    await expect.element(page.getByText('Tu cuenta se cerró')).toBeVisible()
    await expect.element(page.getByText(/^En 30 días eliminaremos tus datos/)).toBeVisible()
  })

  test('that fails leaves a dialog that Back closes, also when it was pressed while the request was sent', async () => {
    const failure = held<never>()
    answer(cerrarCuenta, failure.reply)
    await close()
    await goBack()
    failure.release(odd(400))
    await expect.element(alert).toBeVisible()
    history.back()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(location.pathname).toBe('/mis-datos')
  })

  test('is said at the sign-in also when the renewal of the ended session is refused afterwards', async () => {
    const closing = held<{ success: true; borrar_en: string }>()
    const renewal = held<object>()
    answer(cerrarCuenta, closing.reply)
    await close()
    // The page reads its data again. They are refused, and the token is renewed.
    answer(misDatos, refusal('SESSION_EXPIRED'))
    answerAuth('token', renewal.reply)
    const signIns = callsOf('token').length
    dispatchEvent(new Event('offline'))
    dispatchEvent(new Event('online'))
    await expect.poll(() => callsOf('token').length).toBeGreaterThan(signIns)
    closing.release({ success: true, borrar_en: '2026-12-24T00:00:00Z' })
    await expect.element(page.getByText('Tu cuenta se cerró')).toBeVisible()
    renewal.release(odd(400, { error_code: 'session_not_found' }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect.element(page.getByText('Tu cuenta se cerró')).toBeVisible()
    expect(heading('Inicia sesión').query()).not.toBeNull()
  })
})
