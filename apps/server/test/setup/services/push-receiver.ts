import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { z } from 'zod'

/**
 * A push service and its browsers on this machine. Each browser has its own keys and decrypts what it receives by RFC 8291,
 * written here without the library that the product encrypts with.
 */
export interface PushReceiver {
  origin: string
  /** The next answers of the service for each path, after `before`; 201 when there is none. With 0 it closes the connection. */
  answers: Map<string, Answer>
  received: Received[]
  newBrowser(): TestBrowser
  close(): Promise<void>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  before?: () => Promise<unknown>
}

export interface TestBrowser {
  path: string
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
}

export interface Received {
  path: string
  topic: string | undefined
  /** The decrypted notification; null for a path without a browser. */
  aviso: z.infer<typeof Aviso> | null
  /** The claims of the VAPID token, whose signature was checked, and its key. */
  vapid: { aud: unknown; sub: unknown; key: string }
}

const Aviso = z.strictObject({
  titulo: z.string(),
  cuerpo: z.string(),
  grupo: z.string(),
  ruta: z.string(),
  en: z.number(),
})

type Keys = { curve: ReturnType<typeof createECDH>; auth: Buffer }

export async function startPushReceiver(): Promise<PushReceiver> {
  const browsers = new Map<string, Keys>()
  const answers: PushReceiver['answers'] = new Map()
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = await buffer(request)
    const keys = browsers.get(path)
    const answer: Answer = answers.get(path) ?? { status: 201 }
    received.push({
      path,
      topic: z.string().optional().parse(request.headers.topic),
      aviso: keys ? Aviso.parse(JSON.parse(decrypt(body, keys))) : null,
      vapid: await vapidOf(request.headers.authorization ?? ''),
    })
    await answer.before?.()
    if (answer.status === 0) return void response.destroy()
    response.writeHead(answer.status, answer.headers).end('x'.repeat(1000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    answers,
    received,
    newBrowser: () => {
      const path = `/push/${randomUUID()}`
      const keys = newKeys()
      browsers.set(path, keys)
      const { curve, auth } = keys
      const encoded = { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { path, subscription: { endpoint: origin + path, keys: encoded } }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function newKeys(): Keys {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return { curve, auth: randomBytes(16) }
}

/** RFC 8188 and RFC 8291: one record, encrypted with keys of both sides. */
function decrypt(body: Buffer, { curve, auth }: Keys): string {
  const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0]
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with this byte, which zeros may follow.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

async function vapidOf(authorization: string): Promise<Received['vapid']> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }))
  return { aud: payload.aud, sub: payload.sub, key }
}
