import { getChats } from '@maestros/contrato/chat/get-chats'
import { getMessages } from '@maestros/contrato/chat/get-messages'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mensaje } from '../setup/messages.ts'
import { chatEnLista } from '../setup/rows/chat.ts'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answer, callsOf, refusal } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import {
  log,
  makeConversation,
  messages,
  openConversation,
  pageBefore,
} from '../setup/screen/conversation.ts'

/** Conversations and inboxes of thousands of rows: the page stays small, and nothing is lost or moved. */

const NODES_MAX = 2000
const nodes = () => document.querySelectorAll('*').length
const conversations = page.getByRole('list', { name: 'Conversaciones' })

describe('a conversation of thousands of messages', () => {
  const ALL = 20_000
  const PAGE = 40
  const newest = page.getByText(/^línea 20000/)
  const pagesRead = () => callsOf('get-messages').length

  function makeLongConversation() {
    const conversation = makeConversation()
    const { chatId: chat_id, other: autor_id } = conversation
    const all = Array.from({ length: ALL }, (_, nth) => {
      const contenido = `línea ${nth + 1}${' y algo más'.repeat((nth + 1) % 7)}`
      return mensaje(nth + 1, { chat_id, autor_id, contenido })
    })
    answer(getMessages, ({ cursor }) => pageBefore(all, cursor))
    return conversation
  }

  test('renders only what is near the screen, leads back to its end, and is not read again as a whole when it is opened again', async () => {
    const { chatId: id, own } = makeLongConversation()
    answer(getChats, { success: true, chats: [chatEnLista({ id })], cursor: null })
    open('/chats', { as: { id: own, role: 'buscador' } })
    await conversations.getByRole('link').click()
    await expect.element(newest).toBeInViewport()
    expect(messages.elements().length).toBeLessThan(PAGE)
    await expect
      .poll(
        () => {
          log.element().scrollBy(0, -2500)
          expect(nodes()).toBeLessThan(NODES_MAX)
          return pagesRead()
        },
        { interval: 20 },
      )
      .toBeGreaterThanOrEqual(25)
    // What is on the screen is whole: consecutive messages without a gap.
    await expect.poll(() => numbersOnScreen().length).toBeGreaterThan(3)
    await expect.poll(gaps).toEqual([])

    await page.getByRole('button', { name: 'Ir al final de la conversación' }).click()
    await expect.element(newest).toBeInViewport()
    expect(nodes()).toBeLessThan(NODES_MAX)

    await page.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
    const before = pagesRead()
    await conversations.getByRole('link').click()
    await expect.element(newest).toBeInViewport()
    expect(pagesRead() - before, 'pages that were read again').toBeLessThanOrEqual(3)
  })

  test('keeps the focus when the row that has it is no longer rendered, and is scrolled to its oldest loaded message by Home and to its newest by End', async () => {
    await openConversation(makeLongConversation())
    await expect.element(newest).toBeInViewport()
    const focusLast = () => {
      const button = messages.last().getByRole('button', { name: 'Opciones del mensaje' }).element()
      button.focus()
      expect(document.activeElement).toBe(button)
    }
    focusLast()
    log.element().scrollTo(0, -log.element().scrollHeight)
    await expect.element(newest).not.toBeInTheDocument()
    await expect.element(log).toHaveFocus()

    await userEvent.keyboard('{End}')
    await expect.element(newest).toBeInViewport()
    focusLast()
    // Each press leads to the oldest of the messages that are loaded by then, and the ones before them are loaded.
    for (const times of [1, 2, 3]) {
      await expect
        .poll(async () => {
          await userEvent.keyboard('{Home}')
          return Math.min(...numbersOnScreen())
        })
        .toBeLessThanOrEqual(ALL - times * PAGE + 1)
      await expect.element(log).toHaveFocus()
      await expect.poll(pagesRead).toBeGreaterThan(times)
    }
    await userEvent.keyboard('{End}')
    await expect.element(newest).toBeInViewport()
    await expect.element(log).toHaveFocus()
    expect(log.element().scrollTop).toBe(0)
  })

  function numbersOnScreen() {
    const { top, bottom } = log.element().getBoundingClientRect()
    return messages
      .elements()
      .filter((row) => {
        const box = row.getBoundingClientRect()
        return box.bottom > top && box.top < bottom
      })
      .map((row) => Number(/línea (\d+)/.exec(row.querySelector('[data-texto]')?.textContent ?? '')?.[1]))
  }

  /** The numbers on the screen before which one is missing. */
  const gaps = () => numbersOnScreen().filter((one, nth, all) => nth > 0 && one !== (all[nth - 1] ?? 0) + 1)
})

test('an inbox of thousands of chats is loaded to its last row however fast one scrolls, also when a page is refused for a moment, and renders only what is near the screen', async () => {
  const [all, size] = [2000, 30]
  const refused = new Set([30, 600])
  const chatOf = (nth: number) =>
    chatEnLista({
      id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
      last_message: null,
      ultimo_mensaje_en: new Date(Date.UTC(2026, 0, 1) - nth * 60_000).toISOString(),
      maestros: { nombre: `Persona${nth}`, apellido: 'Z', foto_perfil_url: null },
    })
  answer(getChats, ({ cursor }) => {
    const from = Number(cursor ?? 0)
    if (refused.delete(from)) return refusal('RATE_LIMITED', 'Espera un momento.', { 'retry-after': '1' })
    const to = Math.min(from + size, all)
    const chats = Array.from({ length: to - from }, (_, nth) => chatOf(from + nth))
    return { success: true as const, chats, cursor: to < all ? String(to) : null }
  })
  open('/chats', { as: BUSCADOR })
  const rows = conversations.getByRole('listitem')
  await expect.element(rows.first()).toMatchTextContent('Persona0 ')
  const scrollDown = () => {
    scrollTo(0, document.documentElement.scrollHeight)
    return rows.filter({ hasText: `Persona${all - 1} ` }).query()
  }
  await expect.poll(scrollDown, { interval: 20, timeout: 50_000 }).not.toBeNull()
  expect(refused.size).toBe(0)
  expect(page.getByRole('button', { name: 'Reintentar' }).query()).toBeNull()
  expect(nodes()).toBeLessThan(NODES_MAX)
  await expect.element(rows.last()).toHaveAttribute('aria-posinset', String(all))
  await expect.element(rows.last()).toHaveAttribute('aria-setsize', String(all))
})
