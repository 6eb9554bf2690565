import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { CONTEXTO } from '../support/chats.ts'
import { expectReadableEnlarged } from '../support/enlarged.ts'
import { expect, expectAccessible, PHONE_NUMBER, REFUSED, test } from '../support/fixtures.ts'
import { layersRemoved } from '../support/layers.ts'
import {
  asOperator,
  closeToast,
  completeMe,
  expectToast,
  failCall,
  pickFile,
  pickPhoto,
  setFlags,
  storedRow,
} from '../support/maestro.ts'
import { paste } from '../support/paste.ts'
import { search } from '../support/search.ts'

// Failed edits are logged, and the browser logs refused requests.
test.use({
  account: { role: 'maestro' },
  expectedErrors: new RegExp(
    `${REFUSED.source}|^profile edit|^own profile|^picture|^unread count|^dashboard|^statistics|^chats`,
  ),
})

const MAESTROS = '**/rest/v1/maestros?*'
const CHOICES = '**/functions/v1/guardar-elecciones'

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

/** A dialog that was closed goes back in the history, which would end the reload. */
async function reload(page: Page) {
  await layersRemoved(page)
  await page.reload()
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Guardar' }).click()

const isFound = async (request: APIRequestContext, id: string, alcaldia: string, oficio: string) =>
  (await search(request, { alcaldia, oficio })).found.some((one) => one.id === id)

test('shows the own profile as seekers see it: initial, no phone number, references without numbers; verifications are only shown, and a long name fits every width [2.maes.26] [2.mae.19] [6.role.19]', async ({
  page,
  request,
}) => {
  const { id, headers } = await completeMe(page, request)
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
  for (const flag of ['ine_verificado', 'domicilio_verificado', 'curp_verificado']) {
    const answer = await request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers, data: { [flag]: true } })
    expect([flag, answer.status()]).toEqual([flag, 403])
  }

  await edit(page, 'Editar oficios')
  await page.goBack()
  await expect(page.getByRole('dialog'), 'the back button closes a dialog').toHaveCount(0)
  await expect(page).toHaveURL('/perfil-maestro')

  const nombre = 'Maximilianoalejandrojosefranciscodeasisxx'
  const descripcion = `${'Instalaciones residenciales e industriales con garantía. '.repeat(8)}${'w'.repeat(60)}`
  await setFlags(request, id, { nombre, descripcion })
  await page.goto('/perfil-maestro?editar=alcaldias')
  const dialog = page.getByRole('dialog', { name: 'Editar alcaldías' })
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/perfil-maestro')
  await expect(page.getByRole('heading', { level: 1, name: nombre })).toBeVisible()
  // 640 and 320 px are a desktop window that is zoomed to 200 % and 400 %.
  for (const width of [320, 360, 640, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(overflow, `no horizontal overflow at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test('the description is edited in a dialog, between 50 and 1000 characters and without contact data; a failed save keeps it, and it is shown after a reload [2.maes.27] [8.maes.16] [8.maes.09] [5.upl.04] [5.upl.05] [9.const.26] [6.role.18]', async ({
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
    await expect(dialog.getByRole('alert')).toHaveText('La descripción debe tener entre 50 y 1000 caracteres')
    await expect(field).toBeFocused()
  }
  await expectReadableEnlarged(page)
  await expectAccessible(page, '[role=dialog]')
  const contact = `Llámame al 55 1234 5678. ${'Trabajo con cuidado y garantía. '.repeat(3)}`
  await field.fill(contact)
  await save(dialog)
  await expect(dialog.getByRole('alert')).toHaveText(
    'La descripción no puede llevar teléfonos, correos, enlaces ni redes.',
  )
  await closeToast(page, 'Error al actualizar la descripción')
  await expect(field).toHaveValue(contact)

  const longest = 'é'.repeat(1000)
  await field.fill(longest)
  await failCall(page, MAESTROS)
  await save(dialog)
  await closeToast(page, 'Error al actualizar la descripción')
  await page.unroute(MAESTROS)
  await page.context().setOffline(true)
  await save(dialog)
  await expect(page.getByLabel('Avisos').getByText('No pudimos conectar.').first()).toBeVisible()
  await page.context().setOffline(false)
  // A touch beside the dialog discards nothing.
  await page.mouse.click(5, 5)
  await expect(field).toHaveValue(longest)
  await save(dialog)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Editar descripción' })).toBeFocused()
  await closeToast(page, 'Descripción actualizada correctamente')
  await expect(page.locator('main').getByText(longest, { exact: true })).toBeVisible()
  expect(await storedRow(request, person, 'descripcion')).toEqual({ descripcion: longest })

  const shortest = 'é'.repeat(50)
  await edit(page, 'Editar descripción')
  await field.fill(shortest)
  await save(dialog)
  await expectToast(page, 'Descripción actualizada correctamente')
  expect(await storedRow(request, person, 'descripcion')).toEqual({ descripcion: shortest })
  await reload(page)
  await expect(page.locator('main').getByText(shortest, { exact: true })).toBeVisible()
})

test('the references are refused with contact data in a name or too long texts, where emojis count once, and otherwise edited without validation; empty fields are stored as null, and the edits are shown after a reload [2.maes.28] [8.maes.17] [5.upl.06] [8.maes.10] [6.role.18]', async ({
  page,
  request,
}) => {
  const person = await completeMe(page, request)
  await open(page)
  const dialog = await edit(page, 'Editar referencias')
  const [first, second] = [1, 2].map((nth) => dialog.getByRole('group', { name: `Referencia #${nth}` }))
  if (!first || !second) throw new Error('two references')
  const [name, work] = [first.getByLabel('Nombre del cliente'), first.getByLabel('Qué trabajo hiciste')]
  await expect(first.getByLabel('Teléfono del cliente')).toHaveValue('5511112222')
  await second.getByLabel('Nombre del cliente').fill('Ana ana@correo.mx')
  await save(dialog)
  await expect(dialog.getByRole('alert')).toHaveText(
    'El nombre del cliente de la referencia 2 no puede llevar teléfonos, correos, enlaces ni redes.',
  )
  await closeToast(page, 'Error al actualizar las referencias')
  await second.getByLabel('Nombre del cliente').fill('Marta Gil')

  await paste(work, 'a'.repeat(301))
  await expect(first.getByText('301 de 300')).toHaveClass(/text-destructive/)
  await paste(name, 'a'.repeat(121))
  await save(dialog)
  await expect(dialog.getByRole('alert')).toHaveText(
    'El nombre del cliente de la Referencia #1 es demasiado largo.',
  )
  await expect(name).toBeFocused()
  await expectAccessible(page, '[role=dialog]')
  await paste(name, '🔧'.repeat(120))
  await expect(dialog.getByRole('alert')).toHaveText(
    'El trabajo de la Referencia #1 debe tener como máximo 300 caracteres.',
  )
  await save(dialog)
  await expect(work).toBeFocused()
  await paste(work, '🔧'.repeat(300))
  await save(dialog)
  await expect(dialog).toHaveCount(0)
  await closeToast(page, 'Referencias actualizadas correctamente')
  expect(
    await storedRow(
      request,
      person,
      'referencia1_nombre_cliente,referencia1_descripcion_trabajo,referencia2_nombre_cliente',
    ),
  ).toEqual({
    referencia1_nombre_cliente: '🔧'.repeat(120),
    referencia1_descripcion_trabajo: '🔧'.repeat(300),
    referencia2_nombre_cliente: 'Marta Gil',
  })
  await reload(page)
  await expect(page.locator('main').getByText('Marta Gil', { exact: true })).toBeVisible()
  await expect(page.getByText('Jorge Salas')).toHaveCount(0)

  await edit(page, 'Editar referencias')
  await first.getByLabel('Teléfono del cliente').fill('123')
  await name.fill('')
  for (const label of ['Nombre del cliente', 'Qué trabajo hiciste', 'Teléfono del cliente'])
    await second.getByLabel(label).fill('')
  await failCall(page, MAESTROS)
  await save(dialog)
  await closeToast(page, 'Error al actualizar las referencias')
  await page.unroute(MAESTROS)
  await save(dialog)
  await expectToast(page, 'Referencias actualizadas correctamente')
  const columns = [1, 2].flatMap((nth) =>
    ['nombre_cliente', 'descripcion_trabajo', 'numero_referencia'].map((part) => `referencia${nth}_${part}`),
  )
  const stored = [null, '🔧'.repeat(300), '123', null, null, null]
  expect(await storedRow(request, person, columns.join())).toEqual(
    Object.fromEntries(columns.map((column, nth) => [column, stored[nth]])),
  )
  await expect(page.getByText('Marta Gil')).toHaveCount(0)
})

const KINDS = [
  {
    tipo: 'oficios',
    column: 'oficio',
    button: 'Editar oficios',
    searchLabel: 'Buscar oficio',
    typed: 'plomeria',
    added: 'Plomería',
    old: CONTEXTO.servicio,
    none: 'Debes seleccionar al menos un oficio.',
    error: 'Error al actualizar los oficios',
  },
  {
    tipo: 'alcaldias',
    column: 'alcaldia',
    button: 'Editar alcaldías',
    searchLabel: 'Buscar alcaldía',
    typed: 'coyoacan',
    added: 'Coyoacán',
    old: CONTEXTO.alcaldia,
    none: 'Debes seleccionar al menos una alcaldía.',
    error: 'Error al actualizar las alcaldías',
  },
] as const

test('trades and boroughs are searched, chosen, given a main one and replaced, and shown after a reload; the directory follows at once [2.maes.29] [8.maes.08] [7.write.07] [2.maes.30] [8.maes.07] [7.write.08] [8.maes.15] [6.role.18]', async ({
  page,
  request,
}) => {
  const { id, headers } = await completeMe(page, request)
  await open(page)
  for (const { tipo, column, button, searchLabel, typed, added, old, none, error } of KINDS) {
    await test.step(tipo, async () => {
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
      if (tipo === 'oficios') await expectAccessible(page, '[role=dialog]')

      await failCall(page, CHOICES)
      await save(dialog)
      await closeToast(page, error)
      await page.unroute(CHOICES)
      await expect(chosen).toHaveCount(2)
      await save(dialog)
      await closeToast(page, 'Perfil actualizado correctamente')
      await reload(page)
      await expect(page.locator('main').getByText(`${added}, ${old}`)).toBeVisible()
      // The trade has been replaced when the boroughs follow.
      const [trade, newTrade] = [CONTEXTO.servicio, KINDS[0].added]
      const now: [string, string] = tipo === 'oficios' ? [CONTEXTO.alcaldia, newTrade] : [added, newTrade]
      expect(await isFound(request, id, ...now)).toBe(true)

      await edit(page, button)
      await dialog.getByRole('button', { name: `Quitar ${added}` }).click()
      await dialog.getByRole('button', { name: `Quitar ${old}` }).click()
      await save(dialog)
      await expect(dialog.getByRole('alert')).toHaveText(none)
      await dialog.getByLabel(searchLabel).fill(typed)
      await dialog.getByRole('checkbox', { name: added }).check()
      await save(dialog)
      await expect(dialog).toHaveCount(0)
      const rows = await succeed(
        request.get(`/rest/v1/maestro_${tipo}?select=${column}&maestro_id=eq.${id}`, { headers }),
      )
      expect(rows).toEqual([{ [column]: added }])
      const before = tipo === 'oficios' ? trade : newTrade
      expect(await isFound(request, id, CONTEXTO.alcaldia, before)).toBe(false)
    })
  }
})

test('photo and INE are replaced, which ends the verification of the INE after a warning; other files and failures are refused with a sentence and change nothing', async ({
  page,
  request,
}) => {
  const uploads = '**/storage/v1/object/**'
  const person = await completeMe(page, request)
  const before = await storedRow(request, person, 'foto_perfil_url')
  await open(page)
  const dialog = await edit(page, 'Cambiar foto')
  await expect(dialog.getByText(/vuelve a quedar pendiente/)).toHaveCount(0)
  await expectAccessible(page, '[role=dialog]')
  for (const [file, sentence] of [
    [
      { name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') },
      'Solo se permiten archivos de imagen',
    ],
    [
      { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
      'La imagen es demasiado grande. Máximo 5MB.',
    ],
    [
      { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('hola') },
      'La imagen está dañada o no se puede leer.',
    ],
  ] as const) {
    await pickFile(page, dialog, file)
    await closeToast(page, sentence)
  }
  await failCall(page, uploads)
  await pickPhoto(page, dialog)
  await closeToast(page, 'Error al subir la foto. Intenta nuevamente.')
  await page.unroute(uploads)
  expect(await storedRow(request, person, 'foto_perfil_url')).toEqual(before)
  await pickPhoto(page, dialog)
  await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
  const after = await storedRow(request, person, 'foto_perfil_url')
  expect(after).not.toEqual(before)
  await expect(page.locator('main img').first()).toHaveAttribute('src', after.foto_perfil_url)

  const main = page.locator('main')
  const pending = page.locator('#verificacion').getByText('Pendiente', { exact: true })
  await setFlags(request, person.id, { ine_verificado: true })
  await layersRemoved(page)
  await page.goto('/perfil-maestro?editar=foto')
  await expect(dialog.getByText(/tu INE vuelve a quedar pendiente/)).toBeVisible()
  await expect(main.getByText('Identidad verificada', { exact: true })).toHaveCount(1)
  await pickPhoto(page, dialog)
  await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
  await expect(pending).toHaveCount(3)
  await expect(main.getByText('Identidad verificada', { exact: true })).toHaveCount(0)

  await setFlags(request, person.id, { ine_verificado: true })
  await reload(page)
  await expect(page.locator('#verificacion').getByText('Verificado', { exact: true })).toHaveCount(1)
  const ine = await edit(page, 'Enviar otra foto de tu INE', 'Tu INE')
  await expect(ine.getByText(/tu INE vuelve a quedar pendiente/)).toBeVisible()
  await failCall(page, uploads)
  await pickPhoto(page, ine)
  await closeToast(page, 'Ocurrió un error. Intenta nuevamente.')
  await page.unroute(uploads)
  await pickPhoto(page, ine)
  await expectToast(page, 'INE subido correctamente')
  await expect(pending).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Enviar otra foto de tu INE' })).toBeFocused()
})

const DATA = [
  {
    datum: 'curp',
    title: 'Tu CURP',
    label: 'CURP',
    wrong: 'HEGL800101HDFRRS0',
    message: 'El CURP debe tener exactamente 18 caracteres alfanuméricos.',
    right: 'hegl 800101-hdfrrs08',
    stored: 'HEGL800101HDFRRS08',
  },
  {
    datum: 'domicilio',
    title: 'Tu domicilio',
    label: 'Domicilio',
    wrong: 'Calle 12',
    message: 'El domicilio debe tener entre 10 y 300 caracteres.',
    right: 'Avenida Juárez 40, colonia Centro',
    stored: 'Avenida Juárez 40, colonia Centro',
  },
]

test('CURP and address say before a change that their verification becomes pending [8.maes.11]', async ({
  page,
  request,
}) => {
  const person = await completeMe(page, request)
  for (const { datum, title, label, wrong, message, right, stored } of DATA) {
    await test.step(datum, async () => {
      await page.goto(`/perfil-maestro?editar=${datum}`)
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog.getByLabel(label)).toBeVisible()
      await expect(dialog.getByText(/vuelve a quedar pendiente/)).toHaveCount(0)
      await setFlags(request, person.id, { [`${datum}_verificado`]: true })
      await open(page)
      await edit(page, `Cambiar ${title.toLowerCase().replace('curp', 'CURP')}`, title)
      await expect(dialog.getByRole('note')).toHaveText(/vuelve a quedar pendiente/)
      if (datum === 'curp') await expectAccessible(page, '[role=dialog]')
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
      expect(await storedRow(request, person, `${datum},${datum}_verificado`)).toEqual({
        [datum]: stored,
        [`${datum}_verificado`]: false,
      })
      await layersRemoved(page)
    })
  }
})

test('what cannot be loaded is said: trades and boroughs in one toast, and the profile, which the next try shows [8.load.03] [8.maes.06]', async ({
  page,
  request,
}) => {
  await completeMe(page, request)
  // What seekers see comes first: a copy of it is kept on this device.
  for (const call of ['**/functions/v1/maestro-profile/**', '**/functions/v1/mi-perfil']) {
    await failCall(page, call)
    await page.goto('/perfil-maestro')
    await expectToast(page, 'Error al cargar el perfil')
    await expect(page.getByRole('heading', { name: 'No pudimos cargar tu perfil' })).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Luis H.' })).toBeVisible()
  }
  const tables = ['oficios', 'alcaldias'].map((table) => `**/rest/v1/${table}_disponibles?*`)
  for (const table of tables) await failCall(page, table, 400)
  await open(page)
  for (const button of ['Editar oficios', 'Editar alcaldías']) {
    const dialog = await edit(page, button)
    await expect(dialog.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await expectToast(page, 'Error al cargar las opciones disponibles')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(page.locator('[data-toast]')).toHaveCount(1)
})

test('profile and dashboard lead to onboarding when the profile became incomplete, and say so when it is gone [8.maes.01]', async ({
  page,
  request,
}) => {
  const person = await completeMe(page, request)
  const { id } = person
  const stored = await storedRow(request, person, 'foto_perfil_url')
  const go = async (screen: string) => {
    await page.goto('/chat-maestro')
    await expect(page.getByText('Aún no tienes ningún chat')).toBeVisible()
    return () => page.getByRole('navigation').getByRole('link', { name: screen }).click()
  }
  for (const screen of ['Perfil', 'Dashboard']) {
    const follow = await go(screen)
    await setFlags(request, id, { foto_perfil_url: null })
    await follow()
    await expect(page).toHaveURL('/onboarding-maestro')
    await setFlags(request, id, stored)
  }
  const follow = await go('Dashboard')
  await succeed(request.delete(`/rest/v1/maestros?id=eq.${id}`, { headers: asOperator() }))
  await follow()
  await expect(page.getByRole('heading', { name: 'No encontramos tu perfil' })).toBeVisible()
  await closeToast(page, 'No se encontró tu perfil de maestro.')
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click()
  await expectToast(page, 'No se encontró tu perfil de maestro.')
})
