import * as z from 'zod/mini'
import { onForget } from '#lib/session/personal/personal-store.ts'
import { addedOf } from '../count-pending.ts'
import { type Change, erase, insert, readAll, readFile, update } from './database.ts'
import { byOrder, type Entry } from './entry.ts'
import { clearJournal, eraseJournal, readJournal, writeJournal } from './journal.ts'

/**
 * The waiting messages as this tab knows them. The database is the source of truth; after each change the other tabs read it
 * again. A new entry is shown before the database has it, and one that it does not accept stays in memory.
 */
type Mirror = {
  stored: Entry[]
  /** Entries that the database does not have, or not yet. */
  added: Map<string, Entry>
  /** Both together, in order; the same array until something changes, as React requires. */
  entries: readonly Entry[]
  loading: Promise<void>
}

const NONE: readonly Entry[] = []
const mirrors = new Map<string, Mirror>()
/** Entries that exist in this page only. */
const inMemory = new Set<string>()
/** Those of them that are lost when the page is closed. */
const unsaved = new Set<string>()
/** Entries that were added in this tab. */
const own = new Set<string>()
/** Files that were added in this tab. */
const files = new Map<string, Blob>()
const listeners = new Set<() => void>()

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notify() {
  for (const listener of listeners) listener()
}

/** Puts the entries together, and tells the listeners when they are not the same as before. */
function combine(mirror: Mirror) {
  const known = new Map(mirror.entries.map((entry) => [entry.clientId, entry]))
  const ids = new Set(mirror.stored.map(({ clientId }) => clientId))
  const added = [...mirror.added.values()].filter(({ clientId }) => !ids.has(clientId))
  const next = [...mirror.stored, ...added].sort(byOrder).map((entry) => {
    const before = known.get(entry.clientId)
    return before && isSame(before, entry) ? before : entry
  })
  const same = next.length === mirror.entries.length && next.every((one, at) => one === mirror.entries[at])
  if (same) return
  mirror.entries = next
  notify()
}

const isSame = (one: Entry, other: Entry) => one === other || JSON.stringify(one) === JSON.stringify(other)

function mirrorOf(userId: string): Mirror {
  const known = mirrors.get(userId)
  if (known) return known
  listenToTabs()
  const mirror: Mirror = { stored: [], added: addedOf(userId), entries: NONE, loading: Promise.resolve() }
  mirrors.set(userId, mirror)
  mirror.loading = load(userId, mirror)
  return mirror
}

/** What is known now. The first call begins to read the database. */
export const readEntries = (userId: string): readonly Entry[] => mirrorOf(userId).entries

/** What is known after the database was read. */
export async function loadEntries(userId: string): Promise<readonly Entry[]> {
  await mirrorOf(userId).loading
  await refresh(userId)
  return mirrorOf(userId).entries
}

async function load(userId: string, mirror: Mirror) {
  const left = readJournal(userId)
  try {
    if (left.length > 0) await insert(left)
    for (const entry of left) clearJournal(entry)
  } catch {
    for (const entry of left) keepInMemory(mirror, entry)
  }
  await refresh(userId)
}

async function refresh(userId: string) {
  const mirror = mirrorOf(userId)
  try {
    const before = mirror.stored
    mirror.stored = await readAll(userId)
    const ids = new Set(mirror.stored.map(({ clientId }) => clientId))
    for (const entry of before) if (!ids.has(entry.clientId)) drop(entry)
  } catch {
    // Without a database there is only what this page has.
  }
  combine(mirror)
}

const refreshing = new Map<string, 'once' | 'again'>()

/** Reads the database again. Changes that are told while it runs make one more reading follow. */
async function refreshSoon(userId: string) {
  const running = refreshing.has(userId)
  refreshing.set(userId, running ? 'again' : 'once')
  if (running) return
  await refresh(userId)
  const again = refreshing.get(userId) === 'again'
  refreshing.delete(userId)
  if (again) await refreshSoon(userId)
}

function keepInMemory(mirror: Mirror, entry: Entry) {
  inMemory.add(entry.clientId)
  mirror.added.set(entry.clientId, entry)
}

/** Adds an entry. It is known at once, and stored when the promise resolves. */
export async function addEntry(entry: Entry, file?: Blob): Promise<void> {
  const mirror = mirrorOf(entry.userId)
  const journaled = entry.tipo === 'texto' && writeJournal(entry)
  own.add(entry.clientId)
  mirror.added.set(entry.clientId, entry)
  if (file) files.set(entry.clientId, file)
  combine(mirror)
  try {
    await insert([entry], file)
    mirror.added.delete(entry.clientId)
    mirror.stored = [...mirror.stored.filter(({ clientId }) => clientId !== entry.clientId), entry]
    clearJournal(entry)
    combine(mirror)
    tellTabs({ kind: 'changed', userId: entry.userId })
  } catch {
    keepInMemory(mirror, entry)
    if (!journaled) keepUnsaved(entry)
  }
}

/**
 * Changes an entry that is still there. Returns its new state; undefined when it is gone. `quiet`: the other tabs do not
 * show the difference.
 */
export async function changeEntry(
  { userId, clientId }: Pick<Entry, 'userId' | 'clientId'>,
  how: Change,
  { quiet = false } = {},
): Promise<Entry | undefined> {
  const mirror = mirrorOf(userId)
  const known = mirror.entries.some((entry) => entry.clientId === clientId)
  const next = await changeWhereItIs(mirror, clientId, how)
  mirror.stored = mirror.stored.flatMap((entry) => (entry.clientId === clientId ? (next ?? []) : entry))
  if (!next) drop({ userId, clientId })
  combine(mirror)
  if (!quiet && (known || next)) tellTabs({ kind: 'changed', userId })
  return next
}

async function changeWhereItIs(mirror: Mirror, clientId: string, how: Change): Promise<Entry | undefined> {
  if (inMemory.has(clientId)) return changeInMemory(mirror, clientId, how)
  try {
    const next = await update(clientId, how)
    if (next || !inMemory.has(clientId)) return next
  } catch {
    // The database has failed: the change lasts as long as the page.
  }
  // Or the entry was new, and the database has refused it meanwhile.
  return changeInMemory(mirror, clientId, how)
}

/** For an entry that the database does not have, or when the database has failed meanwhile. */
function changeInMemory(mirror: Mirror, clientId: string, how: Change): Entry | undefined {
  const entry = mirror.entries.find((one) => one.clientId === clientId)
  const next = entry && how(entry)
  if (next) mirror.added.set(clientId, next)
  return next ?? undefined
}

/** Forgets what this page has of an entry that is gone. */
function drop(entry: Pick<Entry, 'userId' | 'clientId'>) {
  const { userId, clientId } = entry
  clearJournal(entry)
  // An entry of the database is there too when the database has refused a change of it.
  addedOf(userId).delete(clientId)
  own.delete(clientId)
  files.delete(clientId)
  inMemory.delete(clientId)
  unsaved.delete(clientId)
  if (unsaved.size === 0) removeEventListener('beforeunload', askToStay)
}

/** The file of a picture or a voice note; undefined when it is gone. Fails when the database cannot be read. */
export async function fileOf(clientId: string): Promise<Blob | undefined> {
  return files.get(clientId) ?? readFile(clientId)
}

/** Whether a waiting message was written in this tab since the page was loaded. */
export const isOwn = (clientId: string): boolean => own.has(clientId)

/** Whether something waits that is lost when this page is closed. */
export const hasUnsaved = (): boolean => unsaved.size > 0

function keepUnsaved({ clientId }: Entry) {
  unsaved.add(clientId)
  addEventListener('beforeunload', askToStay)
}

const askToStay = (event: Event) => event.preventDefault()

/** Removes everything of a person, for signing out. */
async function forgetEntries(userId: string) {
  await removeAll(userId)
  // Another tab may have been adding an entry: it removes that one too.
  tellTabs({ kind: 'forgotten', userId })
}

async function removeAll(userId: string) {
  const mirror = mirrorOf(userId)
  for (const entry of mirror.entries) drop(entry)
  mirror.added.clear()
  mirror.stored = []
  combine(mirror)
  eraseJournal(userId)
  await erase(userId).catch(() => undefined)
}

onForget(forgetEntries)

/** How far the upload of each file is, from 0 to 1. The tab that uploads tells the others. */
const parts = new Map<string, number>()

export const readProgress = (clientId: string): number | undefined => parts.get(clientId)

export function tellProgress(clientId: string, part: number | null) {
  noteProgress(clientId, part)
  tellTabs({ kind: 'progress', clientId, part })
}

function noteProgress(clientId: string, part: number | null) {
  if (part === null) parts.delete(clientId)
  else parts.set(clientId, part)
  notify()
}

const News = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), userId: z.string() }),
  z.object({ kind: z.literal('forgotten'), userId: z.string() }),
  z.object({ kind: z.literal('progress'), clientId: z.string(), part: z.nullable(z.number()) }),
])

let channel: BroadcastChannel | undefined

function listenToTabs() {
  channel ??= new BroadcastChannel('maestros-por-enviar')
  channel.onmessage = ({ data }) => {
    const news = News.safeParse(data)
    if (!news.success) return
    if (news.data.kind === 'progress') return noteProgress(news.data.clientId, news.data.part)
    const { kind, userId } = news.data
    if (!mirrors.has(userId)) return
    if (kind === 'forgotten') return void removeAll(userId)
    void refreshSoon(userId)
    for (const listener of elsewhere) listener()
  }
}

const elsewhere = new Set<() => void>()

/** Calls `listener` when another tab has changed the outbox. */
export function onChangedElsewhere(listener: () => void): () => void {
  elsewhere.add(listener)
  return () => void elsewhere.delete(listener)
}

const tellTabs = (news: z.infer<typeof News>) => channel?.postMessage(news)
