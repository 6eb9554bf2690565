import { markEnded } from './stored-session.ts'

let refused = false

/** The server has ended the session by refusing to renew it. The client then removes it. */
export function noteRefusedRefresh() {
  refused = true
  markEnded()
}

/** True once for each refusal. */
export function takeRefusedRefresh(): boolean {
  const was = refused
  refused = false
  return was
}
