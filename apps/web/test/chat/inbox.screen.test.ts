import { getChats } from '@maestros/contrato/chat/get-chats'
import { getMaestroChats } from '@maestros/contrato/chat/get-maestro-chats'
import { getMessages } from '@maestros/contrato/chat/get-messages'
import type { Role } from '@maestros/dominio/acceso/roles'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { chatEnLista } from '../setup/rows/chat.ts'
import { answer, answerTable, held, NEVER, refusal } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'

/** The list of conversations: many pages, and pages that cannot be read. */

const PAGE = 30

/** A page of chats as either function answers it; the numbers in the names tell them apart. */
function pageFrom(cursor: string | undefined, total: number) {
  const from = Number(cursor ?? 0)
  const chats = Array.from({ length: PAGE }, (_, at) => {
    const nth = from + at
    const id = `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
    const nombre = `Persona${nth}`
    return {
      ...chatEnLista({ id, ultimo_mensaje_en: new Date(Date.UTC(2026, 0, 1) - nth * 60_000).toISOString() }),
      maestros: { nombre, apellido: 'Z', foto_perfil_url: null },
      profiles: { display_name: `${nombre} Zavala` },
    }
  })
  return { success: true as const, chats, cursor: from + PAGE < total ? String(from + PAGE) : null }
}

/** A new person: the browser keeps a copy of the inbox for each. */
const someone = (role: Role) => ({ id: crypto.randomUUID(), role })

const list = page.getByRole('list', { name: 'Conversaciones' })
const rows = list.getByRole('listitem')

test('a long inbox loads more rows without moving, and is shown at once when going back from a conversation', async () => {
  answer(getMaestroChats, ({ cursor }) => pageFrom(cursor, 300))
  open('/chat-maestro', { as: someone('maestro') })
  const far = rows.filter({ hasText: 'Persona85 ' })
  const box = () => far.query()?.getBoundingClientRect() ?? new DOMRect()
  const isShown = () => box().height > 0 && box().top >= 0 && box().bottom <= innerHeight
  await expect
    .poll(
      () => {
        // The next page arrives before the end of the list is on the screen.
        const end = list.query()?.getBoundingClientRect().bottom ?? 0
        if (!isShown() && end > innerHeight + 500) scrollBy(0, 500)
        return isShown()
      },
      { interval: 50 },
    )
    .toBe(true)
  const placed = box().top + scrollY
  // Only the rows near the window are rendered: the height of the list tells how many are loaded.
  const loaded = () => Math.floor(list.element().getBoundingClientRect().height / box().height)
  await expect.poll(loaded).toBeGreaterThan(PAGE * 3)
  expect(box().top + scrollY).toBe(placed)
  const { top } = box()
  const names = rows.elements().map(({ textContent }) => textContent)
  expect(new Set(names).size).toBe(names.length)

  // No request is answered from here on, so what is shown comes from the cache.
  answer(getMaestroChats, NEVER)
  answer(getMessages, NEVER)
  answerTable('chats', NEVER)
  const back = [
    () => history.back(),
    () => page.getByRole('link', { name: 'Volver a tus conversaciones' }).click(),
  ]
  for (const leave of back) {
    await far.getByRole('link').click()
    await expect.poll(() => location.pathname).toMatch(/^\/chat-maestro\/./)
    await expect.element(page.getByRole('link', { name: 'Volver a tus conversaciones' })).toBeVisible()
    await leave()
    await expect.poll(() => Math.abs(box().top - top)).toBeLessThan(2)
    expect(isShown()).toBe(true)
  }
})

test('an inbox that cannot be loaded shows an error, keeps the rows it has, and can be retried', async () => {
  answer(getChats, refusal('INTERNAL'))
  open('/chats', { as: someone('buscador') })
  const retry = page.getByRole('button', { name: 'Reintentar' })
  await expect.element(page.getByText('No pudimos traer tus conversaciones')).toBeVisible()
  answer(getChats, ({ cursor }) => (cursor ? refusal('INTERNAL') : pageFrom(cursor, PAGE * 2)))
  await retry.click()
  await expect.element(rows.first()).toBeVisible()
  scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(rows.last()).toHaveAttribute('aria-posinset', String(PAGE))
  await expect.element(page.getByText('No pudimos traer más conversaciones.')).toBeVisible()
  answer(getChats, ({ cursor }) => pageFrom(cursor, PAGE * 2))
  await retry.click()
  await expect.element(rows.first()).toHaveAttribute('aria-setsize', String(PAGE * 2))
  await expect.element(retry).not.toBeInTheDocument()
})

test('rows that arrive late, when the end of the list is on the screen, do not move it', async () => {
  const late = held<ReturnType<typeof pageFrom>>()
  answer(getChats, ({ cursor }) => (cursor === String(PAGE) ? late.reply : pageFrom(cursor, PAGE * 3)))
  open('/chats', { as: someone('buscador') })
  await expect.element(rows.first()).toBeVisible()
  scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(rows.last()).toHaveAttribute('aria-posinset', String(PAGE))
  const before = scrollY
  late.release(pageFrom(String(PAGE), PAGE * 3))
  const { height } = rows.first().element().getBoundingClientRect()
  await expect.poll(() => list.element().getBoundingClientRect().height).toBeGreaterThan(height * PAGE * 1.5)
  expect(scrollY).toBe(before)
})
