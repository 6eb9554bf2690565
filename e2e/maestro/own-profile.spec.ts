import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { succeed } from '../support/api.ts'
import { CONTEXTO, type Person } from '../support/chats.ts'
import { expectReadableEnlarged } from '../support/enlarged.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAtAllSizes,
  PHONE_NUMBER,
  REFUSED,
  test,
} from '../support/fixtures.ts'
import { layersRemoved } from '../support/layers.ts'
import {
  asOperator,
  completeMe,
  expectReflow,
  expectToast,
  failCall,
  setFlags,
  storedRow,
} from '../support/maestro.ts'
import { paste } from '../support/paste.ts'
import { search } from '../support/search.ts'

test.use({ account: { role: 'maestro' } })

const MAESTROS = '**/rest/v1/maestros?*'
const CHOICES = '**/functions/v1/guardar-elecciones'
/** Failed edits are logged, and the browser logs refused requests. */
const LOGGED = new RegExp(
  `${REFUSED.source}|^profile edit|^own profile|^picture|^unread count|^dashboard|^statistics`,
)

async function open(page: Page) {
  await page.goto('/perfil-maestro')
  await expect(page.getByRole('heading', { level: 1, name: 'Luis H.' })).toBeVisible()
}

async function edit(page: Page, button: string, title = button): Promise<Locator> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Guardar' }).click()

const isFound = async (request: APIRequestContext, id: string, alcaldia: string, oficio: string) =>
  (await search(request, { alcaldia, oficio })).found.some((one) => one.id === id)

test('shows the own profile as seekers see it: initial, no phone number, references without numbers; verifications are only shown [2.maes.26] [2.mae.19] [6.role.19]', async ({
  page,
  request,
}) => {
  const person = await completeMe(page, request)
  await open(page)
  await expect(page).toHaveURL('/perfil-maestro')
  const main = page.locator('main')
  await expect(main.getByText('Así te ven quienes buscan.', { exact: false })).toBeVisible()
  for (const text of [CONTEXTO.servicio, CONTEXTO.alcaldia, 'Rosa Martínez', 'Aún no hay reseñas'])
    await expect(main.getByText(text).first()).toBeVisible()
  expect(await main.innerText()).not.toMatch(PHONE_NUMBER)
  await expect(page.getByRole('button', { name: 'Chatear con el maestro' })).toHaveCount(0)

  const verification = page.locator('#verificacion')
  await expect(verification.getByText('Pendiente', { exact: true })).toHaveCount(3)
  await expect(verification.getByRole('button')).toHaveText([
    'Enviar otra foto de tu INE',
    'Enviar el reverso de tu INE',
    'Enviar tu comprobante de domicilio',
    'Cambiar tu domicilio',
    'Cambiar tu CURP',
  ])
  await expect(verification.locator('a, input, select, [role=switch], [role=checkbox]')).toHaveCount(0)
  const { id, headers } = person
  for (const flag of ['ine_verificado', 'domicilio_verificado', 'curp_verificado']) {
    const answer = await request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers, data: { [flag]: true } })
    expect([flag, answer.status()]).toEqual([flag, 403])
  }
})

test('edits of description, references, trades and boroughs are shown after a reload [6.role.18]', async ({
  page,
  request,
}) => {
  await completeMe(page, request)
  await open(page)
  const change = async (button: string, fill: (dialog: Locator) => Promise<void>) => {
    const dialog = await edit(page, button)
    await fill(dialog)
    await save(dialog)
    await expect(dialog).toHaveCount(0)
  }
  const description = 'Hago rejas, portones y barandales en toda la ciudad.'
  await change('Editar descripción', (dialog) => dialog.getByLabel('Descripción').fill(description))
  await change('Editar referencias', (dialog) =>
    dialog.getByRole('group', { name: 'Referencia #1' }).getByLabel('Nombre del cliente').fill('Marta Gil'),
  )
  await change('Editar oficios', (dialog) => dialog.getByRole('checkbox', { name: 'Cerrajería' }).check())
  await change('Editar alcaldías', (dialog) => dialog.getByRole('checkbox', { name: 'Xochimilco' }).check())
  await page.reload()
  const main = page.locator('main')
  await expect(main.getByText(description, { exact: true })).toBeVisible()
  await expect(main.getByText('Marta Gil', { exact: true })).toBeVisible()
  await expect(main.getByText('Rosa Martínez')).toHaveCount(0)
  await expect(main.getByText(`${CONTEXTO.servicio}, Cerrajería`)).toBeVisible()
  await expect(main.getByText(`${CONTEXTO.alcaldia}, Xochimilco`)).toBeVisible()
})

test.describe('the description', () => {
  test('is edited in a dialog, between 50 and 1000 characters [2.maes.27] [8.maes.16] [5.upl.04] [5.upl.05] [9.const.26]', async ({
    page,
    request,
  }) => {
    const person = await completeMe(page, request)
    await open(page)
    const dialog = await edit(page, 'Editar descripción')
    const field = dialog.getByLabel('Descripción')
    for (const length of [0, 49, 1001]) {
      await field.fill('á'.repeat(length))
      await save(dialog)
      await expect(dialog.getByRole('alert')).toHaveText(
        'La descripción debe tener entre 50 y 1000 caracteres',
      )
      await expect(field).toBeFocused()
    }
    await expectReadableEnlarged(page)
    for (const length of [1000, 50]) {
      const text = 'é'.repeat(length)
      await field.fill(text)
      await save(dialog)
      await expect(dialog).toHaveCount(0)
      await expectToast(page, 'Descripción actualizada correctamente')
      await expect(page.locator('main').getByText(text, { exact: true })).toBeVisible()
      expect(await storedRow(request, person, 'descripcion')).toEqual({ descripcion: text })
      if (length === 1000) await edit(page, 'Editar descripción')
    }
  })

  test('with a phone number is refused with a sentence, and keeps what was typed', async ({
    page,
    request,
  }) => {
    await completeMe(page, request)
    await open(page)
    const dialog = await edit(page, 'Editar descripción')
    const text = `Llámame al 55 1234 5678. ${'Trabajo con cuidado y garantía. '.repeat(3)}`
    await dialog.getByLabel('Descripción').fill(text)
    await save(dialog)
    const sentence = 'La descripción no puede llevar teléfonos, correos, enlaces ni redes.'
    await expect(dialog.getByRole('alert')).toHaveText(sentence)
    await expectToast(page, 'Error al actualizar la descripción')
    await expect(dialog.getByLabel('Descripción')).toHaveValue(text)
  })
  test.use({ expectedErrors: LOGGED })

  test('that cannot be saved shows an error and stays, and the next try works; a touch beside the dialog discards nothing [8.maes.09]', async ({
    page,
    request,
  }) => {
    await completeMe(page, request)
    await open(page)
    const dialog = await edit(page, 'Editar descripción')
    const text = 'Hago rejas, portones y barandales con garantía por escrito.'
    await dialog.getByLabel('Descripción').fill(text)
    await failCall(page, MAESTROS)
    await save(dialog)
    await expectToast(page, 'Error al actualizar la descripción')
    await page.unroute(MAESTROS)
    await page.context().setOffline(true)
    await save(dialog)
    await expect(page.getByLabel('Avisos').getByText('No pudimos conectar.').first()).toBeVisible()
    await page.context().setOffline(false)
    await page.mouse.click(5, 5)
    await expect(dialog.getByLabel('Descripción')).toHaveValue(text)
    await save(dialog)
    await expectToast(page, 'Descripción actualizada correctamente')
    await expect(page.getByRole('button', { name: 'Editar descripción' })).toBeFocused()
  })
})

test.describe('the references', () => {
  test.use({ expectedErrors: LOGGED })

  test('are edited without validation; empty fields are stored as null [2.maes.28] [8.maes.17] [5.upl.06] [8.maes.10]', async ({
    page,
    request,
  }) => {
    const person = await completeMe(page, request)
    await open(page)
    const dialog = await edit(page, 'Editar referencias')
    const first = dialog.getByRole('group', { name: 'Referencia #1' })
    const second = dialog.getByRole('group', { name: 'Referencia #2' })
    await expect(first.getByLabel('Teléfono del cliente')).toHaveValue('5511112222')
    await first.getByLabel('Teléfono del cliente').fill('123')
    await first.getByLabel('Nombre del cliente').fill('')
    for (const label of ['Nombre del cliente', 'Qué trabajo hiciste', 'Teléfono del cliente'])
      await second.getByLabel(label).fill('')
    await failCall(page, MAESTROS)
    await save(dialog)
    await expectToast(page, 'Error al actualizar las referencias')
    await page.unroute(MAESTROS)
    await save(dialog)
    await expectToast(page, 'Referencias actualizadas correctamente')
    const columns =
      'referencia1_nombre_cliente,referencia1_descripcion_trabajo,referencia1_numero_referencia,referencia2_nombre_cliente,referencia2_descripcion_trabajo,referencia2_numero_referencia'
    expect(await storedRow(request, person, columns)).toEqual({
      referencia1_nombre_cliente: null,
      referencia1_descripcion_trabajo: 'Una reja para la entrada',
      referencia1_numero_referencia: '123',
      referencia2_nombre_cliente: null,
      referencia2_descripcion_trabajo: null,
      referencia2_numero_referencia: null,
    })
    await expect(page.getByText('Jorge Salas')).toHaveCount(0)
  })

  test('that are too long stay as they were pasted, and say so before they are sent; emojis count once', async ({
    page,
    request,
  }) => {
    const person = await completeMe(page, request)
    await open(page)
    const dialog = await edit(page, 'Editar referencias')
    const first = dialog.getByRole('group', { name: 'Referencia #1' })
    const [name, work] = [first.getByLabel('Nombre del cliente'), first.getByLabel('Qué trabajo hiciste')]
    await paste(work, 'a'.repeat(301))
    await expect(first.getByText('301 de 300')).toHaveClass(/text-destructive/)
    await paste(name, 'a'.repeat(121))
    await save(dialog)
    await expect(dialog.getByRole('alert')).toHaveText(
      'El nombre del cliente de la Referencia #1 es demasiado largo.',
    )
    await expect(name).toBeFocused()
    await paste(name, '🔧'.repeat(120))
    await expect(dialog.getByRole('alert')).toHaveText(
      'El trabajo de la Referencia #1 debe tener como máximo 300 caracteres.',
    )
    await save(dialog)
    await expect(work).toBeFocused()
    await paste(work, '🔧'.repeat(300))
    await save(dialog)
    await expectToast(page, 'Referencias actualizadas correctamente')
    expect(
      await storedRow(request, person, 'referencia1_nombre_cliente,referencia1_descripcion_trabajo'),
    ).toEqual({
      referencia1_nombre_cliente: '🔧'.repeat(120),
      referencia1_descripcion_trabajo: '🔧'.repeat(300),
    })
  })

  test('with contact data in a name are refused with a sentence', async ({ page, request }) => {
    await completeMe(page, request)
    await open(page)
    const dialog = await edit(page, 'Editar referencias')
    const name = dialog.getByRole('group', { name: 'Referencia #2' }).getByLabel('Nombre del cliente')
    await name.fill('Ana ana@correo.mx')
    await save(dialog)
    await expect(dialog.getByRole('alert')).toHaveText(
      'El nombre del cliente de la referencia 2 no puede llevar teléfonos, correos, enlaces ni redes.',
    )
  })
})

const KINDS = [
  {
    tipo: 'oficios',
    button: 'Editar oficios',
    searchLabel: 'Buscar oficio',
    typed: 'plomeria',
    added: 'Plomería',
    old: CONTEXTO.servicio,
    none: 'Debes seleccionar al menos un oficio.',
    error: 'Error al actualizar los oficios',
    ids: '[2.maes.29] [8.maes.08] [8.maes.15] [7.write.07]',
  },
  {
    tipo: 'alcaldias',
    button: 'Editar alcaldías',
    searchLabel: 'Buscar alcaldía',
    typed: 'coyoacan',
    added: 'Coyoacán',
    old: CONTEXTO.alcaldia,
    none: 'Debes seleccionar al menos una alcaldía.',
    error: 'Error al actualizar las alcaldías',
    ids: '[2.maes.30] [8.maes.07] [8.maes.15] [7.write.08]',
  },
] as const

for (const { tipo, button, searchLabel, typed, added, old, none, error, ids } of KINDS) {
  test.describe(`the ${tipo}`, () => {
    test.use({ expectedErrors: LOGGED })

    test(`are searched, chosen, given a main one and replaced; the directory follows at once ${ids}`, async ({
      page,
      request,
    }) => {
      const { id, headers } = await completeMe(page, request)
      await open(page)
      const dialog = await edit(page, button)
      await expect(dialog).toBeFocused()
      await dialog.getByLabel(searchLabel).fill('xyz')
      await expect(dialog.getByText('No encontramos «xyz» en la lista.')).toBeVisible()
      await dialog.getByLabel(searchLabel).fill(typed)
      await expect(dialog.getByRole('checkbox')).toHaveCount(1)
      await dialog.getByRole('checkbox', { name: added }).check()
      await dialog.getByRole('button', { name: `Hacer principal: ${added}` }).click()
      const chosen = dialog.getByRole('listitem')
      await expect(chosen).toHaveCount(2)
      await expect(chosen.first()).toContainText(added)
      await expect(chosen.first()).toContainText('Principal')

      await failCall(page, CHOICES)
      await save(dialog)
      await expectToast(page, error)
      await page.unroute(CHOICES)
      await expect(chosen).toHaveCount(2)
      await save(dialog)
      await expectToast(page, 'Perfil actualizado correctamente')
      await expect(page.locator('main').getByText(`${added}, ${old}`)).toBeVisible()
      const place: [string, string] =
        tipo === 'oficios' ? [CONTEXTO.alcaldia, added] : [added, CONTEXTO.servicio]
      expect(await isFound(request, id, ...place)).toBe(true)

      const again = await edit(page, button)
      await again.getByRole('button', { name: `Quitar ${added}` }).click()
      await again.getByRole('button', { name: `Quitar ${old}` }).click()
      await save(again)
      await expect(again.getByRole('alert')).toHaveText(none)
      await again.getByLabel(searchLabel).fill(typed)
      await again.getByRole('checkbox', { name: added }).check()
      await save(again)
      await expect(again).toHaveCount(0)
      const column = tipo === 'oficios' ? 'oficio' : 'alcaldia'
      const rows = await succeed(
        request.get(`/rest/v1/maestro_${tipo}?select=${column}&maestro_id=eq.${id}`, { headers }),
      )
      expect(rows).toEqual([{ [column]: added }])
      expect(await isFound(request, id, CONTEXTO.alcaldia, CONTEXTO.servicio)).toBe(false)
    })
  })
}

const picture = (width: number, background: string) =>
  sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer()

async function pick(page: Page, dialog: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await chooser).setFiles(file)
}

test.describe('pictures', () => {
  test.use({ expectedErrors: LOGGED })
  const UPLOADS = '**/storage/v1/object/**'
  const notPicture = { name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') }
  const falsePicture = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('hola') }
  const large = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }

  test('the photo is replaced, also by a file of just under 5 MB; other files and failures are refused with a sentence and nothing changes [9.const.24]', async ({
    page,
    request,
  }) => {
    test.slow()
    const person = await completeMe(page, request)
    const before = await storedRow(request, person, 'foto_perfil_url')
    await open(page)
    const dialog = await edit(page, 'Cambiar foto')
    await pick(page, dialog, notPicture)
    await expectToast(page, 'Solo se permiten archivos de imagen')
    await pick(page, dialog, large)
    await expectToast(page, 'La imagen es demasiado grande. Máximo 5MB.')
    await pick(page, dialog, falsePicture)
    await expectToast(page, 'La imagen está dañada o no se puede leer.')
    const bytes = 5 * 1024 * 1024 - 1
    const buffer = Buffer.concat([await picture(400, '#a05a28'), Buffer.alloc(bytes)], bytes)
    const photo = { name: 'foto.png', mimeType: 'image/png', buffer }
    await failCall(page, UPLOADS)
    await pick(page, dialog, photo)
    await expectToast(page, 'Error al subir la foto. Intenta nuevamente.')
    await page.unroute(UPLOADS)
    expect(await storedRow(request, person, 'foto_perfil_url')).toEqual(before)
    await pick(page, dialog, photo)
    await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
    const after = await storedRow(request, person, 'foto_perfil_url')
    expect(after).not.toEqual(before)
    await expect(page.locator('main img').first()).toHaveAttribute('src', after.foto_perfil_url)
  })

  test('a new photo ends the verification of the INE after a warning', async ({ page, request }) => {
    const person = await completeMe(page, request)
    await open(page)
    const unverified = await edit(page, 'Cambiar foto')
    await expect(unverified.getByText(/vuelve a quedar pendiente/)).toHaveCount(0)
    await setFlags(request, person.id, { ine_verificado: true })
    await page.goto('/perfil-maestro?editar=foto')
    const dialog = page.getByRole('dialog', { name: 'Cambiar foto' })
    await expect(dialog.getByText(/tu INE vuelve a quedar pendiente/)).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    const path = 'test-results/pictures/perfil-maestro-foto-verificada-360.jpg'
    await page.screenshot({ path, quality: 85 })
    const main = page.locator('main')
    await expect(main.getByText('Identidad verificada', { exact: true })).toHaveCount(1)
    await pick(page, dialog, {
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: await picture(300, '#28a05a'),
    })
    await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
    await expect(page.locator('#verificacion').getByText('Pendiente', { exact: true })).toHaveCount(3)
    await expect(main.getByText('Identidad verificada', { exact: true })).toHaveCount(0)
  })

  test('a verified INE is replaced after a warning, and is then pending', async ({ page, request }) => {
    const person = await completeMe(page, request)
    await setFlags(request, person.id, { ine_verificado: true })
    await open(page)
    const card = page.locator('#verificacion')
    await expect(card.getByText('Verificado', { exact: true })).toHaveCount(1)
    const dialog = await edit(page, 'Enviar otra foto de tu INE', 'Tu INE')
    await expect(dialog.getByText(/tu INE vuelve a quedar pendiente/)).toBeVisible()
    const ine = { name: 'ine.png', mimeType: 'image/png', buffer: await picture(300, '#285aa0') }
    await failCall(page, UPLOADS)
    await pick(page, dialog, ine)
    await expectToast(page, 'Ocurrió un error. Intenta nuevamente.')
    await page.unroute(UPLOADS)
    await pick(page, dialog, ine)
    await expectToast(page, 'INE subido correctamente')
    await expect(card.getByText('Pendiente', { exact: true })).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Enviar otra foto de tu INE' })).toBeFocused()
  })
})

test.describe('verified data', () => {
  test.use({ expectedErrors: LOGGED })

  for (const [datum, button, title, label, wrong, message, right] of [
    [
      'curp',
      'Cambiar tu CURP',
      'Tu CURP',
      'CURP',
      'HEGL800101HDFRRS0',
      'El CURP debe tener exactamente 18 caracteres alfanuméricos.',
      'hegl 800101-hdfrrs08',
    ],
    [
      'domicilio',
      'Cambiar tu domicilio',
      'Tu domicilio',
      'Domicilio',
      'Calle 12',
      'El domicilio debe tener entre 10 y 300 caracteres.',
      'Avenida Juárez 40, colonia Centro',
    ],
  ] as const) {
    test(`${datum} says before a change that its verification becomes pending [8.maes.11]`, async ({
      page,
      request,
    }) => {
      const person = await completeMe(page, request)
      await open(page)
      const unverified = await edit(page, button, title)
      await expect(unverified.getByText(/vuelve a quedar pendiente/)).toHaveCount(0)
      await unverified.getByRole('button', { name: 'Cancelar' }).click()
      await expect(unverified).toHaveCount(0)
      await layersRemoved(page)
      await setFlags(request, person.id, { [`${datum}_verificado`]: true })
      await page.reload()
      const dialog = await edit(page, button, title)
      await expect(dialog.getByRole('note')).toHaveText(/vuelve a quedar pendiente/)
      await dialog.getByLabel(label).fill(wrong)
      await save(dialog)
      await expect(dialog.getByRole('alert')).toHaveText(message)
      await dialog.getByLabel(label).fill(right)
      await failCall(page, MAESTROS)
      await save(dialog)
      await expectToast(page, 'Error al guardar los cambios')
      await page.unroute(MAESTROS)
      await save(dialog)
      await expectToast(page, 'Perfil actualizado correctamente')
      const stored = datum === 'curp' ? 'HEGL800101HDFRRS08' : right
      expect(await storedRow(request, person, `${datum},${datum}_verificado`)).toEqual({
        [datum]: stored,
        [`${datum}_verificado`]: false,
      })
    })
  }
})

test.describe('loading', () => {
  test.use({ expectedErrors: LOGGED })

  test('when trades and boroughs do not load, one toast says so [8.load.03]', async ({ page, request }) => {
    await completeMe(page, request)
    for (const table of ['oficios', 'alcaldias'])
      await failCall(page, `**/rest/v1/${table}_disponibles?*`, 400)
    await open(page)
    for (const button of ['Editar oficios', 'Editar alcaldías']) {
      const dialog = await edit(page, button)
      await expect(dialog.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await expectToast(page, 'Error al cargar las opciones disponibles')
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
    }
    await expect(page.locator('[data-toast]')).toHaveCount(1)
  })

  for (const call of ['**/functions/v1/mi-perfil', '**/functions/v1/maestro-profile/**']) {
    test(`that fails at ${call.slice(16)} shows an error, and the next try works [8.maes.06]`, async ({
      page,
      request,
    }) => {
      await completeMe(page, request)
      await failCall(page, call)
      await page.goto('/perfil-maestro')
      await expectToast(page, 'Error al cargar el perfil')
      await expect(page.getByRole('heading', { name: 'No pudimos cargar tu perfil' })).toBeVisible()
      await page.unroute(call)
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Luis H.' })).toBeVisible()
    })
  }

  test('of a profile that is gone says so [8.maes.01]', async ({ page, request }) => {
    const { id } = await completeMe(page, request)
    await page.goto('/chat-maestro')
    await expect(page.getByText('Aún no tienes ningún chat')).toBeVisible()
    await succeed(request.delete(`/rest/v1/maestros?id=eq.${id}`, { headers: asOperator() }))
    await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click()
    await expectToast(page, 'No se encontró tu perfil de maestro.')
  })

  test('of a profile that became incomplete leads to onboarding', async ({ page, request }) => {
    const { id } = await completeMe(page, request)
    await page.goto('/chat-maestro')
    await expect(page.getByText('Aún no tienes ningún chat')).toBeVisible()
    await setFlags(request, id, { foto_perfil_url: null })
    await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click()
    await expect(page).toHaveURL('/onboarding-maestro')
  })
})

test('the back button closes the dialog, and a link opens it', async ({ page, request }) => {
  await completeMe(page, request)
  await open(page)
  await edit(page, 'Editar oficios')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/perfil-maestro')
  await page.goto('/perfil-maestro?editar=alcaldias')
  const dialog = page.getByRole('dialog', { name: 'Editar alcaldías' })
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/perfil-maestro')
})

test('the screen and its dialogs look right at all sizes', async ({ page, request }) => {
  const person: Person = await completeMe(page, request, {
    nombre: 'Maximilianoalejandrojosefranciscodeasisxx',
    apellido: 'Hernández',
  })
  const descripcion = `${'Instalaciones residenciales e industriales con garantía. '.repeat(8)}${'w'.repeat(60)}`
  const { id, headers } = person
  await succeed(request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers, data: { descripcion } }))
  await page.goto('/perfil-maestro')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleAtAllSizes(page, 'perfil-maestro')
  await expectReflow(page, 'perfil-maestro')
  await page.emulateMedia({ colorScheme: 'light' })
  for (const part of ['descripcion', 'referencias', 'oficios', 'foto', 'curp']) {
    await page.goto(`/perfil-maestro?editar=${part}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    if (part === 'oficios') await expect(page.getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      await page.screenshot({
        path: `test-results/pictures/perfil-maestro-${part}-${width}.jpg`,
        quality: 85,
      })
    }
  }
})
