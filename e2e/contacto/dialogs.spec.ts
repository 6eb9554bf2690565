import { succeed } from '../support/api.ts'
import { CONTEXTO, me } from '../support/chats.ts'
import {
  ACCESS,
  chooseUrgency,
  confirm,
  dialog,
  goToReasons,
  makeRosa,
  openInformation,
  openReasons,
  ROSA,
  recorded,
  unlock,
} from '../support/contact.ts'
import { expectReadableEnlarged } from '../support/enlarged.ts'
import { expect, expectAccessible, stopClock, test } from '../support/fixtures.ts'
import { asOperator, setFlags } from '../support/maestro.ts'
import { chatOfTheTwo, lockedMaestro, readProfile } from '../support/profiles.ts'
import { MANY, search } from '../support/search.ts'

test.describe('with the accounts of the demo', () => {
  test.use({ account: 'buscador' })

  test('requesting the contact first shows a dialog that offers the chat instead and opens it, and unlocks nothing; the request can be confirmed only with a valid reason [2.con.01] [2.con.02] [2.con.03] [2.con.04] [2.con.05] [4.state.03] [1.prod.12]', async ({
    page,
    request,
  }) => {
    const id = await lockedMaestro(request)
    const { nombre, apellido } = await readProfile(request, id)
    await openInformation(page, id)
    await expect(dialog(page).getByRole('heading', { name: 'Información de contacto' })).toBeVisible()
    await expect(dialog(page)).toContainText(
      `¿Quieres ver la información de contacto de ${nombre.split(' ')[0]} ${apellido}.?`,
    )
    await expect(dialog(page)).toContainText(/usar el chat .* hasta que decidas que realmente necesitas/)
    await expect(dialog(page).getByRole('button', { name: 'Chatear con él' })).toBeFocused()
    await expect(
      dialog(page).getByRole('button', { name: 'Ver información de contacto directo' }),
    ).toBeVisible()
    await expectAccessible(page)
    // A contrast theme draws no backgrounds.
    await page.emulateMedia({ forcedColors: 'active' })
    for (const one of [dialog(page), dialog(page).getByRole('button', { name: 'Chatear con él' })])
      await expect(one).toHaveCSS('border-top-width', '1px')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Ver información de contacto' })).toBeFocused()
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0)
    await page.emulateMedia({ forcedColors: null })

    await page.keyboard.press('Enter')
    await goToReasons(page)
    await expect(page.getByRole('radio')).toHaveCount(5)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(confirm(page)).toBeDisabled()
    for (const reason of [
      'Agendar una visita',
      'Pedir una cotización',
      'Coordinar un trabajo acordado',
      'Es una urgencia',
    ]) {
      await page.getByLabel(reason).check()
      await expect(confirm(page)).toBeEnabled()
    }
    await page.getByLabel('Otro').check()
    await expect(confirm(page)).toBeDisabled()
    const detail = page.getByLabel('Cuéntanos el motivo')
    for (const [length, valid] of [
      [9, false],
      [10, true],
      [200, true],
      [201, false],
    ] as const) {
      await detail.fill('ñ'.repeat(length))
      await expect(confirm(page)).toBeEnabled({ enabled: valid })
    }
    await detail.fill(`${' '.repeat(12)}ab`)
    await expect(confirm(page)).toBeDisabled()
    await expectAccessible(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ver información de contacto' }).click()
    await page.getByRole('button', { name: 'Chatear con él' }).click()
    await expect(page).toHaveURL(`/chats/${await chatOfTheTwo(request)}`)
  })
})

test.describe('a new seeker', () => {
  test.use({
    account: { role: 'buscador' },
    expectedErrors: /Failed to load resource|contact access|phone copy/,
  })

  test('whose reason has contact data sees why; another reason records the access and unlocks the contact on the same screen [1.prod.10] [2.con.06] [2.con.10] [4.state.04] [4.state.05] [2.prof.30] [2.prof.32] [2.prof.33] [2.prof.36] [6.role.14]', async ({
    page,
    request,
  }) => {
    const rosa = await makeRosa(request)
    const profile = page.waitForResponse('**/functions/v1/maestro-profile/**')
    await openReasons(page, rosa.id)
    await expect(page.locator('h1')).toHaveText('Rosa N.')
    const received = [await page.content(), await (await profile).text()]
    for (const text of received) expect(text).not.toMatch(/Núñez|Peña|55 ?1234 ?5678/)
    await page.getByLabel('Otro').check()
    const detail = page.getByLabel('Cuéntanos el motivo')
    await detail.fill('Llámeme mejor al 55 8765 4321')
    await confirm(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'El motivo no puede llevar teléfonos, correos, enlaces ni redes.',
    )
    // A touch beside the dialog loses nothing.
    await page.mouse.click(8, 8)
    await expect(detail).toHaveValue('Llámeme mejor al 55 8765 4321')
    expect(await recorded(request, rosa)).toEqual({ accesses: [], notices: [], contexts: [] })

    const sent = page.waitForRequest(ACCESS)
    await detail.fill('  Quiero enseñarle unos planos  ')
    await confirm(page).click()
    await expect(dialog(page).getByRole('heading', { name: 'Rosa Núñez Peña' })).toBeFocused()
    await expect(dialog(page).getByText('Identidad verificada')).toHaveCount(0)
    await expectReadableEnlarged(page)
    const detalle = 'Quiero enseñarle unos planos'
    expect((await sent).postDataJSON()).toEqual({
      maestro_id: rosa.id,
      motivo: 'otro',
      detalle,
      contexto: CONTEXTO,
    })
    expect(await recorded(request, rosa)).toEqual({
      accesses: [{ motivo: 'otro', detalle }],
      notices: [{ contenido: `Se pidió el contacto. Motivo: ${detalle}` }],
      contexts: [CONTEXTO],
    })
    await page.keyboard.press('Escape')
    for (const way of ['without a reload', 'after a reload']) {
      await expect(page.getByRole('heading', { level: 1 }), way).toHaveText('Rosa Núñez Peña')
      await expect(page.locator('main')).toContainText(ROSA.shown)
      await expect(page.getByRole('link', { name: 'Llamar', exact: true })).toHaveAttribute(
        'href',
        `tel:${ROSA.telefono}`,
      )
      await expect(page.getByRole('button', { name: 'Guardar contacto' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Escribir una reseña' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Ver información de contacto' })).toHaveCount(0)
      if (way === 'without a reload') {
        await expect(page.getByRole('heading', { name: 'Contacto', exact: true })).toBeFocused()
        // The phones of the references are unlocked too.
        await expect(page.getByRole('link', { name: /Llamar a la referencia/ })).toHaveCount(2)
        await expectReadableEnlarged(page)
        await page.reload()
      }
    }
  })

  test('who asks for the eleventh contact of the day sees when more are possible, and can chat instead', async ({
    page,
    request,
  }) => {
    const rosa = await makeRosa(request)
    const seeker = await me(page, request)
    const { found } = await search(request, MANY)
    const data = found
      .slice(0, 10)
      .map(({ id }) => ({ buscador_id: seeker.id, maestro_id: id, motivo: 'urgencia' }))
    await succeed(request.post('/rest/v1/accesos_contacto', { headers: asOperator(), data }))
    await openReasons(page, rosa.id)
    await chooseUrgency(page)
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Hoy ya pediste el contacto de 10 maestros. Podrás pedir más mañana a partir de las 00:00',
    )
    await expectAccessible(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Ver información de contacto' })).toBeFocused()
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0)
    expect((await recorded(request, rosa)).contexts).toEqual([])
    await page.keyboard.press('Enter')
    await goToReasons(page)
    await chooseUrgency(page)
    await dialog(page).getByRole('button', { name: 'Chatear con él' }).click()
    await expect(page).toHaveURL(/\/chats\//)
  })

  test('gets with the keyboard alone from the profile to the details with photo, name, borough and phone number, which can be called and copied without the prefixes it was written with [2.con.07] [2.con.08] [2.con.09] [2.con.10] [2.con.11] [2.con.12] [2.con.13] [2.con.14] [2.con.15] [9.const.02]', async ({
    freshPage: page,
    request,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { id, headers } = await makeRosa(request)
    await setFlags(request, id, { ine_verificado: true })
    // These prefixes were dialled until 2019, or need a plus. Inside Mexico nobody can be called with them.
    const data = { telefono: '0445512345678', referencia1_numero_referencia: '525511112222' }
    await succeed(request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers, data }))
    await page.clock.install()
    await page.goto(`/perfil/${id}`)
    await page.getByRole('button', { name: 'Ver información de contacto' }).focus()
    await page.keyboard.press('Enter')
    const details = dialog(page)
    await expect(details.getByRole('button', { name: 'Chatear con él' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '¿Para qué necesitas el contacto?' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByLabel('Pedir una cotización')).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(confirm(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(details.getByRole('heading', { name: 'Rosa Núñez Peña' })).toBeFocused()
    await page.keyboard.press('Tab')
    const call = details.getByRole('link', { name: 'Llamar ahora' })
    await expect(call).toBeFocused()
    const called = `tel:${ROSA.telefono}`
    await expect(call).toHaveAttribute('href', called)
    await expect(details.locator('img')).toBeVisible()
    await expect(details.getByText(CONTEXTO.alcaldia, { exact: true })).toBeVisible()
    await expect(details.getByText('Identidad verificada')).toBeVisible()
    await expect(details.getByText(ROSA.shown)).toBeVisible()
    await expectAccessible(page, '[role=dialog]')

    await stopClock(page)
    await page.getByRole('button', { name: 'Copiar teléfono' }).click()
    await expect(page.getByRole('button', { name: '¡Copiado!' })).toBeVisible()
    await page.clock.runFor(500)
    await expect(page.getByText('Teléfono copiado')).toBeVisible()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(ROSA.telefono)
    await page.clock.runFor(1400)
    await expect(page.getByRole('button', { name: '¡Copiado!' })).toBeVisible()
    await expect(page.getByText('Teléfono copiado')).toBeVisible()
    await page.clock.runFor(200)
    await expect(page.getByRole('button', { name: 'Copiar teléfono' })).toBeVisible()
    await page.clock.runFor(400)
    await expect(page.getByText('Teléfono copiado')).toHaveCount(0)
    await page.clock.resume()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Llamar', exact: true })).toHaveAttribute('href', called)
    const reference = page.getByRole('link', { name: 'Llamar a la referencia, 55 1111 2222' })
    await expect(reference).toHaveAttribute('href', 'tel:5511112222')
  })

  // A complete profile always has a photo, so the server cannot answer one without.
  test('sees an initial when there is no photo, on the profile two, and a number that the browser cannot copy is only logged: there is no toast, and the label of the button does not change [mock 2.con.07] [mock 2.prof.12] [8.load.08]', async ({
    page,
    request,
  }) => {
    await page.route('**/functions/v1/maestro-profile/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), foto_perfil_url: null } })
    })
    await unlock(page, (await makeRosa(request)).id)
    await expect(dialog(page).locator('[data-initials]')).toHaveText('R')
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))")
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('phone copy'))
    await page.getByRole('button', { name: 'Copiar teléfono' }).click()
    await logged
    await expect(page.getByRole('button', { name: 'Copiar teléfono' })).toBeVisible()
    await expect(page.getByText('Teléfono copiado')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.locator('main [data-initials]').first()).toHaveText('RN')
    // The profile may be read again at this moment.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
