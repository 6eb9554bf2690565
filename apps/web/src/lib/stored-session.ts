/**
 * Where the client keeps the session in local storage. The name is fixed (the client would derive it from the
 * server's address), so that a page can know before any script has loaded that someone may be signed in.
 */
export const STORAGE_KEY = 'sb-maestros-auth-token'

const MARK = 'sesion'

/**
 * Runs in <head>, before the first paint: marks the page when a session is stored. A prerendered sign-in screen
 * then shows its spinner instead of the form, until we know (see `guest-only` in app.css).
 */
export const MARK_STORED_SESSION = `try{localStorage.getItem('${STORAGE_KEY}')&&(document.documentElement.dataset.${MARK}='guardada')}catch{}`

export function unmarkStoredSession() {
  delete document.documentElement.dataset[MARK]
}

export function forgetStoredSession() {
  for (const key of [STORAGE_KEY, `${STORAGE_KEY}-user`, `${STORAGE_KEY}-code-verifier`]) {
    localStorage.removeItem(key)
  }
}
