import { waitingTextKeys, waitingTextsKey } from '#lib/session/personal/personal-data.ts'
import { Entry, type TextEntry } from './entry.ts'

/**
 * Texts that are not in the database yet, in localStorage: a page that is closed while the database is writing loses none,
 * and a browser without a database keeps them too. Each has a key of its own, so that tabs never write the same key.
 */
const keyOf = ({ userId, clientId }: Pick<Entry, 'userId' | 'clientId'>) =>
  `${waitingTextsKey(userId)}:${clientId}`

/** Returns whether the browser has stored it. */
export function writeJournal(entry: TextEntry): boolean {
  try {
    localStorage.setItem(keyOf(entry), JSON.stringify(entry))
    return true
  } catch {
    return false
  }
}

export function clearJournal(entry: Pick<Entry, 'userId' | 'clientId'>) {
  try {
    localStorage.removeItem(keyOf(entry))
  } catch {
    // Nothing was stored.
  }
}

export function readJournal(userId: string): Entry[] {
  return waitingTextKeys(userId).flatMap((key) => {
    const parsed = Entry.safeParse(readJson(key))
    return parsed.success ? [parsed.data] : []
  })
}

export function eraseJournal(userId: string) {
  for (const key of waitingTextKeys(userId)) {
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing was stored.
    }
  }
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
