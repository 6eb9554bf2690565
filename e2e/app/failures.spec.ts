import type { Locator, Page } from '@playwright/test'
import { makePerson } from '../support/auth-people.ts'
import { ACCOUNTS, expect, field, PASSWORD, REFUSED, signInThroughForm, test } from '../support/fixtures.ts'
import { lockedMaestro } from '../support/profiles.ts'
import { cardOf, choose, MANY, SEARCH } from '../support/search.ts'

/** The seeker's screens when a call fails, is never answered, or is slow. */

const PROFILES = '**/rest/v1/profiles*'
const INBOX = '**/functions/v1/get-chats'
const PROFILE = '**/functions/v1/maestro-profile/**'
const TOKEN = '**/auth/v1/token*'
const USER = '**/auth/v1/user'

/** The unread count may be running when the clock is advanced: it is then logged as not answered too. */
const LATE = new RegExp(`${REFUSED.source}|unread count|^chats`)

/**
 * Starts a call that is never answered, and advances the clock of the page until the screen shows the failure. The
 * clock advances in steps, because a toast disappears again.
 */
async function expectTimeout(page: Page, call: string, start: () => Promise<unknown>, failure: Locator) {
  const sent = page.waitForRequest(call)
  await start()
  await sent
  await expect(async () => {
    if (!(await failure.isVisible())) await page.clock.runFor(4000)
    await expect(failure).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** Counts in the page how often something is added to the screen. */
const COUNT_CHANGES = `
  window.changes = 0
  new MutationObserver((records) => { changes += records.filter((one) => one.addedNodes.length > 0).length })
    .observe(document.querySelector('main'), { childList: true, subtree: true })
`

const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' }).click()

test.describe('a call of a seeker’s screen that is never answered', () => {
  test.use({ account: 'buscador', expectedErrors: LATE })

  test('shows an error and a retry button, the retry succeeds, and a server that is back is noticed without it', async ({
    freshPage: page,
    request,
  }) => {
    test.slow()
    const maestro = await lockedMaestro(request)
    const borough = page.getByRole('button', { name: 'Coyoacán' })
    const calls = [
      {
        what: 'the address of the server',
        call: '**/config.json',
        path: '/',
        said: page.getByText('No pudimos abrir tu cuenta'),
        back: borough,
      },
      {
        what: 'who is here',
        call: PROFILES,
        path: '/',
        said: page.getByText('No pudimos abrir tu cuenta'),
        back: borough,
      },
      {
        what: 'the boroughs',
        call: '**/rest/v1/alcaldias_disponibles*',
        path: '/',
        said: page.getByLabel('Avisos').getByText('Error al cargar las alcaldías disponibles'),
        back: borough,
      },
      {
        what: 'the trades',
        call: '**/rest/v1/oficios_disponibles*',
        path: '/seleccion-oficio',
        said: page.getByLabel('Avisos').getByText('Error al cargar los oficios disponibles'),
        back: page.getByRole('button', { name: 'Plomería' }),
      },
      {
        what: 'a profile',
        call: PROFILE,
        path: `/perfil/${maestro}`,
        said: page.getByRole('heading', { name: 'No pudimos cargar este perfil' }),
        back: page.getByRole('button', { name: 'Chatear con el maestro' }),
      },
    ]
    await page.clock.install()
    for (const { what, call, path, said, back } of calls) {
      await test.step(what, async () => {
        await page.route(call, () => undefined)
        await expectTimeout(page, call, () => page.goto(path), said)
        await page.unroute(call)
        await retry(page)
        await expect(back).toBeVisible()
        // With the role of this visit, the next one would be signed in without an answer of the server.
        await page.evaluate<void>("localStorage.removeItem('maestros-persona')")
      })
    }

    await test.step('the next page of reviews', async () => {
      const call = '**/functions/v1/resenas/**'
      const more = page.getByRole('button', { name: 'Ver más reseñas' })
      await page.route(call, () => undefined)
      const said = page.getByText('No pudimos traer más reseñas. Inténtalo de nuevo.')
      await expectTimeout(page, call, () => more.click(), said)
      await page.unroute(call)
      await more.click()
      await expect(more).toHaveCount(0)
    })

    await test.step('the inbox, from a server that is back after a while', async () => {
      let calls = 0
      await page.routeWebSocket('**/realtime/**', (socket) => socket.close())
      await page.route(INBOX, (route) => {
        calls += 1
        return route.fulfill({ status: 503, json: {} })
      })
      await page.goto('/chats')
      const button = page.getByRole('button', { name: 'Reintentar' })
      await button.focus()
      await page.evaluate<void>(COUNT_CHANGES)
      const before = calls
      // The third try comes after the time in which an inbox without live events is read again.
      await expect(async () => {
        await page.clock.runFor(3000)
        expect(calls).toBeGreaterThan(before + 2)
      }).toPass()
      // Neither skeletons nor another notice: nothing is read aloud again.
      expect(await page.evaluate('changes')).toBe(0)
      await expect(button).toBeFocused()
      await page.unroute(INBOX)
      await expect(async () => {
        await page.clock.runFor(4000)
        await expect(page.locator('main').getByRole('listitem').first()).toBeVisible({ timeout: 500 })
      }).toPass()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
  })
})

test.describe('a maestro whose profile request is never answered', () => {
  test.use({ account: 'maestro', expectedErrors: LATE })

  test('counts as incomplete [4.guard.07]', async ({ freshPage: page }) => {
    const call = '**/rest/v1/maestros*'
    await page.clock.install()
    await page.route(call, () => undefined)
    const sent = page.waitForRequest(call)
    await page.goto('/dashboard-maestro')
    await sent
    // Onboarding finds out that the profile is complete and looks it up again, so only the address is compared.
    await expect(async () => {
      await page.clock.runFor(2000)
      expect(new URL(page.url()).pathname).toBe('/onboarding-maestro')
    }).toPass()
  })
})

test.describe('a sign-in', () => {
  test.use({ expectedErrors: REFUSED })
  const failures = [
    ['is answered with an error', TOKEN, 500, 'Mensaje del servidor'],
    ['is never answered', TOKEN, 'never', 'No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.'],
    ['gets no answer about the role', PROFILES, 'never', 'No se pudo verificar el rol del usuario.'],
  ] as const
  for (const [what, call, how, said] of failures) {
    test(`that ${what} shows an error, keeps what was typed, and the next try works`, async ({
      freshPage: page,
    }) => {
      await page.clock.install()
      await page.route(call, (route) =>
        how === 'never' ? undefined : route.fulfill({ status: how, json: { msg: 'Mensaje del servidor' } }),
      )
      await page.goto('/login')
      const signIn = () => signInThroughForm(page, ACCOUNTS.buscador)
      await expectTimeout(page, call, signIn, page.getByLabel('Avisos').getByText(said))
      await expect(field(page, 'Contraseña')).toHaveValue(PASSWORD)
      await page.unroute(call)
      await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
      await expect(page).toHaveURL('/seleccion-delegacion')
    })
  }
})

test.describe('a new password', () => {
  test.use({ expectedErrors: REFUSED })

  test('can be retried when the check of the link and the change of the password are not answered', async ({
    freshPage: page,
    request,
  }) => {
    const { session } = await makePerson(request, 'buscador')
    const tokens = `access_token=${session.access_token}&refresh_token=${session.refresh_token}`
    await page.clock.install()
    await page.route(USER, () => undefined)
    const open = () => page.goto(`/reset-password?${tokens}`)
    await expectTimeout(
      page,
      USER,
      open,
      page.getByRole('heading', { name: 'No pudimos comprobar tu enlace' }),
    )
    await page.unroute(USER)
    await retry(page)
    await expect(field(page, 'Nueva contraseña')).toBeVisible()

    await page.route(USER, () => undefined)
    const change = page.getByRole('button', { name: 'Actualizar contraseña' })
    await field(page, 'Nueva contraseña').fill('nueva1')
    await field(page, 'Confirmar contraseña').fill('nueva1')
    const said = page.getByText('No se pudo actualizar la contraseña')
    await expectTimeout(page, USER, () => change.click(), said)
    await expect(field(page, 'Nueva contraseña')).toHaveValue('nueva1')
    await page.unroute(USER)
    await change.click()
    await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
  })
})

test.describe('a session that a server function reports as expired', () => {
  test.use({
    account: { role: 'buscador' },
    expectedErrors: new RegExp(`${REFUSED.source}|unread count`),
  })

  test('is removed from the browser, and the person is redirected to the sign-in [4.auth.08]', async ({
    page,
    request,
  }) => {
    await page.route(PROFILE, (route) =>
      route.fulfill({ status: 401, json: { success: false, error: 'x', code: 'SESSION_EXPIRED' } }),
    )
    await page.goto(`/perfil/${await lockedMaestro(request)}`)
    await expect(page).toHaveURL('/login')
    await page.goto('/seleccion-oficio')
    await expect(page).toHaveURL('/login')
  })
})

test.describe('a slow connection', () => {
  test.use({ account: 'buscador' })

  test('shows skeletons first, and then the results', async ({ freshPage: page }) => {
    await choose(page, MANY)
    const line = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 50_000 }
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', slow)
    const answer = Promise.withResolvers<void>()
    await page.route(SEARCH, async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto('/resultados')
    await expect(page.getByRole('status').filter({ hasText: 'Cargando' })).toHaveCount(1)
    answer.resolve()
    await expect(cardOf(page, 0)).toBeVisible()
  })
})
