import type { Chance, Clock } from './clock.ts'

/**
 * IndexedDB as far as the app uses it. Transactions of a database run one after another. What a tab has begun and not completed when it
 * is closed is undone, and so is what a full storage cannot take.
 */

type Key = string | number | Key[]
type Row = { key: Key; value: unknown }
type StoreData = { keyPath: string | string[] | null; indexes: Map<string, string>; rows: Map<string, Row> }

/** What a database knows of the page that uses it. */
export type Page = { alive: boolean; clock: Clock; chance: Chance; isFull: () => boolean; enter: () => void }

export class Database {
  stores = new Map<string, StoreData>()
  connections = new Set<IDBDatabase>()
  queue: IDBTransaction[] = []
  active: IDBTransaction | undefined
  isNew = true

  startNext() {
    if (this.active) return
    this.queue = this.queue.filter(({ page }) => page.alive)
    const next = this.queue.shift()
    if (!next) return
    this.active = next
    next.page.clock.after(next.page.chance.between(0, 2), () => next.step())
  }

  /** Undoes what the closed tab has not completed. */
  leave(page: Page) {
    for (const one of this.connections) if (one.page === page) this.connections.delete(one)
    this.queue = this.queue.filter((one) => one.page !== page)
    if (this.active?.page !== page) return
    this.active.undo()
    this.active = undefined
    this.startNext()
  }
}

type Listener = (event: { type: string; target: Emitter }) => void

class Emitter {
  #listeners = new Map<string, Set<Listener>>()
  addEventListener(type: string, listener: Listener) {
    const listeners = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, listeners.add(listener))
  }
  removeEventListener(type: string, listener: Listener) {
    this.#listeners.get(type)?.delete(listener)
  }
  emit(type: string) {
    const event = { type, target: this, oldVersion: 0, newVersion: 1 }
    const handler: unknown = Reflect.get(this, `on${type}`)
    if (typeof handler === 'function') handler.call(this, event)
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event)
  }
}

class IDBRequest extends Emitter {
  result: unknown
  error: unknown = null
  transaction: IDBTransaction | null = null
}

class IDBTransaction extends Emitter {
  error: DOMException | null = null
  objectStoreNames: string[]
  page: Page
  #db: Database
  #requests: { request: IDBRequest; perform: () => unknown }[] = []
  #undo: (() => void)[] = []
  #over = false
  constructor(page: Page, db: Database, names: string[]) {
    super()
    this.page = page
    this.#db = db
    this.objectStoreNames = names
    db.queue.push(this)
    db.startNext()
  }
  objectStore(name: string): IDBObjectStore {
    const store = this.#db.stores.get(name)
    if (!store) throw new DOMException(`no store ${name}`, 'NotFoundError')
    return new IDBObjectStore(this, store)
  }
  request(perform: () => unknown): IDBRequest {
    if (this.#over) throw new DOMException('the transaction is over', 'TransactionInactiveError')
    const request = new IDBRequest()
    request.transaction = this
    this.#requests.push({ request, perform })
    return request
  }
  set(store: StoreData, key: Key, value: unknown) {
    if (this.page.isFull()) this.error = new DOMException('full', 'QuotaExceededError')
    const name = JSON.stringify(key)
    const before = store.rows.get(name)
    this.#undo.push(() => (before ? store.rows.set(name, before) : store.rows.delete(name)))
    store.rows.set(name, { key, value: structuredClone(value) })
  }
  remove(store: StoreData, name: string) {
    const before = store.rows.get(name)
    if (!before) return
    this.#undo.push(() => store.rows.set(name, before))
    store.rows.delete(name)
  }
  undo() {
    for (const step of this.#undo.reverse()) step()
  }
  abort() {
    this.error ??= new DOMException('aborted', 'AbortError')
    this.#requests = []
  }
  step() {
    if (!this.page.alive) return
    this.page.enter()
    const next = this.#requests.shift()
    if (next) {
      next.request.result = next.perform()
      next.request.emit('success')
      this.page.clock.after(0, () => this.step())
      return
    }
    this.#over = true
    if (this.error) this.undo()
    this.#db.active = undefined
    this.#db.startNext()
    this.emit(this.error ? 'abort' : 'complete')
  }
}

class IDBObjectStore {
  transaction: IDBTransaction
  #store: StoreData
  constructor(transaction: IDBTransaction, store: StoreData) {
    this.transaction = transaction
    this.#store = store
  }
  createIndex(name: string, keyPath: string) {
    this.#store.indexes.set(name, keyPath)
  }
  index(name: string): IDBIndex {
    return new IDBIndex(this.transaction, this.#store, this.#store.indexes.get(name) ?? '')
  }
  get(key: Key) {
    return this.transaction.request(() => structuredClone(this.#store.rows.get(JSON.stringify(key))?.value))
  }
  getKey(key: Key) {
    return this.transaction.request(() => this.#store.rows.get(JSON.stringify(key))?.key)
  }
  getAll(range?: IDBKeyRange) {
    return this.transaction.request(() =>
      rowsIn(this.#store, range).map(({ value }) => structuredClone(value)),
    )
  }
  put(value: unknown, key?: Key) {
    return this.transaction.request(() =>
      this.transaction.set(this.#store, key ?? keyOf(this.#store, value), value),
    )
  }
  delete(key: Key | IDBKeyRange) {
    return this.transaction.request(() => {
      const names =
        key instanceof IDBKeyRange
          ? rowsIn(this.#store, key).map((row) => JSON.stringify(row.key))
          : [JSON.stringify(key)]
      for (const name of names) this.transaction.remove(this.#store, name)
    })
  }
}

class IDBIndex {
  #transaction: IDBTransaction
  #store: StoreData
  #path: string
  constructor(transaction: IDBTransaction, store: StoreData, path: string) {
    this.#transaction = transaction
    this.#store = store
    this.#path = path
  }
  #rows(key: Key) {
    return rowsIn(this.#store).filter(({ value }) => Reflect.get(Object(value), this.#path) === key)
  }
  getAll(key: Key) {
    return this.#transaction.request(() => this.#rows(key).map(({ value }) => structuredClone(value)))
  }
  getAllKeys(key: Key) {
    return this.#transaction.request(() => this.#rows(key).map((row) => row.key))
  }
}

class IDBDatabase extends Emitter {
  page: Page
  #db: Database
  constructor(page: Page, db: Database) {
    super()
    this.page = page
    this.#db = db
    db.connections.add(this)
  }
  createObjectStore(name: string, { keyPath = null }: { keyPath?: string | string[] | null } = {}) {
    const store: StoreData = { keyPath, indexes: new Map(), rows: new Map() }
    this.#db.stores.set(name, store)
    return { createIndex: (index: string, path: string) => store.indexes.set(index, path) }
  }
  transaction(names: string | string[]) {
    if (!this.#db.connections.has(this)) throw new DOMException('closed', 'InvalidStateError')
    return new IDBTransaction(this.page, this.#db, [names].flat())
  }
  close() {
    this.#db.connections.delete(this)
  }
}

class IDBCursor {
  advance() {}
  continue() {}
  continuePrimaryKey() {}
}

class IDBKeyRange {
  lower: Key
  upper: Key
  #open: { lower: boolean; upper: boolean }
  private constructor(lower: Key, upper: Key, open: { lower: boolean; upper: boolean }) {
    this.lower = lower
    this.upper = upper
    this.#open = open
  }
  static bound = (lower: Key, upper: Key, lowerOpen = false, upperOpen = false) =>
    new IDBKeyRange(lower, upper, { lower: lowerOpen, upper: upperOpen })
  has(key: Key): boolean {
    const [below, above] = [compare(key, this.lower), compare(key, this.upper)]
    return (this.#open.lower ? below > 0 : below >= 0) && (this.#open.upper ? above < 0 : above <= 0)
  }
}

const rankOf = (key: Key) => (Array.isArray(key) ? 2 : typeof key === 'string' ? 1 : 0)

function compare(one: Key, other: Key): number {
  if (!Array.isArray(one) || !Array.isArray(other)) {
    if (rankOf(one) !== rankOf(other)) return rankOf(one) - rankOf(other)
    return one < other ? -1 : one > other ? 1 : 0
  }
  for (const [nth, part] of one.entries()) {
    const against = other[nth]
    if (against === undefined) return 1
    const order = compare(part, against)
    if (order !== 0) return order
  }
  return one.length - other.length
}

function keyOf({ keyPath }: StoreData, value: unknown): Key {
  if (Array.isArray(keyPath)) return keyPath.map((path): Key => Reflect.get(Object(value), path))
  return Reflect.get(Object(value), keyPath ?? '')
}

const rowsIn = ({ rows }: StoreData, range?: IDBKeyRange): Row[] =>
  [...rows.values()].filter(({ key }) => !range || range.has(key)).sort((a, b) => compare(a.key, b.key))

/** The globals of IndexedDB in one page. */
export function indexedDbOf(page: Page, databases: Map<string, Database>) {
  const open = (name: string) => {
    const request = new IDBRequest()
    page.clock.after(page.chance.between(0, 3), () => {
      if (!page.alive) return
      page.enter()
      const db = databases.get(name) ?? new Database()
      databases.set(name, db)
      let aborted = false
      if (db.isNew) {
        db.isNew = false
        request.result = new IDBDatabase(page, db)
        Reflect.set(request, 'transaction', { abort: () => (aborted = true) })
        request.emit('upgradeneeded')
        if (!aborted) return request.emit('success')
        databases.delete(name)
        request.error = new DOMException('aborted', 'AbortError')
        return request.emit('error')
      }
      request.result = new IDBDatabase(page, db)
      request.emit('success')
    })
    return request
  }
  const deleteDatabase = (name: string) => {
    const request = new IDBRequest()
    const db = databases.get(name)
    if (db) {
      for (const one of db.connections)
        one.page.clock.after(1, () => {
          one.page.enter()
          if (one.page.alive) one.emit('versionchange')
        })
      page.clock.after(2, () => {
        if (databases.get(name) === db) databases.delete(name)
        page.enter()
        request.emit('success')
      })
    }
    return request
  }
  return {
    indexedDB: { open, deleteDatabase },
    ...{ IDBRequest, IDBTransaction, IDBObjectStore, IDBIndex, IDBDatabase, IDBCursor, IDBKeyRange },
  }
}
