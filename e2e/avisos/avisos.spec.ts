import type { APIRequestContext, Page } from '@playwright/test'
import { completeProfile, headersOf, type Session, signUp, succeed } from '../support/api.ts'
import { expect, expectAccessible, remember, STORAGE_KEY, test } from '../support/fixtures.ts'

/** The screen where a person chooses which e-mails and push notifications to get. */

const choice = (page: Page, card: string, name: string) =>
  page.getByRole('region', { name: card }).getByRole('switch', { name })

const OPTIONS = {
  buscador: {
    'Por correo': ['Mensajes sin leer', 'Búsquedas que pediste'],
    Notificaciones: ['Mensajes', 'Búsquedas que pediste', 'Mostrar el mensaje'],
  },
  maestro: {
    'Por correo': ['Mensajes sin leer', 'Piden tu contacto', 'Reseñas nuevas'],
    Notificaciones: ['Mensajes', 'Piden tu contacto', 'Mostrar el mensaje'],
  },
} as const

/** Changes each choice of the screen, and finds the changes after a reload. `stopped` was turned off before. */
async function changeEach(page: Page, role: keyof typeof OPTIONS, stopped?: string) {
  const chosen = (card: string, name: string) =>
    name !== 'Mostrar el mensaje' && !(card === 'Por correo' && name === stopped)
  await expect(page.getByText('De 22:00 a 7:00 no suena nada')).toBeVisible()
  for (const [card, names] of Object.entries(OPTIONS[role])) {
    await expect(page.getByRole('region', { name: card }).getByRole('switch')).toHaveCount(names.length)
    for (const name of names) {
      const before = chosen(card, name)
      await expect(choice(page, card, name)).toBeChecked({ checked: before })
      const saved = page.waitForResponse('**/rest/v1/preferencias_avisos*')
      await choice(page, card, name).setChecked(!before)
      expect((await saved).ok()).toBe(true)
    }
  }
  await expectAccessible(page)
  await page.reload()
  for (const [card, names] of Object.entries(OPTIONS[role])) {
    for (const name of names)
      await expect(choice(page, card, name)).toBeChecked({ checked: !chosen(card, name) })
  }
}

test('a seeker reaches the choices from the own data, changes each, and finds them after a reload; of quick changes of one switch the last one stays', async ({
  page,
  request,
}) => {
  const { session } = await signUp(request, 'buscador')
  await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
  await page.goto('/mis-datos')
  await page.getByRole('link', { name: 'Elegir mis avisos' }).click()
  await expect(page).toHaveURL('/avisos')
  await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible()
  await changeEach(page, 'buscador')

  const mensajes = choice(page, 'Por correo', 'Mensajes sin leer')
  let saved = 0
  page.on('requestfinished', (one) => {
    if (one.method() !== 'GET' && one.url().includes('/preferencias_avisos')) saved += 1
  })
  await mensajes.click()
  await mensajes.click()
  await mensajes.click()
  await expect(mensajes).toBeChecked()
  // The first change is saved too, with the same value as the last.
  await expect.poll(() => saved).toBe(3)
  await expect.poll(() => savedChoice(request, session)).toBe(true)
  await page.reload()
  await expect(mensajes).toBeChecked()
})

test('the link of an e-mail to a maestro stops it without a session and without JavaScript, and the screen shows that and changes each choice', async ({
  browser,
  page,
  request,
}) => {
  const ana = await signUp(request, 'buscador')
  const luis = await signUp(request, 'maestro')
  const headers = await headersOf(request, luis.session.access_token)
  const person = { id: luis.session.user.id, nombre: 'Luis', apellido: 'Gómez' }
  await completeProfile(request, { ...person, headers, alcaldia: 'Tlalpan', oficio: 'Plomería' })
  const contexto = { alcaldia: 'Tlalpan', servicio: 'Plomería' }
  await succeed(
    request.post('/functions/v1/track-contact-access', {
      headers: await headersOf(request, ana.session.access_token),
      data: { maestro_id: person.id, motivo: 'urgencia', contexto },
    }),
  )
  const mail = await mailTo(request, luis.email, 'Alguien pidió tu contacto')
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'es-MX' })
  const reader = await plain.newPage()
  await reader.goto(mail.unsubscribe)
  await expect(
    reader.getByRole('heading', {
      name: '¿Quieres dejar de recibir correos cuando alguien pide tu contacto?',
    }),
  ).toBeVisible()
  await reader.getByRole('button', { name: 'Dejar de recibirlos' }).click()
  await expect(reader.getByText('Ya no recibirás correos cuando alguien pida tu contacto.')).toBeVisible()
  await plain.close()

  await remember(page, { [STORAGE_KEY]: JSON.stringify(luis.session) })
  await page.goto('/avisos')
  await changeEach(page, 'maestro', 'Piden tu contacto')
})

async function savedChoice(request: APIRequestContext, { access_token, user }: Session) {
  const headers = await headersOf(request, access_token)
  const path = `/rest/v1/preferencias_avisos?select=correo_mensajes&user_id=eq.${user.id}`
  const [row] = await succeed(request.get(path, { headers }))
  return row?.correo_mensajes
}

async function mailTo(request: APIRequestContext, to: string, subject: string) {
  const path = `/_outbox.json?to=${encodeURIComponent(to)}`
  const find = async () =>
    (await succeed(request.get(path))).find((mail: { subject: string }) => mail.subject === subject)
  await expect.poll(find).toBeDefined()
  return find()
}
