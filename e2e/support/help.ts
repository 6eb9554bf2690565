import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { succeed } from './api.ts'
import type { Person } from './chats.ts'
import { field } from './fixtures.ts'
import { operate } from './operator.ts'

/** The help centre. */

export const UPLOAD = '**/storage/v1/object/support-tickets/**'
export const SEND = '**/functions/v1/submit-support-ticket'
export const MESSAGE = 'No puedo abrir mis conversaciones desde ayer.'

export const form = (page: Page) => page.getByRole('form', { name: 'Enviar Ticket de Soporte' })
export const submit = (page: Page) => form(page).locator('button[type=submit]')
export const images = (page: Page) => form(page).locator('input[type=file]')
export const previews = (page: Page) => form(page).getByRole('img')
export const tickets = (page: Page) =>
  page.getByRole('list', { name: 'Mis solicitudes' }).getByRole('listitem')

export async function openHelp(page: Page) {
  await page.goto('/ayuda')
  await expect(page.getByRole('heading', { level: 1, name: 'Centro de Ayuda' })).toBeVisible()
  // Name and e-mail of the account are read first.
  await expect(field(page, 'Nombre')).not.toHaveValue('')
}

export type Attached = { name: string; mimeType: string; buffer: Buffer }

export async function picture(name: string, color = '#285aa0'): Promise<Attached> {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

export const notices = (page: Page): Locator => page.getByLabel('Avisos').getByRole('listitem')

/** A notice with this title, and the text below it. */
export const notice = (page: Page, title: string, text: string): Locator =>
  notices(page)
    .filter({ has: page.locator('[data-title]').getByText(title, { exact: true }) })
    .filter({ hasText: text })

/** Tickets as the server has them. */
export const storedTickets = (
  request: APIRequestContext,
  { id, headers }: Person,
): Promise<{ nombre: string; correo: string; mensaje: string; imagenes_url: string[] }[]> =>
  succeed(
    request.get(`/rest/v1/tickets?select=nombre,correo,mensaje,imagenes_url&usuario_id=eq.${id}`, {
      headers,
    }),
  )

/** Answers the newest ticket of a person. */
export async function answerAsOperator(request: APIRequestContext, { id, headers }: Person, text: string) {
  const [ticket] = await succeed(
    request.get(`/rest/v1/tickets?select=id&usuario_id=eq.${id}&order=creado_en.desc&limit=1`, { headers }),
  )
  await operate(request, 'tickets', 'answer', ticket.id, '--text', text)
}
