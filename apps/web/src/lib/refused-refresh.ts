let refused = false

/** The server has ended the session by refusing to renew it. */
export function noteRefusedRefresh() {
  refused = true
}

/** True once for each refusal. */
export function takeRefusedRefresh(): boolean {
  const was = refused
  refused = false
  return was
}
