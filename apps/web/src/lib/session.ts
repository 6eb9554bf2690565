import { ROLES, type Role, type Visitor } from '@maestros/dominio/acceso'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { CallError, unwrap } from './call-error.ts'
import { type Client, getClient } from './client.ts'
import { STORAGE_KEY, unmarkStoredSession } from './stored-session.ts'

/**
 * One store for who is here. The client's own events feed it; the role and the completeness come from the
 * tables, never from what the account says about itself.
 */

export type SignedIn = {
  status: 'signed-in'
  userId: string
  role: Role | null
  perfilCompleto: boolean
  /** Signing out: the screen stays as it is until the way out has been taken. */
  leaving: boolean
}

export type Session =
  | { status: 'loading' }
  /** A session is stored, but the server could not be asked whose it is. */
  | { status: 'unreachable' }
  | { status: 'anonymous'; expired: boolean }
  | SignedIn

const LOADING: Session = { status: 'loading' }
const ANONYMOUS: Session = { status: 'anonymous', expired: false }

let current: Session = LOADING
let held = false
let lookup = 0
const listeners = new Set<() => void>()

export function setSession(next: Session) {
  if (next.status !== 'loading') unmarkStoredSession()
  current = next
  for (const listener of listeners) listener()
}

export const getSession = (): Session => current

/** Signing out: what is still asked would be refused. */
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

/** While something decides whether a sign-in counts, the client's events must not move the page. */
export async function holdingSession<T>(act: () => Promise<T>): Promise<T> {
  held = true
  try {
    return await act()
  } finally {
    held = false
  }
}

export async function startSession() {
  // The client tells other tabs of a sign-out that the server has answered; this tells them of any other.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && newValue === null && !held) setSession(ANONYMOUS)
  })
  try {
    const client = await getClient()
    client.auth.onAuthStateChange((event, stored) => {
      if (held) return
      if (!stored) {
        lookup += 1
        if (event === 'SIGNED_OUT' || event === 'INITIAL_SESSION') setSession(ANONYMOUS)
        return
      }
      const known = current.status === 'signed-in' && current.userId === stored.user.id
      // Not awaited: the client waits for its listeners, and the lookup waits for the client.
      if (!known) void identify(client, stored.user.id)
    })
  } catch (cause) {
    reportError('session start', cause)
    setSession({ status: 'unreachable' })
  }
}

/** Reads role and completeness again: after a failure, or when the profile has been completed. */
export async function refreshSession() {
  setSession(LOADING)
  try {
    const client = await getClient()
    const { data } = await client.auth.getSession()
    if (data.session) await identify(client, data.session.user.id)
    else setSession(ANONYMOUS)
  } catch (cause) {
    reportError('session refresh', cause)
    setSession({ status: 'unreachable' })
  }
}

async function identify(client: Client, userId: string) {
  lookup += 1
  const mine = lookup
  try {
    const person = await readPerson(client, userId)
    if (mine === lookup) setSession(person)
  } catch (cause) {
    reportError('role lookup', cause)
    if (mine !== lookup) return
    // The server no longer knows this session: it was ended elsewhere.
    if (cause instanceof CallError && cause.status === 401) await client.auth.signOut({ scope: 'local' })
    else setSession({ status: 'unreachable' })
  }
}

const Profile = z.nullable(z.object({ role: z.nullable(z.string()) }))
const Maestro = z.nullable(z.object({ perfil_completo: z.boolean() }))

export async function readPerson({ rest }: Client, userId: string): Promise<SignedIn> {
  const profile = await rest.from('profiles').select('role').eq('id', userId).maybeSingle()
  const named = Profile.parse(unwrap(profile))?.role
  const role = ROLES.find((known) => known === named) ?? null
  const perfilCompleto = role === 'maestro' && (await readPerfilCompleto(rest, userId))
  return { status: 'signed-in', userId, role, perfilCompleto, leaving: false }
}

/** No row, or a failed lookup, counts as incomplete (specification, section 4). */
async function readPerfilCompleto(rest: Client['rest'], userId: string): Promise<boolean> {
  const answer = await rest.from('maestros').select('perfil_completo').eq('id', userId).maybeSingle()
  if (answer.error) reportError('profile check', answer.error)
  const row = Maestro.safeParse(answer.data)
  return row.success && row.data?.perfil_completo === true
}

function reportError(what: string, cause: unknown) {
  // biome-ignore lint/suspicious/noConsole: section 4 asks for these failures in the console, and nowhere else
  console.warn(what, cause)
}
