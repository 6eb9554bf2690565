import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

/**
 * A server for the part of S3 that objects need. It checks every signature by the published rules of version
 * 4, independently of the library that made it.
 */
export interface S3Server {
  settings: Record<
    'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
    string
  >
  objects: Map<string, Buffer>
  /**
   * How many of the next requests fail with this status. With status 0 the connection is lost within the answer,
   * with status -1 the rest of the answer never comes, with status -2 nothing of it, and with status -3 only its headers.
   */
  fail: { times: number; status: number }
  /** Methods that are refused with 403, each with the code of the refusal. */
  denied: Map<string, string>
  close(): Promise<void>
}

const REGION = 'mx-central-1'
const BUCKET = 'maestros'
const KEY_ID = 'clave-de-prueba'
const SECRET = 'secreto-de-prueba'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Escapes everything but letters, digits and -._~ */
const escaped = (part: string) =>
  encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const fail = { times: 0, status: 503 }
  const denied = new Map<string, string>()

  const answer = (request: IncomingMessage, body: Buffer): [number, string | Buffer] => {
    if (fail.times > 0) {
      fail.times -= 1
      return [fail.status, '<Error><Code>SlowDown</Code></Error>']
    }
    if (!isSigned(request, body)) return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>']
    const [, bucket, ...rest] = (request.url ?? '').split('/').map(decodeURIComponent)
    if (bucket !== BUCKET) return [404, '<Error><Code>NoSuchBucket</Code></Error>']
    const refusal = denied.get(request.method ?? '')
    if (refusal) return [403, `<Error><Code>${refusal}</Code></Error>`]
    const key = rest.join('/')
    if (request.method === 'PUT') {
      objects.set(key, body)
      return [200, '']
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return [204, '']
    }
    const found = objects.get(key)
    if (!found) return [404, '<Error><Code>NoSuchKey</Code></Error>']
    const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (start === undefined) return [200, found]
    if (Number(start) >= found.length) return [416, '<Error><Code>InvalidRange</Code></Error>']
    return [206, found.subarray(Number(start), end ? Number(end) + 1 : undefined)]
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const [status, body] = answer(request, Buffer.concat(parts))
    if (status === -2) return
    if (status === -3) return response.writeHead(200, { 'content-length': 1000 }).flushHeaders()
    if (status <= 0) {
      response.writeHead(200, { 'content-length': 1000 }).write(body)
      if (status === 0) setImmediate(() => response.destroy())
      return
    }
    response.writeHead(status).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    objects,
    fail,
    denied,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': hash } = request.headers
  const [, credential = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? []
  const day = String(date).slice(0, 8)
  const scope = `${day}/${REGION}/s3/aws4_request`
  const covered = hash === sha256(body) || hash === 'UNSIGNED-PAYLOAD'
  if (credential !== `${KEY_ID}/${scope}` || !covered) return false
  const names = signed.split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name))) return false
  const canonical = [
    request.method,
    (request.url ?? '').split('/').map(decodeURIComponent).map(escaped).join('/'),
    '',
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed,
    hash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`)
  return hmac(key, text).toString('hex') === signature
}
