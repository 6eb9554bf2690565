import type { Page } from '@playwright/test'
import { emailLink, passwordSignsIn, post, makePerson as signUp } from '../support/auth-people.ts'
import { expect, field, pathOf, SIDES, test, write } from '../support/conversation.ts'
import {
  expectAccessible,
  PASSWORD,
  REFUSED,
  remember,
  STORAGE_KEY,
  signInThroughForm,
  storedSession,
} from '../support/fixtures.ts'
import { changeAccount, restore, suspend } from '../support/operator.ts'

const TITLE = 'Cuenta suspendida'
const WHY = 'Suspendimos tu cuenta, así que no puedes entrar.'
const HELP = 'ayuda@maestros.example'
const PAUSED =
  'Esta cuenta no está disponible por ahora. Puedes leer la conversación, pero no escribir en ella.'

// The unread count that is refused during the suspension is logged (specification, section 4).
test.use({ expectedErrors: new RegExp(`${REFUSED.source}|unread count|mark as read|^chats`) })

const WAYS = [
  { role: 'buscador', login: '/login', home: '/seleccion-delegacion', reset: '/reset-password' },
  {
    role: 'maestro',
    login: '/login-maestro',
    home: '/onboarding-maestro?paso=datos',
    reset: '/reset-password-maestro',
  },
] as const

async function expectReason(page: Page) {
  await expect(page.getByText(TITLE)).toBeVisible()
  await expect(page.getByText(WHY)).toBeVisible()
  await expect(page.getByRole('link', { name: HELP })).toHaveAttribute('href', `mailto:${HELP}`)
  expect(await storedSession(page)).toBeUndefined()
}

for (const { role, login, home, reset } of WAYS) {
  test(`a suspended ${role} who signs in reads why it is refused and where to ask for help; restored, they enter`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { email, session } = await signUp(request, role)
    await page.setViewportSize({ width: 360, height: 740 })
    await suspend(baseURL, session.user.id)
    await page.goto(login)
    await signInThroughForm(page, email)
    await expectReason(page)

    await restore(baseURL, session.user.id)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page).toHaveURL(home)
  })

  test(`a suspended ${role} who opens the link of a reset e-mail reads why it is refused and where to ask for help`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { email, session } = await signUp(request, role)
    await post(request, `/auth/v1/recover?redirect_to=${encodeURIComponent(`${baseURL}${reset}`)}`, { email })
    const link = await emailLink(request, email)
    await suspend(baseURL, session.user.id)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: TITLE })).toBeFocused()
    await expectReason(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.screenshot({ path: `test-results/pictures/suspended-reset-${role}-360.jpg`, quality: 85 })
  })

  test(`a suspended ${role} whose link of an e-mail leads to a page of the app reads why on ${login}`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { email, session } = await signUp(request, role)
    const target = role === 'maestro' ? '/dashboard-maestro' : home
    await post(request, '/auth/v1/recover', { email })
    // Links of recoveries open the reset pages, and those of sign-ups any page.
    const link = new URL(await emailLink(request, email))
    link.searchParams.set('redirect_to', `${baseURL}${target}`)
    await suspend(baseURL, session.user.id)
    await page.goto(link.href)
    await expect(page).toHaveURL(login)
    await expectReason(page)
  })

  test(`a ${role} who is suspended before the new password is saved reads why, and the old password stays`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { email, session } = await signUp(request, role)
    await post(request, `/auth/v1/recover?redirect_to=${encodeURIComponent(`${baseURL}${reset}`)}`, { email })
    await page.goto(await emailLink(request, email))
    await page.getByLabel('Nueva contraseña').fill('nueva1')
    await page.getByLabel('Confirmar contraseña').fill('nueva1')
    await suspend(baseURL, session.user.id)
    // A live channel of this screen may have told the browser already.
    await page
      .getByRole('button', { name: 'Actualizar contraseña' })
      .click({ timeout: 5000 })
      .catch(() => undefined)
    await expectReason(page)
    await restore(baseURL, session.user.id)
    expect(await passwordSignsIn(request, email, PASSWORD)).toBe(true)
  })
}

test('a maestro who is suspended while filling the onboarding is led to /login, which says why', async ({
  page,
  request,
  baseURL,
}) => {
  const { session } = await signUp(request, 'maestro')
  await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
  await page.goto('/onboarding-maestro')
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  await suspend(baseURL, session.user.id)
  // Saving the draft is refused, unless the screen has gone already.
  await page
    .getByLabel('Nombre', { exact: true })
    .fill('Nuria', { timeout: 5000 })
    .catch(() => undefined)
  await expect(page).toHaveURL('/login')
  await expectReason(page)
})

for (const side of SIDES) {
  test(`a signed-in ${side} whose account is suspended is led to /login, which says why`, async ({
    pair,
    open,
    baseURL,
  }) => {
    const page = await open(pair[side], pathOf(side, pair.chatId))
    await expect(field(page)).toBeVisible()
    await suspend(baseURL, pair[side].user.id)
    await expect(page).toHaveURL('/login')
    const notice = page.getByRole('alert').filter({ hasText: TITLE })
    await expect(notice).toContainText(WHY)
    await expect(notice.getByRole('link', { name: HELP })).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()
  })
}

test('a suspended person who comes back with a stored session is led to /login, which says why', async ({
  pair,
  open,
  baseURL,
}) => {
  await suspend(baseURL, pair.buscador.user.id)
  const page = await open(pair.buscador, '/chats')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert').filter({ hasText: TITLE })).toContainText(WHY)
})

for (const side of SIDES) {
  const other = side === 'buscador' ? 'maestro' : 'buscador'
  test(`a ${side} sees at once that the ${other} is suspended, reads on, and writes again after the restoration`, async ({
    pair,
    open,
    request,
    baseURL,
  }) => {
    await write(request, pair[other], pair.chatId, 'Quedamos el jueves a las diez')
    const page = await open(pair[side], pathOf(side, pair.chatId))
    await expect(field(page)).toBeVisible()
    await suspend(baseURL, pair[other].user.id)
    await expect(page.getByText(PAUSED)).toBeVisible()
    await expect(field(page)).toHaveCount(0)
    await expect(page.getByText('Quedamos el jueves a las diez')).toBeVisible()
    await page.reload()
    await expect(page.getByText(PAUSED)).toBeVisible()
    await restore(baseURL, pair[other].user.id)
    await expect(field(page)).toBeVisible()
    await expect(page.getByText(PAUSED)).toHaveCount(0)
  })
}

for (const login of ['/login', '/login-maestro']) {
  test(`an operator cannot sign in at ${login}, and finds the console from there`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { email, session } = await signUp(request, 'buscador')
    await changeAccount(baseURL, session.user.id, { role: 'operador' })
    await page.goto(login)
    await signInThroughForm(page, email)
    await expect(page.getByText('Rol no válido')).toBeVisible()
    await expect(page.getByText('Las cuentas de operador no entran por aquí.')).toBeVisible()
    await expect(page).toHaveURL(login)
    expect(await storedSession(page)).toBeUndefined()
    await page.getByRole('link', { name: 'Ir a la consola de operadores' }).click()
    await expect(page.getByRole('heading', { name: 'Entra a la consola' })).toBeVisible()
    await expect(page.getByText('Rol no válido')).toHaveCount(0)
  })
}
