import type { Chance, Clock } from './clock.ts'
import { type Database, indexedDbOf, type Page } from './indexed-db.ts'
import { Answer, type Network } from './network.ts'
import { SimulatedSocket } from './sockets.ts'

/** A device with its browser: storage, locks and channels that its tabs share, a clock that may be wrong, and the tabs. */

/** 5 March 2026 at noon in Mexico City. */
export const EPOCH = Date.UTC(2026, 2, 5, 18)
export const ORIGIN = 'https://maestros.example'

export class Device {
  name: string
  clock: Clock
  chance: Chance
  network: Network
  /** By how much its clock is wrong. */
  offset = 0
  online = true
  /** Nothing more can be stored. */
  full = false
  stored = new Map<string, string>()
  databases = new Map<string, Database>()
  locks = new Map<string, Lock>()
  tabs = new Set<Tab>()
  constructor(name: string, clock: Clock, chance: Chance, network: Network) {
    this.name = name
    this.clock = clock
    this.chance = chance
    this.network = network
  }

  setOnline(online: boolean) {
    if (this.online === online) return
    this.online = online
    for (const tab of this.tabs) {
      if (!online) tab.disconnect()
      tab.later(0, () => tab.events.dispatchEvent(new Event(online ? 'online' : 'offline')))
    }
  }
}

type Channel = {
  name: string
  tab: Tab
  closed: boolean
  onmessage: ((event: { data: unknown }) => void) | null
}

let running: Tab

/** The page whose code runs. */
export const runningPage = (): Record<string, unknown> => running.globals

export class Tab {
  /** The global names of this page. */
  globals: Record<string, unknown>
  device: Device
  id: number
  alive = true
  frozen = false
  visible = true
  /** When it was frozen last. */
  frozenAt = -1
  events = new EventTarget()
  document = new EventTarget()
  sockets = new Set<SimulatedSocket>()
  page: Page
  channels: Channel[] = []
  #deferred: (() => void)[] = []
  #timers = new Map<number, () => void>()
  #timer = 0
  #toldAt = 0

  constructor(device: Device, id: number) {
    this.device = device
    this.id = id
    this.page = pageOf(this)
    this.globals = this.#makeGlobals()
    device.tabs.add(this)
  }

  /** Runs something of this page: not after it was closed, and when it is frozen, as soon as it is not. */
  run(act: () => void) {
    if (!this.alive) return
    if (this.frozen) return void this.#deferred.push(act)
    this.enter()
    act()
  }

  /** What runs from here on, with the promises that it settles, belongs to this page. */
  enter() {
    running = this
  }

  later(ms: number, act: () => void) {
    return this.device.clock.after(ms, () => this.run(act))
  }

  /** News of other tabs arrive soon, and in order. */
  tell(act: () => void) {
    const { clock, chance } = this.device
    this.#toldAt = Math.max(this.#toldAt, clock.now + chance.between(0, 4))
    this.later(this.#toldAt - clock.now, act)
  }

  setVisible(visible: boolean) {
    if (this.visible === visible) return
    this.visible = visible
    this.enter()
    this.document.dispatchEvent(new Event('visibilitychange'))
    this.events.dispatchEvent(new Event('visibilitychange'))
  }

  freeze() {
    this.setVisible(false)
    this.frozen = true
    this.frozenAt = this.device.clock.now
  }

  thaw() {
    this.frozen = false
    for (const act of this.#deferred.splice(0)) this.later(0, act)
  }

  disconnect() {
    for (const socket of this.sockets) socket.die()
    this.device.network.disconnect(this)
  }

  close() {
    this.alive = false
    this.device.tabs.delete(this)
    for (const socket of this.sockets) socket.die()
    for (const lock of this.device.locks.values()) lock.leave(this)
    for (const db of this.device.databases.values()) db.leave(this.page)
  }

  #startTimer(act: () => void, ms: number, again: boolean): number {
    this.#timer += 1
    const id = this.#timer
    const wait = () => {
      const task = this.later(ms, () => {
        if (!this.#timers.has(id)) return
        if (again) wait()
        else this.#timers.delete(id)
        act()
      })
      this.#timers.set(id, () => {
        task.run = null
      })
    }
    wait()
    return id
  }

  #stopTimer = (id: number | undefined) => {
    if (id === undefined) return
    this.#timers.get(id)?.()
    this.#timers.delete(id)
  }

  #makeGlobals(): Record<string, unknown> {
    const { device } = this
    const { clock, chance } = device
    const loadedAt = clock.now
    const tab = this
    const now = () => EPOCH + Math.floor(clock.now) + device.offset
    class PageDate extends Date {
      constructor(...given: [] | [string | number]) {
        if (given.length === 0) super(now())
        else super(given[0])
      }
      static override now = now
    }
    class BroadcastChannel implements Channel {
      name: string
      tab = tab
      closed = false
      onmessage: Channel['onmessage'] = null
      constructor(name: string) {
        this.name = name
        tab.channels.push(this)
      }
      addEventListener(_type: string, listener: Channel['onmessage']) {
        this.onmessage = listener
      }
      postMessage(data: unknown) {
        for (const other of device.tabs) {
          for (const channel of other.channels) {
            if (channel.name !== this.name || channel === this) continue
            const copy = structuredClone(data)
            other.tell(() => channel.closed || channel.onmessage?.({ data: copy }))
          }
        }
      }
      close() {
        this.closed = true
        tab.channels = tab.channels.filter((one) => one !== this)
      }
    }
    const globals: Record<string, unknown> = {
      ...indexedDbOf(this.page, device.databases),
      BroadcastChannel,
      WebSocket: class extends SimulatedSocket {
        constructor(url: string) {
          super(tab, url)
        }
      },
      Response: Answer,
      fetch: (input: string | URL, init?: RequestInit) => device.network.fetch(tab, input, init),
      Date: PageDate,
      performance: { now: () => clock.now - loadedAt },
      Math: Object.create(Math, { random: { value: chance.next } }),
      crypto: { randomUUID: () => guidOf(chance) },
      localStorage: storageOf(this, device.stored, true),
      sessionStorage: storageOf(this, new Map(), false),
      location: new URL(`${ORIGIN}/`),
      history: { state: null, replaceState: () => undefined },
      navigator: {
        get onLine() {
          return device.online
        },
        locks: { request: lockRequestOf(this) },
        userAgent: 'simulation',
      },
      document: Object.assign(this.document, {
        documentElement: { dataset: {} },
        querySelectorAll: () => [],
        activeElement: null,
      }),
      setTimeout: (act: () => void, ms = 0) => this.#startTimer(act, ms, false),
      setInterval: (act: () => void, ms = 0) => this.#startTimer(act, Math.max(ms, 1), true),
      clearTimeout: this.#stopTimer,
      clearInterval: this.#stopTimer,
      requestIdleCallback: undefined,
      requestAnimationFrame: (act: () => void) => this.#startTimer(act, 16, false),
      addEventListener: this.events.addEventListener.bind(this.events),
      removeEventListener: this.events.removeEventListener.bind(this.events),
      dispatchEvent: this.events.dispatchEvent.bind(this.events),
      console: SILENT,
    }
    Object.defineProperty(this.document, 'visibilityState', {
      get: () => (this.visible ? 'visible' : 'hidden'),
    })
    globals.window = globals
    globals.self = globals
    globals.globalThis = globals
    return globals
  }
}

const ignore = () => undefined
const SILENT = { log: ignore, info: ignore, warn: ignore, error: ignore, debug: ignore, trace: ignore }

const pageOf = (tab: Tab): Page => ({
  get alive() {
    return tab.alive
  },
  clock: tab.device.clock,
  chance: tab.device.chance,
  isFull: () => tab.device.full,
  enter: () => tab.enter(),
})

export function guidOf(chance: Chance): string {
  const hex = (digits: number) =>
    Math.floor(chance.next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}

function storageOf(tab: Tab, items: Map<string, string>, isShared: boolean) {
  const tell = (key: string, newValue: string | null) => {
    if (!isShared) return
    for (const other of tab.device.tabs) {
      if (other === tab) continue
      other.tell(() => other.events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue })))
    }
  }
  return {
    get length() {
      return items.size
    },
    key: (nth: number) => [...items.keys()][nth] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      const before = items.get(key)
      if (tab.device.full && `${value}`.length > (before?.length ?? 0)) {
        throw new DOMException('full', 'QuotaExceededError')
      }
      if (before === `${value}`) return
      items.set(key, `${value}`)
      tell(key, `${value}`)
    },
    removeItem: (key: string) => {
      if (items.delete(key)) tell(key, null)
    },
  }
}

type Act = (lock: object | null) => Promise<unknown>
type Held = { tab: Tab; fail: (cause: unknown) => void }
type Waiting = { tab: Tab; act: Act; done: (result: unknown) => void; fail: (cause: unknown) => void }

/** A lock of the Web Locks API: one holder, the others wait in order. */
class Lock {
  holder: Held | undefined
  waiting: Waiting[] = []

  next() {
    if (this.holder) return
    const next = this.waiting.shift()
    if (next) this.grant(next)
  }

  grant({ tab, act, done, fail }: Waiting) {
    const held: Held = { tab, fail }
    this.holder = held
    const release = (settle: () => void) => {
      if (this.holder === held) {
        this.holder = undefined
        this.next()
      }
      settle()
    }
    tab.later(0, () => {
      act({}).then(
        (result) => release(() => done(result)),
        (cause: unknown) => release(() => fail(cause)),
      )
    })
  }

  leave(tab: Tab) {
    this.waiting = this.waiting.filter((one) => one.tab !== tab)
    if (this.holder?.tab !== tab) return
    this.holder = undefined
    this.next()
  }
}

const lockRequestOf = (tab: Tab) => (name: string, options: LockOptions, act: Act) =>
  new Promise((done, fail) => {
    const { locks } = tab.device
    const lock = locks.get(name) ?? new Lock()
    locks.set(name, lock)
    const request: Waiting = { tab, act, done, fail }
    if (options.steal) {
      const { holder } = lock
      lock.holder = undefined
      holder?.tab.run(() => holder.fail(new DOMException('stolen', 'AbortError')))
      return lock.grant(request)
    }
    options.signal?.addEventListener('abort', () => {
      if (!lock.waiting.includes(request)) return
      lock.waiting = lock.waiting.filter((one) => one !== request)
      fail(options.signal?.reason)
    })
    lock.waiting.push(request)
    lock.next()
  })
