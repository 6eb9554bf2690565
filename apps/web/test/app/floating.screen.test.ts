import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { getMessages } from '@maestros/contrato/chat/get-messages'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mensaje } from '../setup/messages.ts'
import { CHAT } from '../setup/people.ts'
import { chat } from '../setup/rows/chat.ts'
import { BUSCADOR, MAESTRO } from '../setup/rows/people.ts'
import { answer, answerAuth, answerRpc, answerTable, LOST, NEVER } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { installClock, passTime } from '../setup/screen/time.ts'

/** What floats over a screen, and how the screen is left. */

const toasts = () => [...document.querySelectorAll('[data-toast]')]
const boxOf = (one: Element) => one.getBoundingClientRect()

/** The titles and controls that a toast lies over. */
function covered(): string[] {
  const lies = ({ left, right, top, bottom }: DOMRect) =>
    toasts()
      .map(boxOf)
      .some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
  return [...document.querySelectorAll('h1, h2, h3, button, a[href], header')]
    .filter((one) => !one.closest('[data-toast]') && boxOf(one).width > 1 && lies(boxOf(one)))
    .map((one) => one.textContent || one.tagName)
}

test('a toast that is shown again is one toast, whose time begins again, and covers no title and no button', async () => {
  installClock()
  answer(chatInitiate, LOST)
  open(`/perfil/${MAESTRO}`, { as: BUSCADOR })
  const start = page.getByRole('button', { name: 'Chatear con el maestro' })
  for (const _ of [1, 2, 3]) {
    await start.click()
    await expect
      .poll(() => toasts().map((one) => one.textContent))
      .toEqual([expect.stringContaining('No pudimos conectar.')])
    await passTime(4000)
  }
  expect(toasts()).toHaveLength(1)
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height)
    await passTime(300)
    await expect.poll(covered).toEqual([])
  }
  await passTime(3000)
  expect(toasts()).toEqual([])
})

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a picture in full size closes on back, and another back leaves the conversation', async () => {
  answerTable('chats', [chat()])
  const picture = mensaje(1, { tipo: 'imagen', contenido: DOT, miniatura: DOT, ancho: 1, alto: 1 })
  answer(getMessages, { success: true, messages: [picture], cursor: null })
  answerTable('accesos_contacto', [])
  answerRpc('mark_messages_as_read')
  const router = open('/chats', { as: BUSCADOR })
  await router.navigate(`/chats/${CHAT}`)
  await page.getByRole('button', { name: /abrir en grande/ }).click()
  const shown = page.getByRole('dialog', { name: 'Imagen' })
  await expect.element(shown).toBeVisible()
  history.back()
  await expect.element(shown).not.toBeInTheDocument()
  expect(location.pathname).toBe(`/chats/${CHAT}`)
  history.back()
  await expect.poll(() => location.pathname).toBe('/chats')
})

test('a sign-out on a network that does not answer shows the sign-in', async () => {
  answerAuth('logout', NEVER)
  open('/', { as: BUSCADOR })
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect.poll(() => location.pathname).toBe('/login')
  await expect.element(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})
