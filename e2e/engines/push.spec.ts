import { makePeopleWithChat, write } from '../support/conversation.ts'
import { FIREFOX_ESR } from '../support/engines.ts'
import { expect, STORAGE_KEY, test } from '../support/fixtures.ts'
import { ownServer } from '../support/own-server.ts'
import { startPushService } from '../support/push-service.ts'

/** Chromium refuses push without a window. Firefox takes the address of its push service from a setting. */

const button = (name: string) => `//button[normalize-space()='${name}']`

const SHOWN = `navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`

test('a real browser subscribes with our key, gets an encrypted push from our server and shows it, until it is turned off', async ({
  playwright,
}) => {
  test.skip(!FIREFOX_ESR.isThere(), `${FIREFOX_ESR.packages} is not installed`)
  test.setTimeout(180_000)
  const service = await startPushService()
  const settings = { PUSH_EXTRA_ORIGINS: service.origin, PUSH_QUIET_HOURS: '0-0' }
  const server = await ownServer(settings)
  const firefox = await FIREFOX_ESR.start(service.preferences)
  try {
    const { baseURL } = server
    const request = await playwright.request.newContext({ baseURL })
    const { buscador, maestro, chatId } = await makePeopleWithChat(request)
    await firefox.open(`${baseURL}/healthz`)
    const session = JSON.stringify(JSON.stringify(buscador))
    await firefox.evaluate(`localStorage.setItem('${STORAGE_KEY}', ${session})`)
    await firefox.open(`${baseURL}/avisos`)
    await firefox.click(button('Activar notificaciones'))
    await firefox.see("//*[contains(., 'Las notificaciones están activas en este dispositivo.')]")
    expect(service.keys).toHaveLength(1)

    await write(request, maestro, chatId, 'Voy en camino')
    const expected = {
      title: 'Julia M.',
      body: 'Te escribió un mensaje.',
      tag: `chat:${chatId}`,
      data: { ruta: `/chats/${chatId}` },
    }
    await expect.poll(() => firefox.evaluate(SHOWN), { timeout: 30_000 }).toEqual([expected])
    await expect.poll(() => service.received).toBe(1)

    await firefox.click(button('Desactivar en este dispositivo'))
    await firefox.see(button('Activar notificaciones'))
    const left = 'navigator.serviceWorker.ready.then(({ pushManager }) => pushManager.getSubscription())'
    expect(await firefox.evaluate(left)).toBeNull()
  } finally {
    await firefox.close()
    await server.end()
    await service.stop()
  }
})
