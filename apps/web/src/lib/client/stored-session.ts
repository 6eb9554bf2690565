import { hasStrings } from '../device/has-strings.ts'

/**
 * The localStorage key of the session. It is fixed (the client would derive it from the server's address), so that an
 * inline script can detect a stored session before the application loads.
 */
export const STORAGE_KEY = 'sb-maestros-auth-token'

const MARK = 'sesion'

/**
 * Runs in <head>, before the first paint, and marks the page when a session is stored. A prerendered sign-in screen
 * then shows a spinner instead of its form until the session is known (see `guest-only` in app.css).
 */
export const MARK_STORED_SESSION = `try{localStorage.getItem('${STORAGE_KEY}')&&(document.documentElement.dataset.${MARK}='guardada')}catch{}`

/** Null when storage is forbidden or full, or when what is stored is not what is expected. */
function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

/** What could not be stored, because storage is forbidden or full. It is stored as soon as there is room, or ends with the page. */
const unstored = new Map<string, string>()

/** Where the client keeps the session. By itself it decides at the start, for as long as the page lives, whether storage can be used. */
export const clientStorage = {
  getItem(key: string): string | null {
    const kept = unstored.get(key)
    if (kept !== undefined) {
      clientStorage.setItem(key, kept)
      return kept
    }
    return attempt(() => localStorage.getItem(key))
  },
  setItem(key: string, value: string) {
    try {
      localStorage.setItem(key, value)
      unstored.delete(key)
    } catch {
      unstored.set(key, value)
    }
  },
  removeItem(key: string) {
    unstored.delete(key)
    attempt(() => localStorage.removeItem(key))
  },
}

/** Another tab has stored a session: that one counts. */
export const forgetUnstored = () => unstored.clear()

export const hasStoredSession = (): boolean => clientStorage.getItem(STORAGE_KEY) !== null

/** What is stored as JSON; null when there is nothing. */
const readJson = (key: string): unknown => attempt(() => JSON.parse(clientStorage.getItem(key) ?? 'null'))

export type Tokens = { access_token: string; refresh_token: string }

/** The tokens of the stored session and whose they are; null when none is stored. */
export type Stored = Tokens & { userId: string }

export function storedSession(): Stored | null {
  const session = readJson(STORAGE_KEY)
  const user = userIn(session)
  if (!hasStrings(session, 'access_token', 'refresh_token') || !hasStrings(user, 'id')) return null
  return { access_token: session.access_token, refresh_token: session.refresh_token, userId: user.id }
}

/** The e-mail address of the stored session; null when none is stored. */
export function storedEmail(): string | null {
  const user = userIn(readJson(STORAGE_KEY))
  return hasStrings(user, 'email') ? user.email : null
}

const userIn = (session: unknown): unknown => Reflect.get(Object(session), 'user')

export function unmarkStoredSession() {
  delete document.documentElement.dataset[MARK]
}

/** Removes the session, for the given reason or by a sign-out. */
export function forgetStoredSession(end: End | null = null) {
  markEnd(end)
  for (const key of [STORAGE_KEY, `${STORAGE_KEY}-user`, `${STORAGE_KEY}-code-verifier`]) {
    clientStorage.removeItem(key)
  }
}

/** Where the sign-outs are kept that the server does not know yet (pending-sign-out.ts). */
export const PENDING_SIGN_OUTS = 'maestros-pending-sign-out'

/** Why a session was removed, if not by a sign-out. The sign-in screens say so. */
export type End =
  | { ended: true }
  | { suspended: { help: string | null } }
  | { closed: { until: string | null } }

/** Written before the session is removed, so that other tabs can say the same. The next sign-in or sign-out removes it. */
const END_KEY = 'maestros-sesion-terminada'

/** When it cannot be written, other tabs end as after a sign-out. */
export function markEnd(end: End | null) {
  attempt(() => (end ? localStorage.setItem(END_KEY, JSON.stringify(end)) : localStorage.removeItem(END_KEY)))
}

/** Why the last session of this browser was removed; null after a sign-out. */
export function lastEnd(): End | null {
  const end = readJson(END_KEY)
  return isEnd(end) ? end : null
}

const isEnd = (value: unknown): value is End =>
  ['ended', 'suspended', 'closed'].some((reason) => reason in Object(value))

/** Of whom this browser has a copy of data for reading without a network (lib/session/personal/offline-copy.ts). One key for each person. */
const COPY_MARK = 'maestros-copia:'
export const COPY_DATABASE = 'maestros-copia'

/** Without the mark the copy is not read. */
export function markCopy(userId: string) {
  attempt(() => localStorage.setItem(COPY_MARK + userId, '1'))
}

export const hasCopy = (userId: string): boolean => clientStorage.getItem(COPY_MARK + userId) !== null

/** The names of all values, as they are now. */
export const keysIn = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, nth) => storage.key(nth) ?? '')

/** Deletes the copies of everyone except one person. An open connection closes on the `versionchange` event. */
export function forgetCopies(except: string | null = null) {
  attempt(() => {
    const marks = keysIn(localStorage).filter((key) => key.startsWith(COPY_MARK))
    if (except === null) localStorage.removeItem(PERSON_KEY)
    if (marks.every((key) => key === COPY_MARK + except)) return
    for (const key of marks) localStorage.removeItem(key)
    indexedDB.deleteDatabase(COPY_DATABASE)
  })
}

/** The last answer about the signed-in person, for a start without a network. Without it such a start says that there is none. */
const PERSON_KEY = 'maestros-persona'

export function rememberPerson(person: { userId: string; role: string | null; perfilCompleto: boolean }) {
  attempt(() => localStorage.setItem(PERSON_KEY, JSON.stringify(person)))
}

/** What was remembered about the person of the stored session; null when it is about somebody else, or nothing. */
export function rememberedPerson(): unknown {
  const person = readJson(PERSON_KEY)
  const user = userIn(readJson(STORAGE_KEY))
  return hasStrings(user, 'id') && Reflect.get(Object(person), 'userId') === user.id ? person : null
}

/** The role of the last person who was signed in, also after their session was removed. */
export const lastRole = (): unknown => Reflect.get(Object(readJson(PERSON_KEY)), 'role')

let refused = false

/**
 * The server has ended a session by refusing to renew it. The client removes it, or keeps it until its token ends. Returns the session
 * that has replaced it before the answer arrived, by a sign-in or by the renewal of another tab; null when none has.
 */
export function noteRefusedRefresh(refreshToken: unknown): string | null {
  const stored = storedSession()
  if (stored && stored.refresh_token !== refreshToken) return clientStorage.getItem(STORAGE_KEY)
  refused = true
  if (stored) markEnd({ ended: true })
  return null
}

/** True once for each refusal. */
export function takeRefusedRefresh(): boolean {
  const was = refused
  refused = false
  return was
}
