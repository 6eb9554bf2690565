import { useState } from 'react'
import { getOperatorSession, onOperatorSession } from '#lib/session/operator/operator-session.ts'

/**
 * What was typed and not sent, in memory only: it may be about a person. It stays when the session ends, so that the same operator
 * finds it after the next sign-in.
 */
const drafts = new Map<string, string>()
let owner: string | null = null

onOperatorSession(() => {
  const session = getOperatorSession()
  if (session.status === 'signed-out' && !session.ended) drafts.clear()
  if (session.status !== 'signed-in') return
  if (owner !== null && owner !== session.operador.id) drafts.clear()
  owner = session.operador.id
})

/** The text of a field, by a name that contains the id of what it is about. `initial` takes the place of the draft. */
export function useDraft(name: string, initial: string | null = null): [string, (text: string) => void] {
  const [text, setText] = useState(() => initial ?? drafts.get(name) ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') drafts.delete(name)
    else drafts.set(name, next)
  }
  return [text, change]
}
