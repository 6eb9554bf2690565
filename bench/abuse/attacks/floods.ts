import type { Attack } from '../attack.ts'
import { flood } from '../send.ts'

/**
 * As many requests as the connections allow: messages and chats of one person, and requests that are always
 * refused.
 */

const CONNECTIONS = 32
const CONTEXT = { alcaldia: 'Coyoacán', servicio: 'Plomería' }
let made = 0

const messages: Attack = {
  name: 'messages of one person',
  run: (target) => {
    const [pair] = target.pairs
    return flood(target, CONNECTIONS, () => ({
      method: 'POST',
      path: '/functions/v1/send-message',
      token: pair?.seeker.token ?? '',
      body: JSON.stringify({ chat_id: pair?.chatId, tipo: 'texto', contenido: `Mensaje ${++made}` }),
    }))
  },
}

const newChats: Attack = {
  name: 'new chats of one person',
  setUp: async (sql) => {
    const rows = await sql<{ id: string }[]>`select id from public.maestros order by id desc limit 900`
    return { maestros: rows.map(({ id }) => id).join() }
  },
  run: (target) => {
    const maestros = (target.data.maestros ?? '').split(',')
    return flood(target, CONNECTIONS, () => {
      const body = {
        maestro_id: maestros[++made % maestros.length],
        alcaldia_seleccionada: CONTEXT.alcaldia,
        oficio_seleccionado: CONTEXT.servicio,
        contexto: CONTEXT,
      }
      const token = target.pairs[1]?.seeker.token ?? ''
      return { method: 'POST', path: '/functions/v1/chat-initiate', token, body: JSON.stringify(body) }
    })
  },
}

const REFUSED = [
  { path: '/rest/v1/chats', token: 'no.token.atall' },
  { path: '/rest/v1/none?select=a' },
  { path: '/functions/v1/maestros?x=1' },
  { path: '/storage/v1/object/chat-media/none/1.jpg' },
  { path: '/auth/v1/user' },
  { path: '/nowhere' },
]
const refusedRequests: Attack = {
  name: 'refused requests',
  run: (target) => flood(target, CONNECTIONS, () => REFUSED[++made % REFUSED.length] ?? { path: '/' }),
}

const refreshes: Attack = {
  name: 'token refreshes',
  run: (target) =>
    flood(target, CONNECTIONS, () => ({
      method: 'POST',
      path: '/auth/v1/token?grant_type=refresh_token',
      body: JSON.stringify({ refresh_token: `none${++made}` }),
    })),
}

export const floodAttacks = [messages, newChats, refusedRequests, refreshes]
