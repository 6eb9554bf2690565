import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { PRODUCT_KEY } from '../tools/product.ts'

/**
 * Idle sockets: for the product each has joined the channels of the navigation bar, for the minimal server
 * each is only open. Prints `ready` when all are open, sends heartbeats, and ends when its input ends.
 */
const { url, who, people } = z
  .object({
    url: z.string(),
    who: z.enum(['product', 'bare']),
    people: z.array(z.object({ id: z.string(), token: z.string() })),
  })
  .parse(JSON.parse(await firstLine()))

const HEARTBEAT_MS = 25_000
const AT_ONCE = 50
const base = url.replace('http', 'ws')
const sockets: WebSocket[] = []

for (let first = 0; first < people.length; first += AT_ONCE) {
  await Promise.all(people.slice(first, first + AT_ONCE).map(enter))
}
setInterval(() => {
  if (who === 'product') for (const socket of sockets) socket.send('[null,"9","phoenix","heartbeat",{}]')
}, HEARTBEAT_MS)
process.stdout.write('ready\n')
process.stdin.on('end', () => process.exit(0)).resume()

async function enter({ id, token }: { id: string; token: string }) {
  const address =
    who === 'product' ? `${base}/realtime/v1/websocket?apikey=${PRODUCT_KEY}&vsn=2.0.0` : `${base}/${id}`
  const socket = new WebSocket(address, { perMessageDeflate: false })
  socket.once('close', (code, reason) => {
    console.error(`a socket was closed: ${code} ${reason}`)
    process.exit(1)
  })
  await once(socket, 'open')
  if (who === 'product') {
    const asked = ['chats', 'mensajes'].map((table) => ({ event: '*', schema: 'public', table }))
    const config = {
      broadcast: { ack: false, self: false },
      presence: { key: '', enabled: false },
      postgres_changes: asked,
      private: false,
    }
    socket.send(JSON.stringify(['1', '1', 'realtime:navbar', 'phx_join', { config, access_token: token }]))
    const [reply] = await once(socket, 'message')
    if (!String(reply).includes('"ok"')) throw new Error(`refused: ${reply}`)
  }
  sockets.push(socket)
}

async function firstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk
    if (text.endsWith('\n')) break
  }
  return text
}
