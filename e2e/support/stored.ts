import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { succeed } from './api.ts'
import { CONTEXTO } from './chats.ts'
import { asOperator } from './maestro.ts'
import { signedIn } from './profiles.ts'

/** Rows that only the secret key may store. They are not moderated, and no live event is sent. */

const insert = (request: APIRequestContext, table: string, data: object[]) =>
  succeed(request.post(`/rest/v1/${table}`, { headers: asOperator(), data }))

type Pair = { buscador: string; maestro: string }

/** Returns the ids of the chats, in the same order. */
export async function storeChats(request: APIRequestContext, pairs: Pair[], contexto: object = CONTEXTO) {
  const rows = pairs.map(({ buscador, maestro }) => ({
    id: randomUUID(),
    buscador_id: buscador,
    maestro_id: maestro,
    contexto,
  }))
  await insert(request, 'chats', rows)
  return rows.map(({ id }) => id)
}

export type StoredMessage = {
  chatId: string
  author: string
  tipo?: 'texto' | 'imagen' | 'video'
  text?: string
  at?: Date
}

/** Stores the messages in this order. */
export const storeMessages = (request: APIRequestContext, messages: StoredMessage[], now = new Date()) =>
  insert(
    request,
    'mensajes',
    messages.map(({ chatId, author, tipo = 'texto', text = null, at = now }) => ({
      chat_id: chatId,
      autor_id: author,
      tipo,
      contenido: text,
      creado_en: at.toISOString(),
    })),
  )

export type StoredReview = { puntuacion: number; trabajo_realizado: boolean }

/** Stores a review by each of these seekers. They are old, so the maestro gets no e-mail about them. */
export const storeReviews = (
  request: APIRequestContext,
  maestro: string,
  seekers: string[],
  reviewOf: (nth: number) => StoredReview,
) =>
  insert(
    request,
    'resenas',
    seekers.map((buscador_id, nth) => ({
      maestro_id: maestro,
      buscador_id,
      ...reviewOf(nth),
      comentario: 'Llegó a tiempo y dejó todo limpio.',
      creado_en: '2026-01-01T12:00:00Z',
      contada: true,
    })),
  )

/** The ids of seekers of the demo as whom no test signs in. The accounts of the demo are the oldest. */
export async function demoSeekers(request: APIRequestContext, count: number): Promise<string[]> {
  const { userId } = await signedIn(request, 'buscador')
  const path = `/rest/v1/profiles?select=id&role=eq.buscador&id=neq.${userId}&order=creado_en,id&limit=${count}`
  const rows: { id: string }[] = await succeed(request.get(path, { headers: asOperator() }))
  return rows.map(({ id }) => id)
}
