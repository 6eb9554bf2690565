import { getChats } from '@maestros/contrato/chat/get-chats'
import { maestros } from '@maestros/contrato/directorio/maestros'
import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { resenas } from '@maestros/contrato/resenas/resenas'
import { describe, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { chatEnLista } from '../setup/rows/chat.ts'
import { alcaldias, oficios, tarjeta } from '../setup/rows/directorio.ts'
import { BUSCADOR, LUIS, MAESTRO } from '../setup/rows/people.ts'
import { perfil } from '../setup/rows/perfil.ts'
import {
  answer,
  answerAuth,
  answerTable,
  callsOf,
  held,
  NEVER,
  odd,
  refusal,
} from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { installClock, passUntil } from '../setup/screen/time.ts'

/** The seeker's screens when a call fails, is never answered, or is slow. */

const toast = (text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text)
const retry = () => page.getByRole('button', { name: 'Reintentar' }).click()

/** Advances the clock until the screen shows the failure: in steps, because a toast disappears again. */
async function expectTimeout(call: string, failure: Locator) {
  await expect.poll(() => callsOf(call).length).toBeGreaterThan(0)
  await passUntil(() => failure.query() !== null)
}

describe('a call of a seeker’s screen that is never answered', () => {
  const plomeria = page.getByRole('button', { name: 'Plomería' })
  const coyoacan = page.getByRole('button', { name: 'Coyoacán' })
  const calls = [
    {
      what: 'who is here',
      call: 'profiles',
      break: () => answerTable('profiles', NEVER),
      mend: () => answerTable('profiles', [{ role: 'buscador' }]),
      path: '/',
      said: page.getByText('No pudimos abrir tu cuenta'),
      back: coyoacan,
    },
    {
      what: 'the boroughs',
      call: 'alcaldias_disponibles',
      break: () => answerTable('alcaldias_disponibles', NEVER),
      mend: () => answerTable('alcaldias_disponibles', alcaldias('Coyoacán')),
      path: '/',
      said: toast('Error al cargar las alcaldías disponibles'),
      back: coyoacan,
    },
    {
      what: 'the trades',
      call: 'oficios_disponibles',
      break: () => answerTable('oficios_disponibles', NEVER),
      mend: () => answerTable('oficios_disponibles', oficios('Plomería')),
      path: '/seleccion-oficio',
      said: toast('Error al cargar los oficios disponibles'),
      back: plomeria,
    },
    {
      what: 'a profile',
      call: 'maestro-profile',
      break: () => answer(maestroProfile, NEVER),
      mend: () => answer(maestroProfile, perfil()),
      path: `/perfil/${MAESTRO}`,
      said: page.getByRole('heading', { name: 'No pudimos cargar este perfil' }),
      back: page.getByRole('button', { name: 'Chatear con el maestro' }),
    },
  ]
  test.each(calls)('shows an error and a retry button, and the retry succeeds: $what', async (one) => {
    installClock()
    open(one.path, { as: BUSCADOR })
    one.break()
    await expectTimeout(one.call, one.said)
    one.mend()
    await retry()
    await expect.element(one.back).toBeVisible()
  })

  test('shows an error and the button again: the next page of reviews', async () => {
    installClock()
    answer(
      maestroProfile,
      perfil({ cantidad_reseñas: 11, distribucion: [0, 0, 0, 0, 11], reseñas_cursor: 'next' }),
    )
    answer(resenas, NEVER)
    open(`/perfil/${MAESTRO}`, { as: BUSCADOR })
    const more = page.getByRole('button', { name: 'Ver más reseñas' })
    await more.click()
    await expectTimeout('resenas', page.getByText('No pudimos traer más reseñas. Inténtalo de nuevo.'))
    answer(resenas, { distribucion: [0, 0, 0, 0, 11], resenas: [], cursor: null })
    await more.click()
    await expect.element(more).not.toBeInTheDocument()
  })
})

test('an inbox whose server is away reads nothing aloud again, and appears when the server is back', async () => {
  installClock()
  answer(getChats, refusal('UNAVAILABLE'))
  open('/chats', { as: BUSCADOR })
  const button = page.getByRole('button', { name: 'Reintentar' })
  await passUntil(() => button.query() !== null)
  button.element().focus()
  let changes = 0
  const main = document.querySelector('main')
  if (!main) throw new Error('The screen has no main element.')
  new MutationObserver((records) => {
    changes += records.filter((one) => one.addedNodes.length > 0).length
  }).observe(main, { childList: true, subtree: true })
  const before = callsOf('get-chats').length
  // The third try comes after the time in which an inbox without live events is read again.
  await passUntil(() => callsOf('get-chats').length > before + 2)
  expect(changes).toBe(0)
  await expect.element(button).toHaveFocus()
  answer(getChats, { success: true, chats: [chatEnLista()], cursor: null })
  await passUntil(() => page.getByRole('main').getByRole('listitem').query() !== null)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('a maestro whose profile request is never answered counts as incomplete', async () => {
  installClock()
  open('/dashboard-maestro', { as: LUIS })
  answerTable('maestros', NEVER)
  await passUntil(() => location.pathname === '/onboarding-maestro')
})

describe('a sign-in', () => {
  const failures = [
    ['is answered with an error', odd(500, { msg: 'Mensaje del servidor' }), 'Mensaje del servidor'],
    ['is never answered', NEVER, 'No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.'],
  ] as const
  test.each(failures)('that %s shows an error, and keeps what was typed', async (_, reply, said) => {
    installClock()
    answerAuth('token', reply)
    open('/login')
    const password = page.getByLabelText('Contraseña', { exact: true })
    await page.getByLabelText('Correo electrónico', { exact: true }).fill('ana@ejemplo.mx')
    await password.fill('clave-larga')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expectTimeout('token', toast(said))
    await expect.element(password).toHaveValue('clave-larga')
  })
})

test('a session that a server function reports as expired is removed from the browser, and the person is redirected to the sign-in', async () => {
  answer(maestroProfile, refusal('SESSION_EXPIRED'))
  open(`/perfil/${MAESTRO}`, { as: BUSCADOR })
  await expect.poll(() => location.pathname).toBe('/login')
  open('/seleccion-oficio')
  await expect.poll(() => location.pathname).toBe('/login')
})

test('a slow search shows skeletons first, and then the results', async () => {
  const slow = held<ReturnType<typeof tarjeta>[]>()
  answer(maestros, slow.reply)
  localStorage.setItem('alcaldiaSeleccionada', 'Coyoacán')
  localStorage.setItem('oficioSeleccionado', 'Plomería')
  open('/resultados', { as: BUSCADOR })
  await expect.element(page.getByRole('status').filter({ hasText: 'Cargando' })).toBeVisible()
  slow.release(odd(200, [tarjeta()], { 'content-range': '0-0/1' }))
  await expect.element(page.getByRole('article')).toBeVisible()
})
