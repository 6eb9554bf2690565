import { beforeEach } from 'vitest'

/** The few browser globals that the web app's logic uses. Everything else comes from Node. */

class MemoryStorage implements Storage {
  #items = new Map<string, string>()
  get length() {
    return this.#items.size
  }
  key = (index: number) => [...this.#items.keys()][index] ?? null
  getItem = (key: string) => this.#items.get(key) ?? null
  setItem = (key: string, value: string) => void this.#items.set(key, value)
  removeItem = (key: string) => void this.#items.delete(key)
  clear = () => this.#items.clear()
}

const events = new EventTarget()

/** One entry of the history. Its address is that of the page. */
const history = {
  state: null as unknown,
  replaceState(state: unknown, _title: string, path?: string) {
    history.state = state
    if (path !== undefined) location.href = new URL(path, location.href).href
  },
}

Object.assign(globalThis, {
  history,
  localStorage: new MemoryStorage(),
  sessionStorage: new MemoryStorage(),
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  document: Object.assign(new EventTarget(), {
    documentElement: { dataset: {} },
    visibilityState: 'visible',
  }),
})
// Node's navigator does not say whether there is a network.
Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.state = null
})
