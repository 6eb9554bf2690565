import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { searchPath } from '../setup/functions.ts'
import { contents, eventually, listen, liveClient, NAVBAR, subscribed } from '../setup/live.ts'
import { makePair, type Pair, sent } from '../setup/rows/chats.ts'
import { startHaproxy, thereIsHaproxy } from '../setup/services/haproxy.ts'
import { databaseSettings, start } from '../setup/services/launch.ts'
import { ownFolder } from '../setup/services/own-folder.ts'
import { ownPort } from '../setup/services/own-port.ts'
import { startRedis, thereIsRedis } from '../setup/services/redis.ts'

// Whole processes start and stop here, on machines that may be busy.
vi.setConfig({ testTimeout: 240_000 })

const GENEROUS = '1000000/300'
const CLIENTS = 4

/** Settings of one more server on the test's database, in a process of its own. */
function settingsOf({ services: { secrets }, target }: TestApp, more: Record<string, string>) {
  if (!('host' in target)) throw new Error('the test database is reached through a socket')
  return {
    ...databaseSettings(target),
    ...{
      JWT_SECRET: secrets.jwtSecret,
      DOCUMENTS_KEY: secrets.documentsKey,
      PUBLISHABLE_KEY: secrets.publishableKey,
      SECRET_KEY: secrets.secretKey,
    },
    ...{ LIMIT_REQUESTS_ADDRESS: GENEROUS, LIMIT_MESSAGES_PERSON: GENEROUS, DRAIN_SECONDS: '8' },
    ...more,
  }
}

/** Sends requests without a pause until it is stopped; answers how many, and those that failed. */
function constantRequests(url: string, app: TestApp, { ana, chat }: Pair) {
  const failures: string[] = []
  let stopped = false
  let count = 0
  const headers = {
    apikey: app.services.secrets.publishableKey,
    authorization: `Bearer ${ana.token}`,
    'content-type': 'application/json',
  }
  const search = `${url}/functions/v1/${searchPath({ alcaldia: 'Coyoacán', oficio: 'Plomería' })}`
  const requests = [
    () => fetch(search, { headers }),
    () =>
      fetch(`${url}/functions/v1/send-message`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ chat_id: chat, tipo: 'texto', contenido: `mensaje ${count}` }),
      }),
  ]
  const client = async (no: number) => {
    while (!stopped) {
      count += 1
      const request = requests[(count + no) % requests.length] ?? requests[0]
      const failure = await request?.().then(
        async (answer) => {
          const text = await answer.text()
          return answer.ok ? undefined : `${answer.status} ${text}`
        },
        (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
      )
      if (failure !== undefined) failures.push(failure)
      await delay(2)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, no) => client(no)))
  return {
    stop: async () => {
      stopped = true
      await clients
      return { count, failures }
    },
  }
}

describe.skipIf(!thereIsHaproxy() || !thereIsRedis())('two servers behind HAProxy', () => {
  test('are restarted one after the other without a failed request, and live sockets join again', async () => {
    const undo: (() => unknown)[] = []
    const later = <T>(made: T, end: (made: T) => unknown): T => {
      undo.push(() => end(made))
      return made
    }
    try {
      const app = later(await startApp(), (one) => one.close())
      const redis = later(await startRedis(), (one) => one.kill())
      const folder = ownFolder()
      const pair = await makePair(app)
      const ports = [await ownPort(), await ownPort()]
      const launchOn = (port: number) =>
        start(
          settingsOf(app, {
            PORT: String(port),
            DATA_DIR: join(folder, String(port)),
            REDIS_URL: redis.url,
            LOG_LEVEL: 'error',
          }),
        )
      const servers = await Promise.all(ports.map(launchOn))
      undo.push(() => servers.map((server) => server.child.kill('SIGKILL')))
      const proxy = later(await startHaproxy(ports), (one) => one.stop())
      await proxy.allUp()

      const live = later(await liveClient({ ...app, url: proxy.url }, pair.luis), (one) =>
        one.realtime.disconnect(),
      )
      const heard = await subscribed(listen(live, NAVBAR))
      const requests = later(constantRequests(proxy.url, app, pair), (one) => one.stop())
      for (const [no, port] of ports.entries()) {
        const server = servers[no]
        server?.child.kill('SIGTERM')
        expect(await server?.ended).toMatchObject({ code: 0, err: '' })
        servers[no] = await launchOn(port)
        await proxy.allUp()
      }
      const { count, failures } = await requests.stop()
      expect([...new Set(failures)]).toEqual([])
      expect(count).toBeGreaterThan(100)
      await subscribed(heard)
      expect(heard.states.filter((state) => state === 'SUBSCRIBED').length).toBeGreaterThan(1)
      // Said through one of the servers, so that it also shows that the bus connects them.
      const through = await liveClient({ ...app, url: proxy.url }, pair.ana)
      await sent(through, pair.chat, 'después del reinicio')
      await eventually(() => contents(heard)).toContain('después del reinicio')
    } finally {
      for (const step of undo.reverse()) await step()
    }
  })
})
