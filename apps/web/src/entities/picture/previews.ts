import { useEffect, useState } from 'react'

/** The addresses of files in this browser, by key. Each address keeps its file in memory until it is revoked. */
export function makePreviews<Key = string>() {
  const urls = new Map<Key, string>()
  const revoke = (key: Key) => {
    const url = urls.get(key)
    if (url !== undefined) URL.revokeObjectURL(url)
    urls.delete(key)
  }
  return {
    /** Replaces the address that the key has. */
    make: (key: Key, file: Blob): string => {
      revoke(key)
      const url = URL.createObjectURL(file)
      urls.set(key, url)
      return url
    },
    revoke,
    revokeAll: () => {
      for (const key of [...urls.keys()]) revoke(key)
    },
  }
}

/** Previews that are revoked when the component unmounts. */
export function usePreviews() {
  const [previews] = useState(() => makePreviews())
  useEffect(() => previews.revokeAll, [previews])
  return previews
}
