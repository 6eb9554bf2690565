import type { TestApp } from '../app.ts'
import { type Called, call } from '../functions.ts'
import { makeBuscador, makeMaestro, type TestMaestro, type TestPerson, unlockContacto } from './maestros.ts'

/** A seeker who unlocked the contact of a maestro yesterday, and both wrote in their chat: the seeker may write a review, which counts. */
export interface ReviewablePair {
  ana: TestPerson
  luis: TestMaestro
  chat: string
}

export async function makeReviewablePair(
  app: TestApp,
  { ana, luis }: { ana?: TestPerson; luis?: TestMaestro } = {},
): Promise<ReviewablePair> {
  const pair = { ana: ana ?? (await makeBuscador(app)), luis: luis ?? (await makeMaestro(app)) }
  await unlockContacto(app, { buscador: pair.ana.id, maestro: pair.luis.id })
  await app.sql`
    update public.accesos_contacto set creado_en = creado_en - interval '1 day' where buscador_id = ${pair.ana.id}
      and maestro_id = ${pair.luis.id}`
  const chat = await makeChat(app, pair.ana.id, pair.luis.id)
  await app.sql`
    insert into public.mensajes (chat_id, autor_id, tipo, contenido) values
      (${chat}, ${pair.ana.id}, 'texto', 'Buenas tardes'), (${chat}, ${pair.luis.id}, 'texto', 'Dígame')`
  return { ...pair, chat }
}

export async function makeChat({ sql }: TestApp, buscador: string, maestro: string): Promise<string> {
  const [chat] = await sql<{ id: string }[]>`
    insert into public.chats (buscador_id, maestro_id) values (${buscador}, ${maestro}) returning id`
  return chat!.id
}

export interface Written {
  puntuacion?: number
  comentario?: string
  trabajo_realizado?: boolean
  fotos?: string[]
}

export const REVIEW = {
  puntuacion: 5,
  comentario: 'Llegó a tiempo y dejó todo limpio.',
  trabajo_realizado: true,
}

export const writeReview = (author: TestPerson, maestro: string, review: Written = {}): Promise<Called> =>
  call(author.client, 'guardar-resena', { body: { maestro_id: maestro, ...REVIEW, ...review } })

export const ownReview = async (author: TestPerson, maestro: string) =>
  (await call(author.client, `resena-propia/${maestro}`)).data

export const answerReview = (maestro: TestPerson, resena_id: string, respuesta: string): Promise<Called> =>
  call(maestro.client, 'responder-resena', { body: { resena_id, respuesta } })

/** Makes a review old, as if it had been written some days ago. */
export const ageReview = (app: TestApp, author: string, days: number) =>
  app.sql`
    update public.resenas set creado_en = creado_en - make_interval(days => ${days}) where buscador_id = ${author}`
