import type { Role } from '@maestros/dominio/acceso/roles'
import { useSyncExternalStore } from 'react'

/** Whose session a link carries. */
export type LinkAccount = { email: string; name: string | null; role: Role | null }

/** What is shown instead of the screen while nobody knows whether the session of a link may be used (open-link.ts). */
export type LinkQuestion =
  | { kind: 'opening' }
  /** `own` is the e-mail address of the person who is signed in. */
  | { kind: 'ask'; account: LinkAccount; own: string | null; answer: (agreed: boolean) => void }
  | { kind: 'unreachable'; own: string | null; answer: (retry: boolean) => void }
  | { kind: 'expired'; answer: () => void }

let question: LinkQuestion | null = null
const listeners = new Set<() => void>()

export const linkQuestion = () => question

export const useLinkQuestion = (): LinkQuestion | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    linkQuestion,
    () => null,
  )

export function showQuestion(next: LinkQuestion | null) {
  question = next
  for (const listener of listeners) listener()
}
