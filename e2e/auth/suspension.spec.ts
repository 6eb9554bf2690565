import { signUp } from '../support/api.ts'
import { expect, field, pathOf, SIDES, test, write } from '../support/conversation.ts'
import { REFUSED, signInThroughForm, storedSession } from '../support/fixtures.ts'
import { changeAccount, restore, suspend } from '../support/operator.ts'

const TITLE = 'Cuenta suspendida'
const WHY = 'Suspendimos tu cuenta, así que no puedes entrar.'
const HELP = 'ayuda@maestros.example'
const PAUSED =
  'Esta cuenta no está disponible por ahora. Puedes leer la conversación, pero no escribir en ella.'

// The unread count that is refused during the suspension is logged (specification, section 4).
test.use({ expectedErrors: new RegExp(`${REFUSED.source}|unread count|mark as read|^chats`) })

test('a suspended person who signs in reads why it is refused and where to ask for help; restored, they enter', async ({
  page,
  request,
  baseURL,
}) => {
  const { email, session } = await signUp(request, 'buscador')
  await suspend(baseURL, session.user.id)
  await page.goto('/login')
  await signInThroughForm(page, email)
  await expect(page.getByText(TITLE)).toBeVisible()
  await expect(page.getByText(WHY)).toBeVisible()
  await expect(page.getByRole('link', { name: HELP })).toHaveAttribute('href', `mailto:${HELP}`)
  expect(await storedSession(page)).toBeUndefined()

  await restore(baseURL, session.user.id)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page).toHaveURL('/seleccion-delegacion')
})

for (const side of SIDES) {
  test(`a signed-in ${side} whose account is suspended is led to /login, which says why`, async ({
    talk,
    open,
    baseURL,
  }) => {
    const page = await open(talk[side], pathOf(side, talk.chatId))
    await expect(field(page)).toBeVisible()
    await suspend(baseURL, talk[side].user.id)
    await expect(page).toHaveURL('/login')
    const notice = page.getByRole('alert').filter({ hasText: TITLE })
    await expect(notice).toContainText(WHY)
    await expect(notice.getByRole('link', { name: HELP })).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()
  })
}

test('a suspended person who comes back with a stored session is led to /login, which says why', async ({
  talk,
  open,
  baseURL,
}) => {
  await suspend(baseURL, talk.buscador.user.id)
  const page = await open(talk.buscador, '/chats')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert').filter({ hasText: TITLE })).toContainText(WHY)
})

for (const side of SIDES) {
  const other = side === 'buscador' ? 'maestro' : 'buscador'
  test(`a ${side} sees at once that the ${other} is suspended, reads on, and writes again after the restoration`, async ({
    talk,
    open,
    request,
    baseURL,
  }) => {
    await write(request, talk[other], talk.chatId, 'Quedamos el jueves a las diez')
    const page = await open(talk[side], pathOf(side, talk.chatId))
    await expect(field(page)).toBeVisible()
    await suspend(baseURL, talk[other].user.id)
    await expect(page.getByText(PAUSED)).toBeVisible()
    await expect(field(page)).toHaveCount(0)
    await expect(page.getByText('Quedamos el jueves a las diez')).toBeVisible()
    await page.reload()
    await expect(page.getByText(PAUSED)).toBeVisible()
    await restore(baseURL, talk[other].user.id)
    await expect(field(page)).toBeVisible()
    await expect(page.getByText(PAUSED)).toHaveCount(0)
  })
}

test('an operator cannot sign in to the site and reads so', async ({ page, request, baseURL }) => {
  const { email, session } = await signUp(request, 'buscador')
  await changeAccount(baseURL, session.user.id, { role: 'operador' })
  await page.goto('/login')
  await signInThroughForm(page, email)
  await expect(page.getByText('Las cuentas de operador no entran por aquí.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})
