import { markEnd, storedSession } from './stored-session.ts'

let refused = false

/**
 * The server has ended a session by refusing to renew it. The client removes it, or keeps it until its token ends. The answer may
 * arrive when the session has been replaced: by a sign-in, or by the renewal of another tab.
 */
export function noteRefusedRefresh(refreshToken: unknown) {
  const stored = storedSession()
  if (stored && stored.refresh_token !== refreshToken) return
  refused = true
  if (stored) markEnd({ ended: true })
}

/** True once for each refusal. */
export function takeRefusedRefresh(): boolean {
  const was = refused
  refused = false
  return was
}
