import { misSolicitudes } from '@maestros/contrato/ayuda/mis-solicitudes'
import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { resenas } from '@maestros/contrato/resenas/resenas'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { queryClient } from '#lib/session/query-client.ts'
import { CHAT } from '../setup/people.ts'
import { BUSCADOR, MAESTRO } from '../setup/rows/people.ts'
import { perfil, resena } from '../setup/rows/perfil.ts'
import { answer, callsOf, held, odd, refusal } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'

/** The profile of a maestro with answers that are unusual, late, or refusals. */

const PATH = `/perfil/${MAESTRO}`
const chatButton = page.getByRole('button', { name: 'Chatear con el maestro' })

// A complete profile always has a photo, and its description is never blank, so the server does not answer this.
test('a profile with few fields leaves out what is missing, or says that it is missing', async () => {
  answer(
    maestroProfile,
    perfil({
      nombre: 'Ángel',
      apellido: 'Ñ',
      identidad_verificada: false,
      descripcion: '  ',
      reseñas: [],
      cantidad_reseñas: 0,
      promedio_calificacion: 0,
      distribucion: [0, 0, 0, 0, 0],
    }),
  )
  open(PATH, { as: BUSCADOR })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ángel Ñ.')
  expect(document.querySelector('[data-initials]')?.textContent).toBe('ÁÑ')
  expect(document.querySelector('main img')).toBeNull()
  const missing: Locator[] = [
    page.getByRole('button', { name: 'Identidad verificada' }),
    page.getByRole('region', { name: 'Acerca de su trabajo' }),
  ]
  for (const one of missing) await expect.element(one).not.toBeInTheDocument()
  for (const text of ['No hay referencias disponibles', 'Aún no hay reseñas'])
    await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Sin reseñas todavía' })).toBeVisible()
})

test('when the next page of reviews cannot be loaded, the reviews stay, and the page can be retried', async () => {
  const distribucion = [0, 0, 0, 0, 3]
  answer(
    maestroProfile,
    perfil({ reseñas: [resena(1), resena(2)], cantidad_reseñas: 3, distribucion, reseñas_cursor: 'next' }),
  )
  answer(resenas, odd(500))
  open(PATH, { as: BUSCADOR })
  const more = page.getByRole('button', { name: 'Ver más reseñas' })
  const items = page.getByText(/^Muy buen trabajo \d$/)
  await more.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('No pudimos traer más reseñas. Inténtalo de nuevo.')
  expect(items.elements()).toHaveLength(2)
  answer(resenas, { distribucion, resenas: [resena(3)], cursor: null })
  await more.click()
  await expect.poll(() => items.elements()).toHaveLength(3)
  expect(callsOf('resenas').at(-1)?.query.get('cursor')).toBe('next')
})

test('a chat that is started opens only while the person is still on the profile', async () => {
  const chat = held<{ success: true; chat_id: string }>()
  answer(chatInitiate, chat.reply)
  answer(misSolicitudes, { solicitudes: [], total: 0 })
  const router = open(PATH, { as: BUSCADOR })
  await chatButton.click()
  await expect.poll(() => callsOf('chat-initiate')).toHaveLength(1)
  await page.getByRole('link', { name: 'Ayuda' }).click()
  await expect.element(page.getByRole('heading', { name: 'Centro de Ayuda' })).toBeVisible()
  chat.release({ success: true, chat_id: CHAT })
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  expect(router.state.navigation.state).toBe('idle')
  expect(location.pathname).toBe('/ayuda')
})

test('a chat about a trade that was retired meanwhile is refused with the sentence of the server, on the profile', async () => {
  const sentence = 'Ese oficio no está en el directorio. Elige otro en la búsqueda.'
  answer(chatInitiate, refusal('INVALID_INPUT', sentence))
  open(PATH, { as: BUSCADOR })
  await chatButton.click()
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(location.pathname).toBe(PATH)
})
