import type { Page } from '@playwright/test'
import { passwordSignsIn, recoveryLink, makePerson as signUp } from '../support/auth-people.ts'
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
import { channelJoined } from '../support/live.ts'
import { restore, suspend } from '../support/operator.ts'

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
  test(`a ${role} who is suspended reads why and where to ask for help: at once, with a stored session, at the sign-in and by a link of an e-mail; restored, they enter`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { email, session } = await signUp(request, role)
    const link = await recoveryLink(request, email, `${baseURL}${reset}`)
    await page.setViewportSize({ width: 360, height: 740 })
    await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
    const live = channelJoined(page)
    await page.goto(home)
    await live
    await suspend(baseURL, session.user.id)
    await test.step('a signed-in person is led to /login', async () => {
      await expect(page).toHaveURL('/login')
      await expectReason(page)
    })
    await test.step('a person who comes back with a stored session is led to /login', async () => {
      await page.goto('/healthz')
      await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
      await page.goto(home)
      await expect(page).toHaveURL('/login')
      await expectReason(page)
    })
    await test.step(`the sign-in at ${login} is refused`, async () => {
      await page.goto('/healthz')
      await page.goto(login)
      await expect(page.getByText(TITLE)).toHaveCount(0)
      await signInThroughForm(page, email)
      await expectReason(page)
    })
    await test.step('the reset screen of a link says so', async () => {
      await page.goto(link)
      await expect(page.getByRole('heading', { name: TITLE })).toBeFocused()
      await expectReason(page)
    })
    await test.step(`a link to a page of the app leads to ${login}`, async () => {
      // Links of recoveries open the reset pages, and those of sign-ups any page.
      const signUpLink = new URL(link)
      signUpLink.searchParams.set('redirect_to', `${baseURL}${home}`)
      await page.goto(signUpLink.href)
      await expect(page).toHaveURL(login)
      await expectReason(page)
    })
    await restore(baseURL, session.user.id)
    await signInThroughForm(page, email)
    await expect(page).toHaveURL(home)
  })
}

test('a person who is suspended before the new password is saved reads why, and the old password stays', async ({
  page,
  request,
  baseURL,
}) => {
  const { email, session } = await signUp(request, 'buscador')
  await page.goto(await recoveryLink(request, email, `${baseURL}/reset-password`))
  await page.getByLabel('Nueva contraseña').fill('nueva1')
  await page.getByLabel('Confirmar contraseña').fill('nueva1')
  await suspend(baseURL, session.user.id)
  // A live channel of this screen may have told the browser already.
  await page
    .getByRole('button', { name: 'Actualizar contraseña' })
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await expectReason(page)
  await expectAccessible(page)
  await restore(baseURL, session.user.id)
  expect(await passwordSignsIn(request, email, PASSWORD)).toBe(true)
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
