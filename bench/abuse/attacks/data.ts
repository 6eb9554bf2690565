import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { flood, loops, openUnread } from '../send.ts'

/**
 * The data surface: rows with many keys, regular expressions, wide and cyclic reads, and answers that are not
 * read.
 */

const KEYS = 20_000
const keys = Array.from({ length: KEYS }, (_, i) => `"k${i}":1`)
const OPPOSITE = `[{${keys.join(',')}},{${keys.reverse().join(',')}}]`

const manyKeys: Attack = {
  name: 'rows of 20,000 keys',
  run: (target) => flood(target, 4, () => ({ method: 'POST', path: '/rest/v1/x', body: OPPOSITE })),
}

const PATTERN = encodeURIComponent('((.{1,150}){1,140})')
const FILTERS = Array.from({ length: 60 }, () => `nombre=match.${PATTERN}`).join('&')

const regularExpressions: Attack = {
  name: 'regular expressions',
  run: (target) => flood(target, 20, () => ({ path: `/rest/v1/alcaldias_disponibles?${FILTERS}` })),
}

let shapes = 0
const statementShapes: Attack = {
  name: 'statements of many shapes',
  run: (target) =>
    flood(target, 16, () => {
      shapes += 1
      const conditions = Array.from({ length: 1 + (shapes % 40) }, (_, i) => `nombre.eq.${i}`).join(',')
      const select = Array.from({ length: 1 + ((shapes >> 5) % 20) }, (_, i) => `a${i}:nombre`).join(',')
      return { path: `/rest/v1/alcaldias_disponibles?select=${select}&or=(${conditions})` }
    }),
}

const MESSAGES = 1100
const fillMessages: NonNullable<Attack['setUp']> = async (sql, pairs) => {
  const [pair] = pairs
  if (!pair) throw new Error('the attacker needs a chat')
  await sql.begin(async (tx) => {
    // The counters of the chat are not part of the measurement.
    await tx`set local session_replication_role = replica`
    await tx`delete from public.mensajes where chat_id = ${pair.chatId}`
    await tx`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido)
      select ${pair.chatId}, ${pair.seeker.id}, 'texto', repeat('largo ', 300) from generate_series(1, ${MESSAGES})`
  })
  return {}
}
const WIDE = `/rest/v1/mensajes?select=${Array.from({ length: 60 }, (_, i) => `a${i}:contenido`).join(',')}`
const CYCLIC = `/rest/v1/mensajes?select=${encodeURIComponent('id,chats(id,mensajes(id,chats(id,mensajes(contenido))))')}`

const wideSelects: Attack = {
  name: 'wide selects',
  setUp: fillMessages,
  run: (target) => flood(target, 8, () => ({ path: WIDE, token: target.pairs[0]?.seeker.token ?? '' })),
}

const cyclicEmbeds: Attack = {
  name: 'cyclic embeds',
  setUp: fillMessages,
  run: (target) => flood(target, 8, () => ({ path: CYCLIC, token: target.pairs[0]?.seeker.token ?? '' })),
}

const UNREAD = 40
const PAUSE_MS = 200
const unreadAnswers: Attack = {
  name: 'unread answers',
  setUp: fillMessages,
  run: async (target) => {
    const bytes =
      `GET ${WIDE} HTTP/1.1\r\nHost: localhost\r\napikey: ${target.key}\r\n` +
      `Authorization: Bearer ${target.pairs[0]?.seeker.token}\r\n\r\n`
    await loops(target, UNREAD, async () => {
      const socket = await openUnread(target, bytes)
      target.count('unread')
      while (!socket.destroyed && !target.isOver()) await delay(PAUSE_MS)
      socket.destroy()
      await delay(PAUSE_MS)
    })
  },
}

export const dataAttacks = [
  manyKeys,
  regularExpressions,
  statementShapes,
  wideSelects,
  cyclicEmbeds,
  unreadAnswers,
]
