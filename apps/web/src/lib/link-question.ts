import { useSyncExternalStore } from 'react'
import { isRetryableAuthError } from './call-error.ts'
import { getClient } from './client.ts'
import { storeLinkSession } from './link-session.ts'
import { hasStoredSession, storedEmail, type Tokens } from './stored-session.ts'

/** What the person is asked about a link with the session of somebody else (link-session.ts). */
export type LinkQuestion =
  /** Whose session it is is not known yet. */
  | { kind: 'opening' }
  | { kind: 'ask'; email: string; own: string; accept: () => Promise<void> }
  | { kind: 'expired' }
  | { kind: 'unreachable'; retry: () => Promise<void> }

let question: LinkQuestion | null = null
const listeners = new Set<() => void>()

export const useLinkQuestion = (): LinkQuestion | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
    () => null,
  )

function show(next: LinkQuestion) {
  question = next
  for (const listener of listeners) listener()
}

/** Reads whose session the link carries, and asks. Until the answer nothing is stored, and no screen is shown (root.tsx). */
export async function askAboutLink(tokens: Tokens): Promise<void> {
  show({ kind: 'opening' })
  const retry = () => askAboutLink(tokens)
  const refuse = (error: Error) => {
    if (isRetryableAuthError(error)) show({ kind: 'unreachable', retry })
    else if (hasStoredSession()) show({ kind: 'expired' })
    // Nobody is signed in: the page shows what it shows to visitors.
    else reload()
  }
  const client = await getClient().catch(() => null)
  if (!client) return show({ kind: 'unreachable', retry })
  const { data, error } = await client.unstoredAuth().getUser(tokens.access_token)
  // The stored session may have expired. Its renewal is part of this.
  await client.auth.initialize()
  if (error) return refuse(error)
  const accept = async () => {
    const failure = await storeLinkSession(client, tokens)
    if (failure) refuse(failure)
    else reload()
  }
  if (!hasStoredSession()) return accept()
  show({ kind: 'ask', email: data.user.email ?? '', own: storedEmail() ?? '', accept })
}

/** A new page: nothing of the person before stays in it. */
const reload = () => location.replace(location.pathname + location.search)

/** The person stays in their account. The page of the link is left, because it is for somebody else. */
export const dismissLink = () => location.replace('/')
