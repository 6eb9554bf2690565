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

/** Whether someone may be signed in: a session is stored, or a link from an e-mail carries one in the address. */
export function maySignIn(): boolean {
  try {
    if (localStorage.getItem(STORAGE_KEY) !== null) return true
  } catch {
    // Storage is forbidden: nobody can be signed in by it.
  }
  return /[#?&](?:access_token|refresh_token|error|error_code|code)=/.test(location.href)
}

export function unmarkStoredSession() {
  delete document.documentElement.dataset[MARK]
}

export function forgetStoredSession() {
  for (const key of [STORAGE_KEY, `${STORAGE_KEY}-user`, `${STORAGE_KEY}-code-verifier`]) {
    localStorage.removeItem(key)
  }
}
