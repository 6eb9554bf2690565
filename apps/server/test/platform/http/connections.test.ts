import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { capacityOf } from '../../../src/platform/http/connections.ts'
import { startApp, type TestApp } from '../../setup/app.ts'

/** How many connections the server accepts, and how long they may stay without a request. */

describe('the number of connections and live sockets', () => {
  const none = { LIMIT_SOCKETS_ADDRESS: undefined, LIMIT_SOCKETS_TOTAL: undefined }

  test.each([256, 1024, 4096, 20_000, 1_048_576, Number.MAX_SAFE_INTEGER])(
    'stays below %i descriptors, and leaves some for files and for HTTP',
    (descriptors) => {
      const { connections, sockets, socketsPerAddress, connectionsPerAddress } = capacityOf(none, descriptors)
      expect(connections).toBeLessThan(descriptors * 0.96)
      expect(sockets).toBeLessThan(connections * 0.8)
      expect(connectionsPerAddress).toBeLessThan(connections)
      expect(socketsPerAddress * 2).toBeLessThanOrEqual(sockets)
      expect(socketsPerAddress).toBeGreaterThan(0)
    },
  )

  test('follows the settings, if there are enough descriptors', () => {
    const settings = { LIMIT_SOCKETS_ADDRESS: 70, LIMIT_SOCKETS_TOTAL: 30_000 }
    expect(capacityOf(settings, 1_000_000)).toMatchObject({ sockets: 30_000, socketsPerAddress: 70 })
    expect(capacityOf(settings, 4000)).toMatchObject({ sockets: 2250, connectionsPerAddress: 140 })
    expect(capacityOf(none, 100_000)).toMatchObject({ sockets: 20_000, socketsPerAddress: 1000 })
  })
})

describe('connections', () => {
  let app: TestApp
  let beside: TestApp | undefined
  let open: Socket[] = []
  beforeAll(async () => {
    app = await startApp({ LIMIT_SOCKETS_ADDRESS: '2' })
  })
  afterEach(async () => {
    for (const socket of open) socket.destroy()
    open = []
    await beside?.close()
    beside = undefined
  })
  afterAll(() => app.close())

  /** Sends a request and reads the answer until the headers or the connection end. */
  function dial(server: TestApp, request: string, localAddress?: string): Promise<string> {
    const { hostname, port } = new URL(server.url)
    const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) })
    open.push(socket)
    return new Promise((resolve) => {
      let text = ''
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
      socket.on('data', (chunk) => {
        text += chunk
        if (text.includes('\r\n\r\n')) resolve(text)
      })
      socket.write(request)
    })
  }
  const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

  test('over the limit of one address are closed, until another one has ended', async () => {
    for (let no = 0; no < 4; no++) expect(await dial(app, HEALTH)).toMatch(/^HTTP\/1.1 200/)
    expect(await dial(app, HEALTH)).toBe('')
    open[0]?.destroy()
    await expect.poll(() => dial(app, HEALTH), { timeout: 20_000 }).toMatch(/^HTTP\/1.1 200/)
  })

  test('of an address that goes on opening them are closed without effect on other addresses', async () => {
    const server = await startApp({ LIMIT_SOCKETS_ADDRESS: '2' }, app)
    beside = server
    const { hostname, port } = new URL(server.url)
    const closed: Promise<unknown>[] = []
    // More than may wait for their end, so that the address is blocked. In groups, because the system drops attempts when
    // the queue of the listening socket is full.
    for (let group = 0; group < 12; group++) {
      const sockets = Array.from({ length: 100 }, () => connect(Number(port), hostname).on('error', () => {}))
      open.push(...sockets)
      closed.push(...sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
      await Promise.all(
        sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])),
      )
    }
    await closed.at(-1)
    expect(await dial(server, HEALTH, '127.0.0.9')).toMatch(/^HTTP\/1.1 200/)
    for (const socket of open) socket.destroy()
    // It is allowed again.
    await expect.poll(() => dial(server, HEALTH), { timeout: 20_000 }).toMatch(/^HTTP\/1.1 200/)
  })

  test('from a trusted proxy count only in the total', async () => {
    const server = await startApp({ LIMIT_SOCKETS_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.1' }, app)
    beside = server
    for (let no = 0; no < 8; no++) expect(await dial(server, HEALTH)).toMatch(/^HTTP\/1.1 200/)
  })

  test('that send nothing, or only a part of their headers, are closed', async () => {
    const answers = await Promise.all([
      dial(app, ''),
      dial(app, 'GET /realtime/v1/websocket HTTP/1.1\r\nUpgrade: websocket\r\n'),
    ])
    for (const answer of answers) expect(answer).toMatch(/^(HTTP\/1.1 408|$)/)
  })
})
