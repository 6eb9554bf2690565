import type { APIRequestContext } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { CONTEXTO, makeBuscador, makeMaestro, me, type Person, startChat, write } from '../support/chats.ts'
import { dayAndMonth, inDays } from '../support/days.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { cards, choose, opener } from '../support/search.ts'

test.use({ account: { role: 'buscador' } })

const WHERE = { alcaldia: CONTEXTO.alcaldia, oficio: CONTEXTO.servicio }

const setState = (request: APIRequestContext, { headers }: Person, data: object) =>
  succeed(request.post('/functions/v1/cambiar-disponibilidad', { headers, data }))

test('the filter finds who is available today, with a mark and the answer time on card, dialog and profile; profile and chat of a maestro on pause say until when', async ({
  page,
  request,
}) => {
  // A first name of letters only, so that its card is found by it.
  const nombre = `Zoe${Array.from({ length: 8 }, () => 'abcdefghij'[Math.floor(Math.random() * 10)]).join('')}`
  const maestro = await makeMaestro(request, { nombre, apellido: 'Ávila' })
  for (let chat = 0; chat < 5; chat++) {
    const seeker = await makeBuscador(request, { nombre: 'Ana', apellido: 'Ruiz' })
    const id = await startChat(request, { buscador: seeker, maestro })
    await write(request, seeker, id, '¿Puede venir hoy?')
    await write(request, maestro, id, 'Sí')
  }
  await setState(request, maestro, { estado: 'disponible' })
  await choose(page, WHERE)
  await page.goto('/resultados')
  await page.getByRole('button', { name: /^Filtros/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await sheet.getByLabel('Disponible hoy').check()
  await sheet.getByRole('button', { name: /^Ver \d+ maestro/ }).click()
  await expect(page).toHaveURL('/resultados?disponibles=1')
  await expect(page.getByRole('button', { name: 'Filtros 1 activo', exact: true })).toBeVisible()
  const card = cards(page).filter({ hasText: nombre })
  await expect(card.getByText('Disponible hoy')).toBeVisible()
  await expect(card.getByText('Suele responder en menos de 15 minutos')).toBeVisible()
  await expectAccessible(page, 'article')
  await opener(card).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Disponible hoy')).toBeVisible()
  await dialog.getByRole('link', { name: 'Ver perfil completo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: nombre })).toBeVisible()
  await expect(page.getByText('Disponible hoy')).toBeVisible()
  await expect(page.getByText('Suele responder en menos de 15 minutos')).toBeVisible()

  await setState(request, maestro, { estado: 'normal' })
  await page.goto('/resultados?disponibles=1')
  await expect(page.getByText(/^Se encontr/)).toBeVisible()
  await expect(cards(page).filter({ hasText: nombre })).toHaveCount(0)

  const chat = await startChat(request, { buscador: await me(page, request), maestro })
  const hasta = inDays(9)
  const until = `En pausa hasta el ${dayAndMonth(hasta)}`
  await setState(request, maestro, { estado: 'pausa', hasta })
  await page.goto(`/perfil/${maestro.id}`)
  await expect(page.getByText(until, { exact: true })).toBeVisible()
  await expectAccessible(page, 'main')
  await page.goto(`/chats/${chat}`)
  await expect(page.getByRole('note')).toHaveText(`${until}.Puedes escribirle; quizá tarde en responder.`)
  await page.getByLabel('Mensaje', { exact: true }).fill('¿Me avisa cuando vuelva?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('¿Me avisa cuando vuelva?')).toBeVisible()
  await expectAccessible(page, '[role=note]')

  await setState(request, maestro, { estado: 'normal' })
  await page.reload()
  await expect(page.getByText('¿Me avisa cuando vuelva?')).toBeVisible()
  await expect(page.getByRole('note')).toHaveCount(0)
})
