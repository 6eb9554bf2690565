/** Texts in localStorage. What the browser refuses to store, because storage is forbidden or full, lasts as long as the page. */
const notStored = new Map<string, string>()

export function readText(key: string): string | null {
  try {
    return notStored.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeText(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
    notStored.delete(key)
  } catch {
    notStored.set(key, text)
  }
}

export function removeText(key: string) {
  notStored.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
