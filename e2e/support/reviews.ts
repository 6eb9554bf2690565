import type { APIRequestContext } from '@playwright/test'
import { succeed } from './api.ts'
import { makeBuscador, makeMaestro, type Person, startChat, write } from './chats.ts'
import { asOperator, requestContact } from './maestro.ts'

/** A maestro whose contact the seeker has unlocked and with whom they talked: the seeker may write a review. */
export async function makeReviewableMaestro(request: APIRequestContext, buscador: Person, maestro?: Person) {
  const luis = maestro ?? (await makeMaestro(request, { nombre: 'Luis', apellido: 'Hernández' }))
  const chat = await startChat(request, { buscador, maestro: luis })
  await requestContact(request, buscador, luis)
  await write(request, buscador, chat, 'Buenas tardes, se fue la luz en mi casa')
  await write(request, luis, chat, 'Voy mañana a las nueve')
  return { luis, chat }
}

export type Review = { puntuacion: number; comentario: string; trabajo_realizado?: boolean }

/** A review of a new seeker, written through the product's own function. It counts unless it is written right after the unlock. */
export async function reviewedBy(
  request: APIRequestContext,
  maestro: Person,
  review: Review,
  { nombre = 'Rosa', apellido = 'Vega', atOnce = false } = {},
): Promise<string> {
  const author = await makeBuscador(request, { nombre, apellido })
  await makeReviewableMaestro(request, author, maestro)
  if (!atOnce) await unlockedDaysAgo(request, author, 1)
  const data = { maestro_id: maestro.id, trabajo_realizado: true, ...review }
  const { resena } = await succeed(
    request.post('/functions/v1/guardar-resena', { headers: author.headers, data }),
  )
  return resena.id
}

/** As if the contact had been unlocked some days ago. */
export async function unlockedDaysAgo(request: APIRequestContext, buscador: Person, days: number) {
  const data = { creado_en: new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString() }
  const rows = [
    `accesos_contacto?buscador_id=eq.${buscador.id}`,
    // The notice in the chat has the time of the access.
    `mensajes?autor_id=eq.${buscador.id}&tipo=eq.contacto`,
  ]
  for (const path of rows) await succeed(request.patch(`/rest/v1/${path}`, { headers: asOperator(), data }))
}

/** As if the review of this author had been written some days ago. */
export const writtenDaysAgo = (request: APIRequestContext, buscador: Person, days: number) =>
  succeed(
    request.patch(`/rest/v1/resenas?buscador_id=eq.${buscador.id}`, {
      headers: asOperator(),
      data: { creado_en: new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString() },
    }),
  )
