import { ORIGIN, type Tab } from './browser.ts'
import type { Chance, Clock } from './clock.ts'
import type { Server } from './server.ts'

/** Requests and answers on their way, and what happens to them there. */

/** A response with a text. The one of Node.js streams its text, which takes ten times as long. */
export class Answer {
  status: number
  headers: Headers
  statusText = ''
  url = ''
  body = null
  redirected = false
  #text: string
  constructor(
    text: string | null,
    { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {},
  ) {
    this.#text = text ?? ''
    this.status = status
    this.headers = headers instanceof Headers ? headers : new Headers(headers)
  }
  get ok() {
    return this.status >= 200 && this.status < 300
  }
  text = async () => this.#text
  json = async (): Promise<unknown> => JSON.parse(this.#text)
  arrayBuffer = async () => new ArrayBuffer(0)
  clone = () => new Answer(this.#text, this)
}

export type Request = {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: Record<string, unknown>
}

type Call = { tab: Tab; request: Request; since: number; settle: (() => void) | undefined }

/** What may happen to a call while the network of its device is bad. */
const FAULTS = ['lost', 'answer lost', 'late', 'answer late', 'doubled', 'refused', 'unavailable'] as const
type Fault = (typeof FAULTS)[number]

const LATE_MS = 18_000

export class Network {
  server: Server
  #clock: Clock
  #chance: Chance
  /** How probable a fault is, by device. */
  faults = new Map<string, number>()
  /** Calls that have not been answered, as their pages know them. */
  open = new Set<Call>()
  /** Called before a call leaves its page. */
  onCall: (call: Call) => void = () => undefined
  /** Calls on their way to the server, also of pages that do not wait for them any more. */
  underWay = 0

  constructor(server: Server, clock: Clock, chance: Chance) {
    this.server = server
    this.#clock = clock
    this.#chance = chance
  }

  /** Everything that waits fails: the network of the device is gone. */
  disconnect(tab: Tab) {
    for (const call of this.open) if (call.tab === tab) tab.later(0, () => call.settle?.())
  }

  fetch(tab: Tab, input: string | URL, init: RequestInit = {}): Promise<Answer> {
    const url = new URL(input, ORIGIN)
    const text = typeof init.body === 'string' ? init.body : '{}'
    const request: Request = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: init.headers instanceof Headers ? init.headers : new Headers(init.headers),
      body: JSON.parse(text) as Record<string, unknown>,
    }
    return new Promise((resolve, reject) => {
      const call: Call = { tab, request, since: this.#clock.now, settle: undefined }
      const end = (settle: () => void) => {
        if (!this.open.delete(call)) return
        init.signal?.removeEventListener('abort', abort)
        settle()
      }
      const fail = () => end(() => reject(new TypeError('Failed to fetch')))
      const abort = () => end(() => reject(init.signal?.reason))
      call.settle = fail
      this.open.add(call)
      if (init.signal?.aborted) return abort()
      init.signal?.addEventListener('abort', abort)
      this.onCall(call)
      if (!tab.device.online) return void tab.later(1, fail)
      this.#carry(call, fail, (answer) => end(() => resolve(answer)))
    })
  }

  #faultOf(device: string): Fault | null {
    return this.#chance.is(this.faults.get(device) ?? 0) ? this.#chance.of(FAULTS) : null
  }

  #carry({ tab, request }: Call, fail: () => void, answered: (answer: Answer) => void) {
    const chance = this.#chance
    const fault = this.#faultOf(tab.device.name)
    const pause = () => chance.between(5, 80)
    if (fault === 'lost') return void (chance.is(0.5) && tab.later(pause(), fail))
    if (fault === 'refused') return void tab.later(pause(), fail)
    if (fault === 'unavailable')
      return void tab.later(pause(), () => answered(new Answer('', { status: chance.of([502, 503, 504]) })))
    const there = fault === 'late' ? chance.between(500, LATE_MS) : pause()
    this.#arrive(there, () => {
      const answer = this.server.answer(request)
      if (fault === 'answer lost') return void (chance.is(0.5) && tab.later(pause(), fail))
      tab.later(fault === 'answer late' ? chance.between(500, LATE_MS) : pause(), () => answered(answer))
    })
    // A proxy sends it once more when it has lost the connection to the server.
    if (fault === 'doubled')
      this.#arrive(there + chance.between(1, LATE_MS), () => this.server.answer(request))
  }

  #arrive(ms: number, act: () => void) {
    this.underWay += 1
    this.#clock.after(ms, () => {
      this.underWay -= 1
      act()
    })
  }
}
