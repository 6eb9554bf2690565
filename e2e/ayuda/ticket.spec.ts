import { me } from '../support/chats.ts'
import { expect, expectAccessible, field, LOST_NETWORK, test } from '../support/fixtures.ts'
import {
  answerAsOperator,
  form,
  images,
  MESSAGE,
  notice,
  notices,
  openHelp,
  picture,
  previews,
  SEND,
  storedTickets,
  submit,
  tickets,
} from '../support/help.ts'
import { hold } from '../support/hold.ts'

const SUCCESS = 'Tu solicitud fue enviada con éxito. Nos pondremos en contacto contigo pronto.'

test.use({
  account: { role: 'buscador' },
  expectedErrors: new RegExp(`${LOST_NETWORK.source}|^support ticket`),
})

test('a ticket without pictures is sent with name and e-mail of the account, and the form is then empty; an answer with an error field keeps the text [2.help.03] [2.help.04] [2.help.07] [3.ent.35] [4.badge.11] [8.tick.05] [mock 7.fn.28]', async ({
  page,
  request,
}) => {
  await openHelp(page)
  await expect(field(page, 'Nombre')).toHaveValue('Ana Ruiz')
  await expect(field(page, 'Correo electrónico')).toHaveValue(/@e2e\.test$/)
  await expect(field(page, 'Mensaje')).toHaveValue('')
  await expect(page.getByText('Aún no has enviado solicitudes')).toBeVisible()
  const correo = await field(page, 'Correo electrónico').inputValue()
  await field(page, 'Mensaje').fill(MESSAGE)
  await expect(submit(page)).toHaveText('Enviar Ticket')

  await page.route(SEND, (route) => route.fulfill({ json: { error: 'no' } }), { times: 1 })
  await submit(page).click()
  await expect(notice(page, 'Error', 'Error al enviar el ticket de soporte')).toBeVisible()
  await expect(field(page, 'Mensaje')).toHaveValue(MESSAGE)
  await expect(tickets(page)).toHaveCount(0)

  const answer = await hold(page, SEND)
  let sends = 0
  page.on('request', (one) => {
    if (one.url().endsWith('/submit-support-ticket')) sends += 1
  })
  const sent = page.waitForRequest(SEND)
  await submit(page).click()
  await expect(submit(page)).toHaveText('Enviando...')
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(images(page)).toBeDisabled()
  await expectAccessible(page)
  // A second press sends nothing.
  await submit(page).click({ force: true })
  answer()
  await expect(notice(page, '¡Éxito!', SUCCESS)).toBeVisible()
  expect(sends).toBe(1)
  expect((await sent).postDataJSON()).toMatchObject({
    nombre: 'Ana Ruiz',
    correo,
    mensaje: MESSAGE,
    imagenes_url: [],
  })
  for (const name of ['Nombre', 'Correo electrónico', 'Mensaje'])
    await expect(field(page, name)).toHaveValue('')
  await expect(submit(page)).toHaveText('Enviar Ticket')
  await expect(tickets(page)).toHaveCount(1)
  await expect(tickets(page)).toContainText(MESSAGE)
  await expect(tickets(page)).toContainText('Recibida')
  expect(await storedTickets(request, await me(page, request))).toEqual([
    { nombre: 'Ana Ruiz', correo, mensaje: MESSAGE, imagenes_url: [] },
  ])
})

test('wrong fields are named in a notice titled Error and beside the fields, and nothing is sent; the shortest ones are accepted, and more tickets than a day allows refused [5.tick.01] [5.tick.02] [5.tick.03] [5.tick.04] [8.tick.01] [9.const.33]', async ({
  page,
  request,
}) => {
  let sent = 0
  page.on('request', (one) => {
    if (one.url().endsWith('/submit-support-ticket')) sent += 1
  })
  await openHelp(page)
  const valid = { Nombre: 'Al', 'Correo electrónico': 'al@example.com', Mensaje: '1234567890' }
  const cases = [
    ['Nombre', 'A', 'El nombre debe tener al menos 2 caracteres'],
    ['Nombre', '', 'El nombre debe tener al menos 2 caracteres'],
    ['Correo electrónico', 'al@', 'Debe ser un correo electrónico válido'],
    ['Correo electrónico', '', 'Debe ser un correo electrónico válido'],
    ['Mensaje', '123456789', 'El mensaje debe tener al menos 10 caracteres'],
    ['Mensaje', '', 'El mensaje debe tener al menos 10 caracteres'],
  ] as const
  for (const [name, value, sentence] of cases) {
    for (const [label, text] of Object.entries({ ...valid, [name]: value }))
      await field(page, label).fill(text)
    await submit(page).click()
    await expect(form(page).getByText(sentence, { exact: true })).toBeVisible()
    await expect(notice(page, 'Error', sentence)).toBeVisible()
    await expect(notices(page)).toHaveCount(1)
    await expect(field(page, name)).toBeFocused()
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  }
  await expectAccessible(page)
  for (const label of Object.keys(valid)) await field(page, label).fill('')
  await submit(page).click()
  await expect(form(page).getByRole('alert')).toHaveCount(3)
  expect(sent).toBe(0)
  const ana = await me(page, request)
  expect(await storedTickets(request, ana)).toEqual([])

  for (const [label, text] of Object.entries(valid)) await field(page, label).fill(text)
  await submit(page).click()
  await expect(notice(page, '¡Éxito!', SUCCESS)).toBeVisible()
  for (let number = 1; number < 10; number++) {
    const data = { nombre: 'Ana', correo: 'ana@example.com', mensaje: `El mensaje número ${number}` }
    await request.post('/functions/v1/submit-support-ticket', { headers: ana.headers, data })
  }
  for (const [label, text] of Object.entries({ ...valid, Mensaje: MESSAGE }))
    await field(page, label).fill(text)
  await submit(page).click()
  await expect(form(page).getByRole('alert')).toHaveText(
    /^Ya enviaste muchas solicitudes de ayuda\. Podrás enviar otra en 24 horas\.$/,
  )
  await expect(field(page, 'Mensaje')).toHaveValue(MESSAGE)
})

test('without a network the form says so, keeps everything, also after a reload, and sends it later [8.tick.04]', async ({
  page,
  request,
}) => {
  await openHelp(page)
  await field(page, 'Nombre').fill('Ana de la Cruz')
  await field(page, 'Mensaje').fill(MESSAGE)
  await images(page).setInputFiles(await picture('captura.jpg'))
  await expect(submit(page)).toHaveText('Enviar Ticket')
  await page.context().setOffline(true)
  await submit(page).click()
  await expect(notice(page, 'Error', 'Error al enviar el ticket de soporte')).toBeVisible()
  await expect(form(page).getByRole('alert')).toHaveText(
    'No hay conexión. Lo que escribiste sigue aquí: envíalo cuando vuelva la red.',
  )
  await expect(field(page, 'Mensaje')).toHaveValue(MESSAGE)
  await expect(previews(page)).toHaveCount(1)
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.reload()
  await expect(field(page, 'Nombre')).toHaveValue('Ana de la Cruz')
  await expect(field(page, 'Correo electrónico')).toHaveValue(/@e2e\.test$/)
  await expect(field(page, 'Mensaje')).toHaveValue(MESSAGE)
  await expect(previews(page)).toHaveJSProperty('naturalWidth', 640)
  await submit(page).click()
  await expect(notice(page, '¡Éxito!', SUCCESS)).toBeVisible()
  expect(await storedTickets(request, await me(page, request))).toHaveLength(1)
})

test.describe('the own tickets', () => {
  test('show state, pictures and answers, and a new answer when the page is looked at again', async ({
    page,
    request,
  }) => {
    test.skip(!process.env.E2E_DATA_DIR, 'the operator needs the database of the server')
    await openHelp(page)
    await field(page, 'Mensaje').fill(`${MESSAGE}\n<b>Gracias</b>`)
    await images(page).setInputFiles(await picture('captura.jpg'))
    await expect(submit(page)).toHaveText('Enviar Ticket')
    await submit(page).click()
    await expect(tickets(page)).toContainText('<b>Gracias</b>')
    await tickets(page).getByRole('button', { name: 'Ver la imagen 1' }).click()
    const viewer = page.getByRole('dialog', { name: 'Imagen de tu solicitud' })
    await expect(viewer.getByRole('img')).toHaveJSProperty('naturalWidth', 640)
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
    await answerAsOperator(request, await me(page, request), 'Ya quedó.')
    await page.evaluate("dispatchEvent(new Event('focus'))")
    await expect(tickets(page)).toContainText('Ya quedó.')
    await expect(tickets(page)).toContainText('Respuesta del equipo')
    await expect(tickets(page)).toContainText('En proceso')
    await page.reload()
    await expect(tickets(page)).toContainText('Ya quedó.')
    await page.getByRole('link', { name: 'Mis solicitudes' }).click()
    await expectAccessible(page)
  })
})
