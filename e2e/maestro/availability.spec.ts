import type { Page } from '@playwright/test'
import { CONTEXTO } from '../support/chats.ts'
import { inDays, wholeDay } from '../support/days.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { layersRemoved } from '../support/layers.ts'
import { completeMe } from '../support/maestro.ts'
import { search } from '../support/search.ts'

test.use({ account: { role: 'maestro' } })

const TEXTS = {
  normal: 'Apareces en las búsquedas.',
  available: 'Apareces en las búsquedas con la marca «Disponible hoy» hasta la medianoche.',
  paused: (until: string) =>
    `No apareces en las búsquedas. Vuelves a aparecer el ${wholeDay(until)}. Tus conversaciones siguen abiertas.`,
  outOfRange: 'Elige un día entre mañana y dentro de 90 días.',
}
const WHERE = { alcaldia: CONTEXTO.alcaldia, oficio: CONTEXTO.servicio }

async function open(page: Page) {
  await page.goto('/dashboard-maestro')
  await expect(page.getByRole('heading', { name: 'Disponibilidad' })).toBeVisible()
  return page.getByRole('region', { name: 'Disponibilidad' })
}

test('a maestro switches «Disponible hoy» on and off with the keyboard, goes on pause until a chosen day, changes it, and ends it; each is there after a reload', async ({
  page,
  request,
}) => {
  const { id } = await completeMe(page, request)
  const card = await open(page)
  const listed = async (filters = {}) =>
    (await search(request, { ...WHERE, ...filters })).found.some((one) => one.id === id)
  await expect(card.getByText(TEXTS.normal, { exact: true })).toBeVisible()
  const onOff = card.getByRole('switch', { name: 'Disponible hoy' })
  await onOff.focus()
  await page.keyboard.press('Space')
  await expect(onOff).toBeChecked()
  await expect(card.getByText(TEXTS.available)).toBeVisible()
  expect(await listed({ disponibles: '1' })).toBe(true)
  await page.reload()
  await expect(onOff).toBeChecked()
  await onOff.click()
  await expect(card.getByText(TEXTS.normal, { exact: true })).toBeVisible()
  expect(await listed({ disponibles: '1' })).toBe(false)
  expect(await listed()).toBe(true)

  await card.getByRole('button', { name: 'Ponerme en pausa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ponerte en pausa' })
  const day = dialog.getByLabel('Vuelvo a aparecer el')
  await expect(day).toHaveValue(inDays(7))
  await dialog.getByRole('button', { name: 'En 30 días' }).click()
  await expect(day).toHaveValue(inDays(30))
  await day.fill(inDays(91))
  await dialog.getByRole('button', { name: 'Ponerme en pausa' }).click()
  await expect(dialog.getByText(TEXTS.outOfRange)).toBeVisible()
  await expect(day).toBeFocused()
  await expectAccessible(page, '[role=dialog]')
  await day.fill(inDays(10))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(card.getByText(TEXTS.paused(inDays(10)))).toBeVisible()
  await expectAccessible(page, 'main')
  expect(await listed()).toBe(false)

  await card.getByRole('button', { name: 'Cambiar la fecha' }).click()
  await expect(day).toHaveValue(inDays(10))
  await dialog.getByRole('button', { name: 'Mañana' }).click()
  await dialog.getByRole('button', { name: 'Ponerme en pausa' }).click()
  await expect(card.getByText(TEXTS.paused(inDays(1)))).toBeVisible()
  // The closed dialog goes back in the history, which would end the reload.
  await layersRemoved(page)
  await page.reload()
  await expect(card.getByText(TEXTS.paused(inDays(1)))).toBeVisible()
  await card.getByRole('button', { name: 'Terminar la pausa' }).click()
  await expect(card.getByText(TEXTS.normal, { exact: true })).toBeVisible()
  expect(await listed()).toBe(true)
})
