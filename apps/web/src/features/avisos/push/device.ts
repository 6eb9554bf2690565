import * as z from 'zod/mini'
import { logFailure } from '#lib/device/log.ts'
import { personalStore } from '#lib/session/personal/personal-store.ts'
import { removePushSubscription } from '#lib/session/personal/remove-push-subscription.ts'
import { inTime } from '#ui/timing/pause.ts'
import {
  readServerKey,
  removeSubscription,
  type Subscription,
  saveSubscription,
} from '../api/push-subscription.ts'

/** Push notifications of this browser. The permission belongs to the browser, the subscription to the signed-in person. */

type PushState =
  | 'unsupported'
  /** iPhone and iPad: only an app on the home screen may show notifications. */
  | 'install-first'
  | 'denied'
  | 'off'
  | 'on'

/**
 * Whether this person has last turned notifications on or off in this browser; null for neither. Signing out removes it. It is
 * written before the change begins: a slow change of this or another tab looks at it after each step and ends when it differs.
 */
const chosen = personalStore('push', z.nullable(z.boolean()), null)
const isOn = (userId: string) => chosen.read(userId) === true

/** Whether this person has turned notifications neither on nor off in this browser. Then they may be offered. */
export const isUndecided = (userId: string) => chosen.read(userId) === null

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** iPads call themselves Macs, which have no touch screen. */
const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** The state as far as it is known at once: 'on' without looking for the subscription itself. */
export function expectedState(userId: string): PushState {
  if (!isSupported()) return isApplePhone() ? 'install-first' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return isOn(userId) && Notification.permission === 'granted' ? 'on' : 'off'
}

export async function readState(userId: string): Promise<PushState> {
  const state = expectedState(userId)
  return state === 'on' && !(await current()) ? 'off' : state
}

/** Asks the browser's question when it was not answered yet. Must be called by a click. */
export async function turnOn(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readState(userId)
  const before = chosen.read(userId)
  chosen.write(userId, true)
  return inTurn(async () => {
    try {
      if (isOn(userId)) await subscribe(userId, await readServerKey())
    } catch (cause) {
      if (isOn(userId)) chosen.write(userId, before)
      throw cause
    }
    return isOn(userId) ? 'on' : 'off'
  })
}

let last: Promise<unknown> = Promise.resolve()

/** The push service of some browsers does not answer, and networks are slow. Then the next change does not wait any longer. */
const TURN_MS = 5000

/** One change after the other: the browser has one subscription, and `renew` removes one that nobody has chosen yet. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const done = inTime(last, TURN_MS).then(change)
  last = done.catch(() => undefined)
  return done
}

async function subscribe(userId: string, applicationServerKey: Uint8Array<ArrayBuffer>) {
  const { pushManager } = await installedWorker()
  // One of an earlier account, or for another key of the server, cannot be used again.
  await (await pushManager.getSubscription())?.unsubscribe()
  if (!isOn(userId)) return
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  try {
    await save(userId, subscription)
  } catch (cause) {
    await subscription.unsubscribe()
    throw cause
  }
}

/** Saves a subscription on the server, and removes it again when the person has turned notifications off or signed out meanwhile. */
async function save(userId: string, subscription: PushSubscription) {
  if (isOn(userId)) await saveSubscription(wireOf(subscription))
  if (isOn(userId)) return
  await remove(subscription).catch((cause: unknown) => logFailure('push subscription', cause))
}

/** The subscription of the browser is removed first: then nothing arrives, even if the server cannot be told. */
async function remove(subscription: PushSubscription) {
  await subscription.unsubscribe()
  await removeSubscription(subscription.endpoint)
}

export function turnOff(userId: string): Promise<PushState> {
  chosen.write(userId, false)
  return inTurn(async () => {
    await removeOwn(userId)
    return isOn(userId) ? 'on' : 'off'
  })
}

async function removeOwn(userId: string) {
  const subscription = await current()
  if (subscription && !isOn(userId)) await remove(subscription)
}

/**
 * At each start: the subscription of a person who has turned notifications on belongs to the current session from now on. One
 * that ended with an earlier session, or that is for an earlier key of the server, is replaced. When this person has not turned
 * them on, the subscription belongs to an earlier person and is removed.
 */
export const renew = (userId: string) => inTurn(() => renewNow(userId))

async function renewNow(userId: string) {
  if (!isSupported()) return
  if (!isOn(userId)) {
    // A person who has just turned them off may still have a subscription on the server.
    if (!isUndecided(userId)) await removeOwn(userId)
    return removePushSubscription()
  }
  if (Notification.permission !== 'granted') return
  const key = await readServerKey()
  const subscription = await current()
  if (subscription && isFor(key, subscription)) await save(userId, subscription)
  else await subscribe(userId, key)
}

/** True when the browser does not tell the key. */
function isFor(key: Uint8Array, { options }: PushSubscription): boolean {
  const own = options?.applicationServerKey
  return !own || String(new Uint8Array(own)) === String(key)
}

/** The worker is installed a few seconds after the first sign-in in this browser (app/frame/app-worker.tsx). */
async function installedWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await inTime(navigator.serviceWorker.ready, WORKER_MS)
  if (!registration) throw new Error('the service worker was not installed in time')
  return registration
}

const WORKER_MS = 30_000

async function current(): Promise<PushSubscription | null> {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

function wireOf(subscription: PushSubscription): Subscription {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}
