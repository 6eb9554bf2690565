import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isUndecided, readState, renew, turnOff, turnOn } from '#features/push/device.ts'
import { forgetPersonal } from '#lib/personal-store.ts'
import { removePushSubscription } from '#lib/remove-push-subscription.ts'
import { OTHER, signedIn, USER } from '../setup/people.ts'
import { type Answer, SOON, startTestServer } from '../setup/server.ts'

const { answers, calls } = startTestServer()

/** The push service of a browser, which has at most one subscription. */
let subscription: object | null = null
let made = 0
const pushManager = {
  getSubscription: async () => subscription,
  subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
    made += 1
    const endpoint = `https://push.example/${made}`
    const unsubscribe = async () => {
      subscription = null
    }
    const toJSON = () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } })
    const options = { applicationServerKey: applicationServerKey.buffer }
    subscription = { endpoint, options, unsubscribe, toJSON }
    return subscription
  },
}
const registration = { pushManager, getNotifications: async () => [] }
const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
const Notification = { permission: 'granted', requestPermission: async () => Notification.permission }
Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
Object.assign(globalThis, { Notification, PushManager: vi.fn() })

const saved = () => calls.filter(({ name }) => name === 'suscribir-push').map(({ body }) => body.endpoint)

beforeEach(async () => {
  signedIn()
  subscription = null
  made = 0
  Notification.permission = 'granted'
  answers['clave-push'] = () => ({ json: { success: true, clave: btoa('first') } })
  answers['suscribir-push'] = () => ({ json: { success: true } })
  answers['desuscribir-push'] = () => ({ json: { success: true } })
  await turnOn(USER)
  calls.length = 0
})

describe('at the start of a person who has turned notifications on', () => {
  test('a subscription is saved for the new session', async () => {
    await renew(USER)
    expect(saved()).toEqual(['https://push.example/1'])
  })

  test('one that was removed when the session ended is made again', async () => {
    await removePushSubscription()
    expect(subscription).toBeNull()
    await renew(USER)
    expect(saved()).toEqual(['https://push.example/2'])
  })

  test('one for an earlier key of the server is replaced', async () => {
    answers['clave-push'] = () => ({ json: { success: true, clave: btoa('second') } })
    await renew(USER)
    expect(saved()).toEqual(['https://push.example/2'])
  })

  test('nothing is subscribed when the browser no longer allows it', async () => {
    await removePushSubscription()
    Notification.permission = 'denied'
    await renew(USER)
    expect([subscription, calls]).toEqual([null, []])
  })
})

test.each(['on', 'off'] as const)('turning notifications %s while the app starts lasts', async (choice) => {
  const held = Promise.withResolvers<Answer>()
  if (choice === 'on') await turnOff(USER)
  answers['suscribir-push'] = () => held.promise
  const started = choice === 'off' && renew(USER)
  const chosen = choice === 'on' ? turnOn(USER) : turnOff(USER)
  await expect.poll(saved, SOON).toHaveLength(1)
  const startedLater = choice === 'on' && renew(USER)
  held.resolve({ json: { success: true } })
  expect(await chosen).toBe(choice)
  await Promise.all([started, startedLater])
  expect(await readState(USER)).toBe(choice)
  expect(subscription === null).toBe(choice === 'off')
})

test('notifications can be turned off although the browser does not answer the start of the app', async () => {
  const unanswered = vi.spyOn(pushManager, 'getSubscription').mockReturnValueOnce(new Promise(() => {}))
  void renew(USER)
  await expect.poll(() => unanswered.mock.calls.length, SOON).toBe(1)
  expect(await turnOff(USER)).toBe('off')
  expect(subscription).toBeNull()
})

test('somebody who signs in directly after a person with notifications does not get those of that person', async () => {
  signedIn(OTHER)
  await renew(OTHER)
  expect([subscription, saved()]).toEqual([null, []])
})

test('notifications may be offered again after a sign-out, but not to a person who has turned them off', async () => {
  expect(isUndecided(USER)).toBe(false)
  await turnOff(USER)
  expect(isUndecided(USER)).toBe(false)
  await turnOn(USER)
  await forgetPersonal(USER)
  expect([subscription, isUndecided(USER)]).toEqual([null, true])
  await renew(USER)
  expect(subscription).toBeNull()
})
