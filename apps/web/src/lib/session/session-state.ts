import { ladoDeRole, ROLES, type Role, type Visitor } from '@maestros/dominio/acceso/roles'
import type { Lado } from '@maestros/dominio/chat/lado'
import { useSyncExternalStore } from 'react'
import { forgetCopies, markEnd, rememberedPerson, unmarkStoredSession } from '../client/stored-session.ts'

/** Who is signed in, in this page. Screens read it here; session.ts changes it. */

export type SignedIn = {
  status: 'signed-in'
  userId: string
  role: Role | null
  perfilCompleto: boolean
  /** True while signing out: the screen stays until the redirect. */
  leaving: boolean
}

/** `help` is the e-mail address where the person can ask why. */
export type Suspended = { help: string | null }

export type Session =
  | { status: 'loading' }
  /** A session is stored, but the server could not be reached to check it. */
  | { status: 'unreachable' }
  /**
   * `expired`: the guard redirects to /login, whatever the role of the screen is. `ended`: the server ended the session, and the
   * sign-in screen says so. `wasMaestro`: it was the session of a maestro. `arrived`: nobody was signed in when the page was
   * loaded. `suspended`: the account was suspended while it was signed in. `closed`: the person has just closed the
   * account, which will be erased at that time (null when the answer was lost). `brokenLink`: the link of an e-mail was used before or has expired.
   */
  | {
      status: 'anonymous'
      expired: boolean
      ended?: boolean
      wasMaestro?: boolean
      arrived?: boolean
      suspended?: Suspended
      closed?: { until: string | null }
      brokenLink?: boolean
    }
  | SignedIn

export type Anonymous = Extract<Session, { status: 'anonymous' }>

export const LOADING: Session = { status: 'loading' }
export const ANONYMOUS: Anonymous = { status: 'anonymous', expired: false }
export const ARRIVED: Anonymous = { ...ANONYMOUS, arrived: true }

let current: Session = LOADING
const listeners = new Set<() => void>()

export function setSession(next: Session) {
  if (next.status !== 'loading') unmarkStoredSession()
  // On a shared phone nothing of one person stays readable for the next.
  if (next.status === 'anonymous' || (next.status === 'signed-in' && next.leaving)) forgetCopies()
  else if (next.status === 'signed-in') forgetCopies(next.userId)
  if (next.status === 'signed-in') markEnd(null)
  current = next
  for (const listener of listeners) listener()
}

export const getSession = (): Session => current

/** The side that the signed-in person has in chats; null for an account without chats. */
export const sessionSide = (): Lado | null =>
  current.status === 'signed-in' ? ladoDeRole(current.role) : null

export type Person = Pick<SignedIn, 'userId' | 'role' | 'perfilCompleto'>

/**
 * The person who is signed in. While the server is asked about a stored session: the person of that session as the last
 * visit knew them. It is for reading data while the guard still waits; the server checks every call.
 */
export function expectedPerson(): Person | null {
  if (current.status === 'signed-in') return current.leaving ? null : current
  return current.status === 'loading' ? personInMemory() : null
}

/** The expected person, if the screens of this role are open to them. */
export function expectedWithRole(role: Role): Person | null {
  const person = expectedPerson()
  const isOpen = person?.role === role && (role !== 'maestro' || person.perfilCompleto)
  return isOpen ? person : null
}

/** The person of the stored session, as the last visit knew them. */
export function personInMemory(): Person | null {
  const person = rememberedPerson()
  return isPerson(person) ? person : null
}

/** Whether the screens show this person as signed in. */
export const isShown = (userId: string): boolean =>
  current.status === 'signed-in' && current.userId === userId

/** True while signing out: new requests would be refused. */
export const isLeaving = (): boolean => current.status === 'signed-in' && current.leaving

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, () => LOADING)
}

export function visitorOf(session: SignedIn): Visitor {
  if (session.role === 'maestro') return { kind: 'maestro', perfilCompleto: session.perfilCompleto }
  return { kind: session.role ?? 'without-role' }
}

const isPerson = (value: unknown): value is Person =>
  typeof value === 'object' &&
  value !== null &&
  'role' in value &&
  'perfilCompleto' in value &&
  ROLES.some((role) => role === value.role) &&
  typeof value.perfilCompleto === 'boolean'
