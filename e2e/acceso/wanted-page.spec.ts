import type { Page } from '@playwright/test'
import { headersOf, succeed } from '../support/api.ts'
import { forgetSession, makePerson } from '../support/auth-people.ts'
import {
  ACCOUNTS,
  expect,
  REFUSED,
  remember,
  STORAGE_KEY,
  settled,
  signInThroughForm,
  test,
} from '../support/fixtures.ts'
import { channelJoined } from '../support/live.ts'
import { FEW } from '../support/search.ts'

/** Links of e-mails and notifications, opened in a browser where nobody is signed in. */

/** The address changes before the screen does. Only the new screen has a link to the other one. */
async function expectSignIn(page: Page, path: '/login' | '/login-maestro') {
  await expect(page).toHaveURL(path)
  const other = path === '/login' ? 'Entra como maestro' : 'Entra como buscador'
  await expect(page.getByRole('link', { name: other })).toBeVisible()
}

const LINKS = [
  {
    what: 'a request to correct the INE',
    path: '/perfil-maestro?editar=ine',
    login: '/login-maestro',
    account: 'maestro',
    end: '/perfil-maestro?editar=ine',
    shown: { role: 'dialog', name: /INE/ },
  },
  {
    what: 'a search that has found somebody',
    path: `/resultados?${new URLSearchParams(FEW)}`,
    login: '/login',
    account: 'buscador',
    end: '/resultados',
    shown: { role: 'heading', name: /Plomería/ },
  },
] as const

test('the link of an e-mail leads to its page after the sign-in, also after a reload of the sign-in screen', async ({
  page,
}) => {
  for (const { what, path, login, account, end, shown } of LINKS) {
    await test.step(`a link about ${what}`, async () => {
      await page.goto(path)
      await expect(page).toHaveURL(login)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
      await signInThroughForm(page, ACCOUNTS[account])
      await expect(page).toHaveURL(end)
      await expect(page.getByRole(shown.role, { name: shown.name }).first()).toBeVisible()
      await expect(page).toHaveURL(end)
      await forgetSession(page)
    })
  }
})

test.describe('on the way to the sign-in of the other role', () => {
  test.use({ expectedErrors: REFUSED })

  test('the page stays wanted, by the link of the screen and by the one of a refused sign-in', async ({
    page,
  }) => {
    await page.goto('/avisos')
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'Entra como maestro' }).click()
    await expectSignIn(page, '/login-maestro')
    await page.getByRole('link', { name: 'Entra como buscador' }).click()
    await expectSignIn(page, '/login')
    await signInThroughForm(page, ACCOUNTS.maestro)
    await page.getByRole('link', { name: 'Ir al acceso de maestros' }).click()
    await expectSignIn(page, '/login-maestro')
    await signInThroughForm(page, ACCOUNTS.maestro)
    await expect(page).toHaveURL('/avisos')
  })
})

test('a page of the other role leads to the own home after the sign-in', async ({ page }) => {
  await page.goto('/chat-maestro')
  await expect(page).toHaveURL('/login-maestro')
  await page.getByRole('link', { name: 'Entra como buscador' }).click()
  await expectSignIn(page, '/login')
  await signInThroughForm(page, ACCOUNTS.buscador)
  await expect(page).toHaveURL('/seleccion-delegacion')
})

test.describe('a maestro whose session was ended by the server', () => {
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|unread count|40[13]`) })

  test('reads so in every tab, finds the sign-in of maestros on /login, and returns to the page of each tab; a sign-out leads to /login-maestro, and no page is wanted [4.auth.06] [4.auth.08]', async ({
    page,
    context,
    request,
  }) => {
    const { email, session } = await makePerson(request, 'maestro')
    const asMaestro = page.getByRole('link', { name: 'Entrar como maestro' })
    const ended = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'Tu sesión terminó' })
    const wanted = (tab: Page) => tab.evaluate('history.state.usr?.volver')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
    const other = await context.newPage()
    await other.goto('/avisos')
    await expect(other.getByRole('switch').first()).toBeVisible()
    const live = channelJoined(page)
    await page.goto('/mis-datos')
    const copy = page.getByRole('button', { name: 'Preparar mi copia' })
    await expect(copy).toBeVisible()
    await live
    const headers = await headersOf(request, session.access_token)
    // The end of the live channel alone does not sign out: the page only asks whether the account is suspended.
    const asked = page.waitForResponse('**/auth/v1/user')
    await succeed(request.post('/auth/v1/logout?scope=global', { headers }))
    expect((await asked).status()).toBe(403)
    await settled(page)
    await copy.click()
    await expect(page).toHaveURL('/login')
    await expect(ended(page)).toBeVisible()
    await expect(ended(other)).toBeVisible()
    expect(await wanted(other)).toBe('/avisos')

    await asMaestro.click()
    await expect(page).toHaveURL('/login-maestro')
    await expect(asMaestro).toHaveCount(0)
    await signInThroughForm(page, email)
    await expect(page).toHaveURL('/mis-datos')
    await expect(other).toHaveURL('/avisos')

    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    for (const tab of [page, other]) {
      await expectSignIn(tab, '/login-maestro')
      expect(await wanted(tab)).toBeUndefined()
    }
    await other.close()
  })
})
