import {
  acceptTerms,
  createAccount,
  fillSignUp,
  forgetSession,
  makePerson,
  newEmail,
} from '../support/auth-people.ts'
import {
  expectNoAddressContains,
  expectScriptSentence,
  expectWaiting,
  isHydrated,
  STUCK,
  test,
  WAITING,
  watchRequests,
} from '../support/before-hydration.ts'
import {
  ACCOUNTS,
  expect,
  expectAccessible,
  expectAccessibleAtAllSizes,
  field,
  PASSWORD,
  REFUSED,
  signInThroughForm,
  stopClock,
} from '../support/fixtures.ts'

const PRERENDERED = [
  '/login',
  '/login-maestro',
  '/registro',
  '/registro-maestro',
  '/recuperar-buscador',
  '/recuperar-maestro',
]

test.describe('a form that is submitted before the scripts have arrived', () => {
  test('is sent once with what was typed when they arrive: the recovery and the sign-in of both roles, by click and by Enter', async ({
    page,
    request,
    holdCode,
  }) => {
    const recoveries = watchRequests(page, '/auth/v1/recover')
    const signIns = watchRequests(page, '/auth/v1/token')
    const emails: string[] = []
    for (const { role, login, home, by } of [
      { role: 'buscador', login: '/login', home: '/seleccion-delegacion', by: 'click' },
      { role: 'maestro', login: '/login-maestro', home: '/onboarding-maestro', by: 'Enter' },
    ] as const) {
      const { email } = await makePerson(request, role)
      emails.push(email)
      const recovery = holdCode()
      await page.goto(`/recuperar-${role}`, { waitUntil: 'commit' })
      await field(page, 'Correo electrónico').fill(email)
      await field(page, 'Correo electrónico').press('Enter')
      await expectWaiting(page)
      recovery()
      await expect(page.getByRole('heading', { name: 'Email Enviado' })).toBeVisible()

      const signIn = holdCode()
      await page.goto(login, { waitUntil: 'commit' })
      await field(page, 'Correo electrónico').fill(email)
      await field(page, 'Contraseña').fill(PASSWORD)
      // Submitted more than once.
      for (let times = 0; times < 2; times += 1) {
        if (by === 'click') await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
        else await field(page, 'Contraseña').press('Enter')
      }
      await expectWaiting(page)
      await expect(page).toHaveURL(login)
      signIn()
      await expect(page).toHaveURL(home)
      expectNoAddressContains(page, signIns.addresses, [email, PASSWORD])
      await forgetSession(page)
    }
    expect(recoveries.bodies).toEqual(emails.map((email) => expect.objectContaining({ email })))
    const signedIn = emails.map((email) => expect.objectContaining({ email, password: PASSWORD }))
    expect(signIns.bodies).toEqual(signedIn)
  })

  test('shows the validation errors when they arrive, and is not sent when it was edited after the submit', async ({
    page,
    holdCode,
  }) => {
    const { bodies } = watchRequests(page, '/auth/v1/token')
    const empty = holdCode()
    await page.goto('/login-maestro', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expectWaiting(page)
    empty()
    await expect(page.getByRole('alert')).toHaveText([
      'Escribe tu correo electrónico.',
      'Escribe tu contraseña.',
    ])

    const edited = holdCode()
    await page.goto('/login', { waitUntil: 'commit' })
    await field(page, 'Correo electrónico').fill(ACCOUNTS.buscador)
    await field(page, 'Contraseña').fill('otra cosa')
    await field(page, 'Contraseña').press('Enter')
    await expectWaiting(page)
    await field(page, 'Contraseña').fill(PASSWORD)
    await expect(page.getByText(WAITING)).toBeHidden()
    edited()
    await isHydrated(page)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page).toHaveURL('/seleccion-delegacion')
    expect(bodies).toEqual([expect.objectContaining({ password: PASSWORD })])
  })
})

test('a sign-up that is submitted before hydration creates the account once; one that is only typed and ticked is kept, and the ticked box enables the button', async ({
  page,
  holdCode,
}) => {
  const { addresses, bodies } = watchRequests(page, '/auth/v1/signup')
  const submitted = holdCode()
  await page.goto('/registro', { waitUntil: 'commit' })
  await expect(createAccount(page)).toBeDisabled()
  const { email, password } = await fillSignUp(page)
  await acceptTerms(page)
  await createAccount(page).click()
  await expectWaiting(page)
  await expect(page).toHaveURL('/registro')
  submitted()
  await expect(page).toHaveURL('/login')
  const data = expect.objectContaining({ nombre: 'María José', terminos_aceptados: true })
  expect(bodies).toEqual([expect.objectContaining({ email, password, data })])
  expectNoAddressContains(page, addresses, [email, password])

  const typed = holdCode()
  await page.goto('/registro-maestro', { waitUntil: 'commit' })
  const maestro = await fillSignUp(page)
  await acceptTerms(page)
  typed()
  await isHydrated(page)
  await expect(createAccount(page)).toBeEnabled()
  await expect(field(page, 'Correo electrónico')).toHaveValue(maestro.email)
  await expect(field(page, 'Contraseña')).toHaveValue(PASSWORD)
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('checkbox').uncheck()
  await expect(createAccount(page)).toBeDisabled()
  await acceptTerms(page)
  await createAccount(page).click()
  await expect(page).toHaveURL('/login-maestro')
})

test.describe('a prerendered page that was changed by a browser extension', () => {
  /** React reports that it discards the prerendered page and renders it again. */
  const RENDERED_AGAIN = /Minified React error #418/
  test.use({ expectedErrors: RENDERED_AGAIN })

  test('keeps what was typed and the submit', async ({ page, holdCode }) => {
    const { addresses, bodies } = watchRequests(page, '/auth/v1/signup')
    const renderedAgain = page.waitForEvent('pageerror', (error) => RENDERED_AGAIN.test(String(error)))
    const release = holdCode()
    await page.goto('/registro-maestro', { waitUntil: 'commit' })
    const { email, password } = await fillSignUp(page)
    await acceptTerms(page)
    await page.evaluate("document.querySelector('[name=email]').after(document.createElement('div'))")
    await createAccount(page).click()
    await expectWaiting(page)
    release()
    await renderedAgain
    await expect(page).toHaveURL('/login-maestro')
    expect(bodies).toEqual([expect.objectContaining({ email, password })])
    expectNoAddressContains(page, addresses, [email, password])
  })
})

test.describe('a page whose scripts do not arrive', () => {
  test.use({ expectedErrors: REFUSED })

  test('says that it waits, after 15 seconds that it does not finish loading, and still submits the form when they arrive', async ({
    page,
    holdCode,
  }) => {
    await page.clock.install()
    const release = holdCode()
    await page.goto('/login', { waitUntil: 'commit' })
    await field(page, 'Correo electrónico').fill(ACCOUNTS.buscador)
    await field(page, 'Correo electrónico').press('Enter')
    await expectWaiting(page)
    // Ends the 15 seconds after which the text changes: axe needs running timers.
    await page.evaluate("earlyForms.mark(document.forms[0], 'waiting')")
    await expectAccessible(page)
    await expectWaiting(page)

    await field(page, 'Contraseña').fill(PASSWORD)
    await stopClock(page)
    await field(page, 'Contraseña').press('Enter')
    await expectWaiting(page)
    await page.clock.fastForward(15_000)
    await expect(page.getByText(STUCK)).toBeVisible()
    await expect(page.getByText(WAITING)).toBeHidden()
    await expect(page.locator('button[type=submit]')).not.toHaveAttribute('aria-busy')
    await page.clock.resume()
    await expectAccessibleAtAllSizes(page, 'formulario-detenido')
    release()
    await expect(page).toHaveURL('/seleccion-delegacion')
  })

  test('keeps what was typed when the connection has ended in its middle, and a reload makes it work', async ({
    page,
    reverseProxy,
  }) => {
    reverseProxy.cut('/login')
    const ended = page.waitForEvent('console', (message) =>
      message.text().includes('CONTENT_LENGTH_MISMATCH'),
    )
    await page.goto('/login', { waitUntil: 'commit' })
    await field(page, 'Correo electrónico').fill(ACCOUNTS.buscador)
    await field(page, 'Contraseña').fill(PASSWORD)
    await ended
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expectWaiting(page)
    // As after the 15 seconds of the test above.
    await page.evaluate("earlyForms.mark(document.forms[0], 'stuck')")
    await expect(page.getByText(STUCK)).toBeVisible()
    await page.getByRole('button', { name: 'Cargar de nuevo' }).click()
    await expect(page.getByText(STUCK)).toBeHidden()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate('JSON.stringify([sessionStorage, localStorage])')).not.toContain(PASSWORD)
    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(page).toHaveURL('/seleccion-delegacion')
  })
})

test('without JavaScript every page says that it is needed, and a submit puts no field into the address', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of PRERENDERED) {
    const { addresses } = watchRequests(page, path)
    await page.goto(path)
    await expectScriptSentence(page)
    await expect(page.locator('form')).toHaveAttribute('method', 'post')
    const email = newEmail()
    await field(page, 'Correo electrónico').fill(email)
    if (await page.locator('button[type=submit]').isEnabled()) {
      await page.locator('button[type=submit]').click()
      await expect(field(page, 'Correo electrónico')).toHaveValue('')
    }
    await expect(page).toHaveURL(path)
    expectNoAddressContains(page, addresses, [email])
  }
  // This page is not prerendered.
  await page.goto('/chats')
  await expectScriptSentence(page)
  await context.close()
})
