import type * as z from 'zod/mini'
import { getSession, subscribe as onSession } from './session.ts'

/**
 * What a person leaves in this browser under their own id: it survives a reload, every tab sees the same, whoever
 * signs in next does not see it, and signing out removes it.
 */
export interface PersonalStore<T> {
  read(userId: string): T
  write(userId: string, value: T): void
  subscribe(listener: () => void): () => void
}

const names = new Set<string>()
const keyOf = (name: string, userId: string) => `maestros-${name}:${userId}`

export function personalStore<T>(name: string, schema: z.ZodMiniType<T>, empty: T): PersonalStore<T> {
  names.add(name)
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  /** The last value of each key, so that what has not changed stays the same object. */
  const known = new Map<string, { raw: string | null; value: T }>()
  /** What the browser refused to keep, as in a private window: it lives as long as the page. */
  const unkept = new Set<string>()

  const listen = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(keyOf(name, ''))) tell()
  }

  return {
    read: (userId) => {
      const key = keyOf(name, userId)
      const last = known.get(key)
      if (last && unkept.has(key)) return last.value
      const raw = stored(key)
      if (last && last.raw === raw) return last.value
      const value = parse(raw, schema, empty)
      known.set(key, { raw, value })
      return value
    },
    write: (userId, value) => {
      const key = keyOf(name, userId)
      const raw = JSON.stringify(value)
      known.set(key, { raw, value })
      try {
        localStorage.setItem(key, raw)
        unkept.delete(key)
      } catch {
        unkept.add(key)
      }
      tell()
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

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whatever an older version left, or a hand wrote, is as good as nothing. */
function parse<T>(raw: string | null, schema: z.ZodMiniType<T>, empty: T): T {
  if (raw === null) return empty
  try {
    const parsed = schema.safeParse(JSON.parse(raw))
    return parsed.success ? parsed.data : empty
  } catch {
    return empty
  }
}

// Only who signs out on purpose leaves nothing: a session that ran out must not cost what was written.
let leaving: string | null = null
onSession(() => {
  const session = getSession()
  if (session.status === 'signed-in') leaving = session.leaving ? session.userId : null
  if (session.status !== 'anonymous' || leaving === null) return
  for (const name of names) localStorage.removeItem(keyOf(name, leaving))
  leaving = null
})
