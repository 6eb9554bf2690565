import type { Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { makeBuscador, startChat, write } from '../support/chats.ts'
import { expect, expectAccessible, REFUSED, test } from '../support/fixtures.ts'
import {
  asOperator,
  completeMe,
  expectToast,
  failCall,
  requestContact,
  setFlags,
  viewProfile,
} from '../support/maestro.ts'

test.use({ account: { role: 'maestro' } })

const PANEL = '**/functions/v1/panel-maestro*'
const STATS = '**/rest/v1/rpc/update_maestro_stats*'

const figure = (page: Page, cifra: 'visitas' | 'contactos') => page.locator(`[data-cifra="${cifra}"]`)

async function open(page: Page) {
  await page.goto('/dashboard-maestro')
  await expect(page.getByRole('heading', { level: 1, name: /^Hola,/ })).toBeVisible()
}

test('greets the maestro, shows both figures of 30 days with their days and compares them with the 30 days before, and leads to profile and conversations [2.mae.07] [2.maes.01] [2.maes.02] [2.maes.03] [2.maes.04] [2.maes.05]', async ({
  page,
  request,
}) => {
  const maestro = await completeMe(page, request)
  const seeker = await viewProfile(request, maestro)
  await viewProfile(request, maestro)
  await requestContact(request, seeker, maestro)
  await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Luis')
  await expect(page).toHaveURL('/dashboard-maestro')
  await expect(figure(page, 'visitas')).toHaveText('2')
  await expect(figure(page, 'contactos')).toHaveText('1')
  const views = page.getByRole('table', { name: 'Visitas a tu perfil por día' })
  await expect(views.getByRole('row')).toHaveCount(31)
  await expect(views.getByRole('row').last().getByRole('cell')).toHaveText('2')
  await expect(page.getByText(/^Tu mejor día: .*, 2 visitas\.$/)).toBeVisible()
  await expect(page.getByText('Aún no hay 30 días anteriores para comparar')).toHaveCount(2)

  for (const daysAgo of [5, 40]) {
    const dia = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    const data = { maestro_id: maestro.id, buscador_id: seeker.id, dia }
    await succeed(request.post('/rest/v1/vistas_perfil', { headers: asOperator(), data }))
  }
  await page.reload()
  await expect(figure(page, 'visitas')).toHaveText('3')
  await expect(page.getByText('2 más que en los 30 días anteriores (1)')).toBeVisible()
  await page.getByRole('link', { name: 'Ver mi perfil' }).click()
  await expect(page).toHaveURL('/perfil-maestro')
  await page.goBack()
  await page.getByRole('link', { name: 'Ver conversaciones' }).click()
  await expect(page).toHaveURL('/chat-maestro')
})

test('a maestro without any figures sees zeros, what will be there, and has a row of zeros afterwards; unread conversations are counted, live, and are the next step [7.read.10]', async ({
  page,
  request,
}) => {
  const maestro = await completeMe(page, request)
  const { id, headers } = maestro
  const stats = () => succeed(request.get(`/rest/v1/maestro_stats?maestro_id=eq.${id}`, { headers }))
  expect(await stats()).toEqual([])
  await open(page)
  await expect(figure(page, 'visitas')).toHaveText('0')
  await expect(figure(page, 'contactos')).toHaveText('0')
  await expect(page.getByText(/^Aquí verás, día por día, cuántas personas abren tu perfil/)).toBeVisible()
  await expect(page.getByText(/^Aquí verás, día por día, cuántas personas piden tu teléfono/)).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page, 'main')
  await expect.poll(stats).toMatchObject([{ visitas_ultimos_30_dias: 0, contactos_ultimos_30_dias: 0 }])

  await expect(page.getByText('Estás al día: no tienes mensajes sin leer.')).toBeVisible()
  const buscador = await makeBuscador(request, { nombre: 'Ana', apellido: 'Ruiz' })
  const chat = await startChat(request, { buscador, maestro })
  await write(request, buscador, chat, 'Buenas tardes')
  await expect(page.getByText('Tienes 1 conversación sin leer.')).toBeVisible()
  await page.getByRole('link', { name: 'Responder' }).click()
  await expect(page).toHaveURL('/chat-maestro')
})

test.describe('calls that fail', () => {
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|^statistics|^dashboard|^unread count|^chats`) })

  test('change nothing when they update the statistics, leave the figures of the last visit without a network, and show an error for the dashboard itself, which the next try shows [7.write.11] [8.maes.02]', async ({
    page,
    request,
  }) => {
    await completeMe(page, request)
    await failCall(page, STATS)
    const answered = page.waitForResponse(STATS)
    await open(page)
    await answered
    await expect(figure(page, 'visitas')).toHaveText('0')
    await expect(page.getByLabel('Avisos').getByRole('listitem')).toHaveCount(0)

    const menu = page.getByRole('navigation')
    await menu.getByRole('link', { name: 'Chats' }).click()
    await expect(page.getByText('Aún no tienes ningún chat')).toBeVisible()
    await page.context().setOffline(true)
    await page.evaluate('0')
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Luis')
    await page.context().setOffline(false)
    await expect(figure(page, 'visitas')).toHaveText('0')

    await failCall(page, PANEL)
    await page.goto('/dashboard-maestro')
    await expectToast(page, 'No se pudo cargar la información del usuario.')
    await expect(page.getByRole('heading', { name: 'No pudimos cargar tu dashboard' })).toBeVisible()
    await page.unroute(PANEL)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Luis')
  })
})

test('shows how complete and how verified the profile is, and the step that brings most', async ({
  page,
  request,
}) => {
  const { id, headers } = await completeMe(page, request)
  await setFlags(request, id, { ine_verificado: true })
  await open(page)
  await expect(page.getByText('100 % completo')).toBeVisible()
  await expect(
    page.getByText(
      'Tu INE ya te da la marca «Identidad verificada». Para que todo tu perfil quede verificado, también debemos verificar tu domicilio y tu CURP.',
    ),
  ).toBeVisible()
  const lines = page.getByRole('list', { name: 'Tu verificación' }).getByRole('listitem')
  await expect(lines).toHaveText([/^INEVerificado/, /^DomicilioPendiente.*Aún no tenemos/, /^CURPPendiente/])
  await expect(page.getByText('Perfil verificado')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Agrega otra alcaldía' })).toBeVisible()
  const data = { referencia2_numero_referencia: '123' }
  await succeed(request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers, data }))
  await page.reload()
  await expect(page.getByText('80 % completo')).toBeVisible()
  await expect(page.getByText(/un teléfono de 8 a 12 dígitos/).last()).toBeVisible()
  await page.getByRole('link', { name: 'Completar referencias' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Editar referencias' })
  await expect(dialog.getByLabel('Teléfono').last()).toHaveValue('123')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText(/Quienes buscan no ven las referencias incompletas/)).toBeVisible()
})
