import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

/**
 * The other callers: searches, messages, /healthz and, where wanted, uploads at a fixed rate, independent of earlier answers, from
 * other loopback addresses than the attacker's. Prints how long each took, in milliseconds. A refused or
 * unanswered request counts as FAILED_MS.
 */
const Work = z.object({
  url: z.string(),
  key: z.string(),
  seconds: z.number(),
  rate: z.number(),
  /** Uploads a second, of the picture in base64. */
  uploads: z.number(),
  picture: z.base64(),
  paths: z.array(z.string()),
  senders: z.array(z.object({ chatId: z.string(), token: z.string() })),
})

const FAILED_MS = 10_000
const CALLERS = 20

const { url, key, seconds, rate, uploads, picture, paths, senders } = Work.parse(
  JSON.parse(await text(process.stdin)),
)
try {
  // Measures the server's delay, not the meter's own wait for a core.
  setPriority(-10)
} catch {
  // Only root may do this. It is the same with and without the attack.
}

const { hostname, port } = new URL(url)
const callers = Array.from({ length: CALLERS }, (_, i) => ({
  localAddress: `127.0.0.${i + 2}`,
  agent: new Agent({ keepAlive: true }),
}))

interface Asked {
  method?: string
  path: string
  token?: string
  type?: string
  body?: string | Buffer
}

function ask(
  number: number,
  { method = 'GET', path, token, type = 'application/json', body }: Asked,
): Promise<number> {
  const headers = {
    apikey: key,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve) => {
    const began = performance.now()
    const failed = () => resolve(FAILED_MS)
    const options = { ...callers[number % CALLERS], hostname, port, method, path, headers }
    const asked = request(options, (response) => {
      response.resume().once('error', failed)
      response.once('end', () => resolve(response.statusCode === 200 ? performance.now() - began : FAILED_MS))
    })
    asked.setTimeout(FAILED_MS, () => asked.destroy())
    asked.once('error', failed).end(body)
  })
}

const search = (i: number) => ask(i, { path: paths[Math.floor(Math.random() * paths.length)] ?? '/' })
const health = (i: number) => ask(i, { path: '/healthz' })
/** In turns over many people, so that no single person sends without pause. */
const message = (i: number) => {
  const { chatId, token = '' } = senders[i % senders.length] ?? {}
  const body = JSON.stringify({ chat_id: chatId, tipo: 'texto', contenido: `Buenas tardes, ${i}` })
  return ask(i, { method: 'POST', path: '/functions/v1/send-message', token, body })
}

const bytes = Buffer.from(picture, 'base64')
const upload = (i: number) => {
  const { chatId, token = '' } = senders[i % senders.length] ?? {}
  const path = `/storage/v1/object/chat-media/${chatId}/${Date.now()}${i}.jpg`
  return ask(i, { method: 'POST', path, token, type: 'image/jpeg', body: bytes })
}

const took: Record<'search' | 'message' | 'health' | 'upload', Promise<number>[]> = {
  search: [],
  message: [],
  health: [],
  upload: [],
}
const began = performance.now()
for (let i = 0; i < rate * seconds; i++) {
  await delay(Math.max(0, began + (i * 1000) / rate - performance.now()))
  took.search.push(search(i))
  took.message.push(message(i))
  took.health.push(health(i))
  if (uploads > 0 && i % Math.round(rate / uploads) === 0) took.upload.push(upload(i))
}
const all = await Promise.all(
  Object.entries(took).map(async ([name, list]) => [name, await Promise.all(list)] as const),
)
process.stdout.write(JSON.stringify(Object.fromEntries(all)), () => process.exit(0))
