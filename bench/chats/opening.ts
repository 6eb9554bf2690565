import type { Sql } from '../../apps/server/src/platform/db/pool.ts'
import { median } from '../report/measure.ts'
import { PRODUCT_KEY } from '../tools/product.ts'
import { fillConversation, fillInbox, type Person, pairUp } from './people.ts'

const ASKED = 300
const SHORT = 100
const LONG = 100_000
const SMALL = 10
const LARGE = 1_000

export interface Opened {
  conversation: { short: number; long: number }
  inbox: { small: number; large: number }
}

/**
 * The first page of a short and of a long conversation, requested in turns, one at a time. The median in
 * milliseconds.
 */
export async function opening(url: string, sql: Sql, people: Person[]): Promise<Opened> {
  const [one, two, three, four] = people
  if (!one || !two || !three || !four) throw new Error('too few people')
  const [short, long] = await pairUp(sql, [one, two])
  if (!short || !long) throw new Error('two conversations are needed')
  await fillConversation(sql, short, SHORT)
  await fillConversation(sql, long, LONG)
  await fillInbox(sql, three, SMALL)
  await fillInbox(sql, four, LARGE)
  await sql`vacuum analyze public.chats, public.mensajes`

  const messages = await inTurns(
    () => ask(url, 'get-messages', short.seeker, { chat_id: short.chatId }),
    () => ask(url, 'get-messages', long.seeker, { chat_id: long.chatId }),
  )
  const chats = await inTurns(
    () => ask(url, 'get-chats', three, {}),
    () => ask(url, 'get-chats', four, {}),
  )
  return {
    conversation: { short: messages[0], long: messages[1] },
    inbox: { small: chats[0], large: chats[1] },
  }
}

async function inTurns(one: () => Promise<number>, two: () => Promise<number>): Promise<[number, number]> {
  const took: [number[], number[]] = [[], []]
  for (let i = 0; i < ASKED; i++) {
    took[0].push(await one())
    took[1].push(await two())
  }
  // The first third is the warm-up.
  return [median(took[0].slice(ASKED / 3)), median(took[1].slice(ASKED / 3))]
}

async function ask(url: string, name: string, { token }: Person, body: unknown): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: PRODUCT_KEY, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
  return performance.now() - began
}
