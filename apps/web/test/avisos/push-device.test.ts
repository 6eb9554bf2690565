import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isUndecided, readState, renew, turnOff, turnOn } from '#features/avisos/push/device.ts'
import { forgetPersonal } from '#lib/session/personal/personal-store.ts'
import { removePushSubscription } from '#lib/session/personal/remove-push-subscription.ts'
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
  const first = choice === 'on' ? turnOn(USER) : renew(USER)
  await expect.poll(saved, SOON).toHaveLength(1)
  const second = choice === 'on' ? renew(USER) : turnOff(USER)
  held.resolve({ json: { success: true } })
  const done = await Promise.all([first, second])
  expect(done).toContain(choice)
  expect(await readState(USER)).toBe(choice)
  expect(subscription === null).toBe(choice === 'off')
})

test('the server is told when notifications are turned off at the moment when the app starts', async () => {
  await Promise.all([renew(USER), turnOff(USER)])
  expect([subscription, calls.map(({ name }) => name)]).toEqual([null, ['desuscribir-push']])
})

test('notifications can be turned off although the browser does not answer the start of the app', async () => {
  const unanswered = vi.spyOn(pushManager, 'getSubscription').mockReturnValueOnce(new Promise(() => {}))
  void renew(USER)
  await expect.poll(() => unanswered.mock.calls.length, SOON).toBe(1)
  expect(await turnOff(USER)).toBe('off')
  expect(subscription).toBeNull()
})

describe('on a network that answers later than the next change waits, the last choice lasts', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const names = () => calls.map(({ name }) => name)
  /** Makes two changes. The call of this name is answered after the second change no longer waits for the first. */
  async function changeTwice(slow: string, first: () => Promise<unknown>, second: () => Promise<unknown>) {
    const answer = answers[slow]
    const held = Promise.withResolvers<Answer>()
    answers[slow] = () => held.promise
    const begun = first()
    await vi.waitFor(() => expect(names()).toContain(slow), SOON)
    answers[slow] = answer ?? (() => held.promise)
    const done = second()
    await vi.advanceTimersByTimeAsync(5000)
    const result = await done
    held.resolve({ json: { success: true, clave: btoa('second') } })
    await begun
    return result
  }

  test.each([
    ['clave-push', ['clave-push', 'desuscribir-push']],
    ['suscribir-push', ['clave-push', 'suscribir-push', 'desuscribir-push', 'desuscribir-push']],
  ])('off, while the start of the app waits for %s', async (slow, sent) => {
    const off = await changeTwice(
      slow,
      () => renew(USER),
      () => turnOff(USER),
    )
    expect([off, await readState(USER), subscription]).toEqual(['off', 'off', null])
    expect(names()).toEqual(sent)
  })

  test.each(['clave-push', 'suscribir-push'])('off, while turning on waits for %s', async (slow) => {
    await turnOff(USER)
    calls.length = 0
    const off = await changeTwice(
      slow,
      () => turnOn(USER),
      () => turnOff(USER),
    )
    expect([off, await readState(USER), subscription]).toEqual(['off', 'off', null])
    expect(names().at(-1)).toBe(slow === 'clave-push' ? 'clave-push' : 'desuscribir-push')
  })

  test('on, while turning off waits for the server', async () => {
    const on = await changeTwice(
      'desuscribir-push',
      () => turnOff(USER),
      () => turnOn(USER),
    )
    expect([on, await readState(USER)]).toEqual(['on', 'on'])
    expect(subscription).toMatchObject({ endpoint: saved().at(-1) })
  })

  test('a sign-out, while turning on waits for the key of the server', async () => {
    await turnOff(USER)
    calls.length = 0
    await changeTwice(
      'clave-push',
      () => turnOn(USER),
      () => forgetPersonal(USER),
    )
    expect([subscription, saved(), isUndecided(USER)]).toEqual([null, [], true])
  })
})

test('a failed attempt to turn notifications on leaves the choice as it was', async () => {
  await forgetPersonal(USER)
  signedIn()
  answers['suscribir-push'] = () => ({ status: 503, json: {} })
  await expect(turnOn(USER)).rejects.toThrow()
  expect([await readState(USER), subscription, isUndecided(USER)]).toEqual(['off', null, true])
})

test('nothing is saved for a person who has signed out before the push service answers', async () => {
  const { subscribe } = pushManager
  const held = Promise.withResolvers<void>()
  const slow = vi.spyOn(pushManager, 'subscribe').mockImplementationOnce(async (options) => {
    await held.promise
    return subscribe(options)
  })
  const turnedOn = turnOn(USER)
  await expect.poll(() => slow.mock.calls.length, SOON).toBe(1)
  await forgetPersonal(USER)
  held.resolve()
  expect(await turnedOn).toBe('off')
  expect([subscription, saved()]).toEqual([null, []])
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
