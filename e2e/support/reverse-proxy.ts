import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/**
 * A reverse proxy of the tested server, at another address. Unlike `context.setOffline`, ending it makes the product
 * unreachable for service workers too. It can change a file on its way, as a new version of the product would.
 */
export interface ReverseProxy {
  url: string
  /** Replaces the body of this path from now on. */
  change: (path: string, how: (body: string) => string) => void
  /** Sends pages only up to what matches; the rest comes after the returned function was called. */
  hold: (from: RegExp) => () => void
  /** Ends the connection after half of the next answer to this path. */
  cut: (path: string) => void
  /** Refuses every connection until `start`. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

export async function startReverseProxy(target: string): Promise<ReverseProxy> {
  const { hostname, port } = new URL(target)
  const changes = new Map<string, (body: string) => string>()
  const cuts = new Set<string>()
  let held: { from: RegExp; released: Promise<void> } | undefined
  const sockets = new Set<Socket>()

  const server = createServer((asked, answer) => {
    const change = changes.get(asked.url ?? '')
    const hold = asked.headers['sec-fetch-dest'] === 'document' ? held : undefined
    const headers = { ...asked.headers, ...((change || hold) && { 'accept-encoding': 'identity' }) }
    const sent = request(
      { hostname, port, path: asked.url, method: asked.method, headers },
      async (received) => {
        const status = received.statusCode ?? 502
        const isCut = cuts.delete(asked.url ?? '')
        if (!change && !hold && !isCut) {
          answer.writeHead(status, received.headers)
          received.pipe(answer)
          return
        }
        const body = await bytesOf(received)
        if (hold) {
          const text = body.toString()
          const end = text.search(hold.from)
          answer.writeHead(status, received.headers).write(text.slice(0, end))
          await hold.released
          answer.end(text.slice(end))
        } else if (isCut) {
          answer.writeHead(status, received.headers).write(body.subarray(0, body.length / 2))
          // A browser drops what it has not read yet when the connection ends.
          setTimeout(() => asked.socket.destroy(), 1000)
        } else {
          // A browser must not ask whether the body that it has is current: the server does not know this one.
          const own = ['content-length', 'etag', 'last-modified']
          const kept = Object.entries(received.headers).filter(([name]) => !own.includes(name))
          answer.writeHead(status, Object.fromEntries(kept)).end(change?.(body.toString()))
        }
      },
    )
    sent.on('error', () => answer.destroy())
    asked.pipe(sent)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (asked, socket, head) => {
    const onward = connect(Number(port), hostname, () => {
      const lines = asked.rawHeaders.flatMap((name, nth, all) =>
        nth % 2 ? [] : [`${name}: ${all[nth + 1]}`],
      )
      onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket)
      socket.pipe(onward)
    })
    for (const end of [socket, onward]) end.on('error', () => end.destroy())
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    change: (path, how) => void changes.set(path, how),
    hold: (from) => {
      const { promise: released, resolve } = Promise.withResolvers<void>()
      held = { from, released }
      return () => {
        held = undefined
        resolve()
      }
    },
    cut: (path) => void cuts.add(path),
    start: () => listen(own),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function bytesOf(received: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of received) chunks.push(chunk)
  return Buffer.concat(chunks)
}
