import type { Tab } from './browser.ts'

/** A WebSocket of a page. One that has died silently stays open, and nothing passes any more. */
export class SimulatedSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = 0
  bufferedAmount = 0
  binaryType = 'blob'
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  tab: Tab
  url: string
  isDead = false
  #sentAt = 0
  #receivedAt = 0

  constructor(tab: Tab, url: string) {
    this.tab = tab
    this.url = url
    tab.sockets.add(this)
    tab.later(this.#pause(), () => {
      if (this.readyState !== 0) return
      if (!this.tab.device.online || this.isDead) return this.#closed(1006)
      this.readyState = 1
      this.onopen?.()
    })
  }

  #pause = () => this.tab.device.chance.between(5, 60)

  /** Frames arrive in order. */
  send(frame: string | ArrayBuffer) {
    const { clock, network } = this.tab.device
    if (this.isDead || typeof frame !== 'string') return
    this.#sentAt = Math.max(this.#sentAt, clock.now + this.#pause())
    clock.after(this.#sentAt - clock.now, () => {
      if (!this.isDead) network.server.realtime.received(this, frame)
    })
  }

  /** A frame of the server. */
  deliver(frame: string) {
    const { clock } = this.tab.device
    if (this.isDead) return
    this.#receivedAt = Math.max(this.#receivedAt, clock.now + this.#pause())
    this.tab.later(this.#receivedAt - clock.now, () => {
      if (!this.isDead && this.readyState === 1) this.onmessage?.({ data: frame })
    })
  }

  close(code = 1000) {
    if (this.readyState > 1) return
    this.readyState = 2
    // A browser waits for the other side, which does not answer on a dead network.
    this.tab.later(this.isDead ? 10_000 : this.#pause(), () => this.#closed(code))
  }

  /** The network is gone, and nobody is told. */
  die() {
    this.isDead = true
    this.tab.device.network.server.realtime.gone(this)
  }

  #closed(code: number) {
    if (this.readyState === 3) return
    this.readyState = 3
    this.tab.sockets.delete(this)
    this.tab.device.network.server.realtime.gone(this)
    this.onclose?.({ code, reason: '', wasClean: code === 1000 })
  }
}
