import type { Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { makeMaestro } from '../support/chats.ts'
import { heading, signInToConsole, stateOf } from '../support/console.ts'
import { expect, expectAccessible, LOST_NETWORK, test } from '../support/fixtures.ts'
import { expectToast, sendProof } from '../support/maestro.ts'
import { operate } from '../support/operator.ts'

/** Decisions about the data of maestros. */

const NAME = { nombre: 'Luis', apellido: 'Hernández' }
const open = async (page: Page, id: string) => {
  await page.goto(`/operacion/verificaciones/${id}`)
  await expect(page.getByText('Luis Hernández', { exact: true }).first()).toBeVisible()
}
const button = (page: Page, action: string, datum: string) =>
  page.getByRole('button', { name: `${action}, ${datum}`, exact: true })

test('an operator compares the documents, verifies the INE with one call, and the maestro’s profile shows it', async ({
  page,
  request,
}) => {
  const maestro = await makeMaestro(request, NAME)
  await sendProof(request, maestro)
  await signInToConsole(page, request, 'revisor')
  const calls: string[] = []
  page.on('request', (call) => {
    const name = /operacion-[\w-]+/.exec(call.url())?.[0]
    if (name) calls.push(name)
  })
  await open(page, maestro.id)
  await expect(page.getByText('1 de enero de 1980', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Ampliar: INE, frente' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'INE, frente' })).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, 'Verificar', 'INE').dblclick()
  await expectToast(page, 'INE: verificado.')
  await expect(button(page, 'Verificar', 'INE')).toHaveCount(0)
  expect(calls.filter((name) => name === 'operacion-decidir')).toHaveLength(1)
  expect(await stateOf(request, maestro, 'ine')).toMatchObject({ estado: 'verificado' })
  // Another window takes the focus, and comes back: the operator has looked once.
  await page.evaluate(
    "dispatchEvent(new Event('focus')); document.dispatchEvent(new Event('visibilitychange'))",
  )
  await button(page, 'Verificar', 'CURP').click()
  await expectToast(page, 'CURP: verificado.')
  await button(page, 'Verificar', 'Domicilio').click()
  await expect(page.getByText('Ya decidiste todos los datos de este maestro.')).toBeVisible()
  expect(calls.filter((name) => name === 'operacion-verificacion')).toHaveLength(1)
  await page.getByRole('link', { name: 'Siguiente' }).click()
  await expect(page).not.toHaveURL(new RegExp(maestro.id))
  await expect(heading(page, 'Verificación')).toBeVisible()
  expect(await stateOf(request, maestro, 'domicilio')).toMatchObject({ estado: 'verificado' })
})

test('an address without a proof cannot be verified: the operator asks for it, and the maestro sends it; a rejection needs a reason, which can begin with a ready sentence, and which the maestro reads', async ({
  page,
  request,
}) => {
  const maestro = await makeMaestro(request, NAME)
  await signInToConsole(page, request, 'revisor')
  await open(page, maestro.id)
  await expect(page.getByText('No se puede verificar: no hay comprobante de domicilio.')).toBeVisible()
  await expect(button(page, 'Verificar', 'Domicilio')).toHaveCount(0)
  await button(page, 'Pedir el comprobante', 'Domicilio').click()
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Motivo para el maestro')
  const reject = dialog.getByRole('button', { name: 'Rechazar' })
  await expect(reason).toHaveValue(/^Falta tu comprobante de domicilio\./)
  await expect(dialog.getByLabel('Comprobante de domicilio')).toBeChecked()
  await expect(dialog.getByLabel('Domicilio escrito')).not.toBeChecked()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Comprobante de domicilio').uncheck()
  await reject.click()
  await expect(dialog.getByRole('alert')).toHaveText('Elige al menos una cosa.')
  await dialog.getByLabel('Comprobante de domicilio').check()
  await reject.click()
  await expectToast(page, 'Domicilio: rechazado. El maestro ya puede leer el motivo.')
  // The operator reads the words of the maestro.
  await expect(
    page.getByText('Qué sigue: envía tu comprobante de domicilio. Después lo revisamos otra vez.'),
  ).toBeVisible()
  await sendProof(request, maestro)
  await page.reload()
  await expect(button(page, 'Verificar', 'Domicilio')).toBeVisible()

  await button(page, 'Rechazar', 'Domicilio').click()
  await reason.fill('corto')
  await reject.click()
  await expect(dialog.getByRole('alert')).toHaveText('Escribe al menos 10 caracteres.')
  await expect(reason).toBeFocused()
  await dialog.getByRole('button', { name: /El comprobante tiene más de tres meses/ }).click()
  await reason.press('End')
  await reason.pressSequentially(' Gracias.')
  await reject.click()
  const motivo = 'El comprobante tiene más de tres meses. Envía uno reciente. Gracias.'
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`Motivo: ${motivo}`)).toBeVisible()
  expect(await stateOf(request, maestro, 'domicilio')).toEqual({
    tipo: 'domicilio',
    estado: 'rechazado',
    motivo,
    corrige_con: ['comprobante'],
  })
})

test.describe('a decision that fails', () => {
  test.use({ expectedErrors: LOST_NETWORK })

  test('because the data changed or a colleague has decided meanwhile is made after another look, and without a network it is sent again; a reason that was typed stays', async ({
    page,
    request,
  }) => {
    const maestro = await makeMaestro(request, NAME)
    await sendProof(request, maestro)
    const operator = await signInToConsole(page, request)
    await page.goto(`/operacion/verificaciones/${operator.id}`)
    await expect(page.getByText('Aquí no hay nada que verificar'), 'no maestro').toBeVisible()
    await open(page, maestro.id)
    const data = { domicilio: 'Calle Nueva 99, colonia Centro' }
    const { headers } = maestro
    await succeed(request.patch(`/rest/v1/maestros?id=eq.${maestro.id}`, { headers, data }))
    await button(page, 'Verificar', 'Domicilio').click()
    const refusal = page.getByRole('alert').filter({ hasText: 'No se cambió nada' })
    await expect(refusal).toContainText('El maestro cambió sus datos')
    await expect(page.getByText(data.domicilio)).toHaveCount(0)
    await refusal.getByRole('button', { name: 'Volver a mirar' }).click()
    await expect(page.getByText(data.domicilio)).toBeVisible()
    await expect(refusal).toHaveCount(0)
    await button(page, 'Verificar', 'Domicilio').click()
    await expectToast(page, 'Domicilio: verificado.')
    expect(await stateOf(request, maestro, 'domicilio')).toMatchObject({ estado: 'verificado' })

    await operate(request, 'reject', maestro.id, 'curp', '--motivo', 'La CURP no es de esta persona.')
    await button(page, 'Rechazar', 'CURP').click()
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByLabel('Motivo para el maestro')
    const typed = 'La CURP no coincide con el documento.'
    await reason.fill(typed)
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Otro operador ya decidió' })).toBeVisible()
    await page.getByRole('button', { name: 'Volver a mirar' }).click()
    await expect(page.getByText('Motivo: La CURP no es de esta persona.')).toBeVisible()
    await button(page, 'Poner en revisión', 'CURP').click()
    await expectToast(page, 'CURP: en revisión.')
    await button(page, 'Rechazar', 'CURP').click()
    await expect(reason).toHaveValue(typed)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await button(page, 'Rechazar', 'INE').click()
    const cut = 'La foto está cortada: faltan dos esquinas.'
    await reason.fill(cut)
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await expect(dialog.getByRole('alert')).toContainText('No pudimos conectar')
    await page.context().setOffline(false)
    await expect(reason).toHaveValue(cut)
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await expectToast(page, 'INE: rechazado. El maestro ya puede leer el motivo.')
  })
})
