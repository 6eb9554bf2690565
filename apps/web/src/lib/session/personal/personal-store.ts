import type * as z from 'zod/mini'
import { inTime } from '#ui/timing/pause.ts'
import { forgetCopies } from '../../client/stored-session.ts'
import { readText, removeText, writeText } from '../../device/stored-text.ts'
import { getSession, subscribe as onSession } from '../session-state.ts'
import { forgetKeys, forgetRows } from './personal-data.ts'
import { removePushSubscription } from './remove-push-subscription.ts'

/**
 * A value in localStorage that belongs to one person. It survives a reload, all tabs share it, other people who sign in
 * on this browser do not see it, and signing out removes it.
 */
interface PersonalStore<T> {
  read(userId: string): T
  write(userId: string, value: T): void
  subscribe(listener: () => void): () => void
}

/** The key of a value in localStorage. */
export const keyOf = (name: string, userId: string) => `maestros-${name}:${userId}`

/** Removes what a module keeps of a person in memory, or in a store of its own. */
type Forget = (userId: string) => Promise<void>
const forgetters = new Set<Forget>()
/** The people who have signed out in this page, and have not signed in again. */
const forgotten = new Set<string>()

export function personalStore<T>(name: string, schema: z.ZodMiniType<T>, empty: T): PersonalStore<T> {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  /** The last parsed value of each key, so that an unchanged value stays the same object. */
  const known = new Map<string, { raw: string | null; value: T }>()

  onForget(async (userId) => {
    known.delete(keyOf(name, userId))
    removeText(keyOf(name, userId))
  })

  const listen = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(keyOf(name, ''))) notify()
  }

  return {
    read: (userId) => {
      const key = keyOf(name, userId)
      const last = known.get(key)
      const raw = readText(key)
      if (last && last.raw === raw) return last.value
      const value = parse(raw, schema, empty)
      known.set(key, { raw, value })
      return value
    },
    write: (userId, value) => {
      // An answer that arrives after the sign-out must not bring back what was removed.
      if (forgotten.has(userId)) return
      const key = keyOf(name, userId)
      const raw = JSON.stringify(value)
      known.set(key, { raw, value })
      writeText(key, raw)
      notify()
    },
    subscribe: (listener) => {
      if (listeners.size === 0) addEventListener('storage', listen)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('storage', listen)
      }
    },
  }
}

/** Stored text of an unexpected shape, for example of another version, counts as empty. */
function parse<T>(raw: string | null, schema: z.ZodMiniType<T>, empty: T): T {
  if (raw === null) return empty
  try {
    const parsed = schema.safeParse(JSON.parse(raw))
    return parsed.success ? parsed.data : empty
  } catch {
    return empty
  }
}

// Only signing out removes the values. An expired session keeps them, so that nothing typed is lost.
let leaving: string | null = null
onSession(() => {
  const session = getSession()
  if (session.status === 'signed-in') {
    leaving = session.leaving ? session.userId : null
    if (!session.leaving) forgotten.delete(session.userId)
  }
  if (session.status !== 'anonymous' || leaving === null) return
  void forgetPersonal(leaving)
  leaving = null
})

export const onForget = (forget: Forget) => void forgetters.add(forget)

/** A store that fails or does not answer, as the push service of some browsers, must not keep a person signed in. */
const FORGET_MS = 2000

/**
 * Removes what this person has left in this browser, whichever screens have been loaded: what was typed and not sent, the
 * chosen search, and notifications.
 */
export async function forgetPersonal(userId: string) {
  forgotten.add(userId)
  forgetCopies()
  forgetKeys(userId)
  const all = [forgetRows, removePushSubscription, ...forgetters].map(async (forget) => forget(userId))
  await inTime(Promise.allSettled(all), FORGET_MS)
}
