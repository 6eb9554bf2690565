import { createServer } from 'node:http'
import postgres from 'postgres'
import { WebSocketServer } from 'ws'
import { z } from 'zod'

/**
 * The reference: a minimal `ws` server that inserts the row it receives and forwards it to the one recipient.
 * It has no keys, tokens, rights or channels: nothing could do the same with less work.
 */
const Sent = z.object({
  chat_id: z.string(),
  autor_id: z.string(),
  to: z.string(),
  contenido: z.string(),
  client_id: z.string(),
})

const sql = postgres({ max: 10, onnotice: () => {} })
const people = new Map<string, import('ws').WebSocket>()
const http = createServer((_, response) => response.end('ready'))
const server = new WebSocketServer({ server: http, perMessageDeflate: false })

server.on('connection', (socket, request) => {
  const id = request.url?.slice(1) ?? ''
  people.set(id, socket)
  socket.on('close', () => people.delete(id))
  socket.on('message', (data) => {
    const { to, ...row } = Sent.parse(JSON.parse(String(data)))
    void insert(row).then((stored) => people.get(to)?.send(JSON.stringify({ ...row, ...stored })))
  })
})

async function insert({ chat_id, autor_id, contenido, client_id }: Omit<z.infer<typeof Sent>, 'to'>) {
  const [stored] = await sql<{ id: string; creado_en: Date }[]>`
    insert into public.mensajes (chat_id, autor_id, tipo, contenido, client_id)
    values (${chat_id}, ${autor_id}, 'texto', ${contenido}, ${client_id})
    returning id, creado_en`
  return stored
}

http.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
