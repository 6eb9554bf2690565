import { idle } from '#ui/timing/idle.ts'
import { pause } from '#ui/timing/pause.ts'
import { BANNED, CallError, isOutage, isRetryableAuthError, isSuspension } from '../client/call-error.ts'
import { type Client, getClient } from '../client/client.ts'
import {
  type End,
  forgetStoredSession,
  forgetUnstored,
  hasStoredSession,
  lastEnd,
  lastRole,
  PENDING_SIGN_OUTS,
  STORAGE_KEY,
  storedSession,
  type Tokens,
  takeRefusedRefresh,
} from '../client/stored-session.ts'
import { warnOfFailure } from '../device/log.ts'
import { readText } from '../device/stored-text.ts'
import { showQuestion } from './links/link-question.ts'
import { isResetScreen, keptLink, takeLink, takeLinkError } from './links/link-session.ts'
import { readPerson } from './read-person.ts'
import { areEventsIgnored } from './session-events.ts'
import {
  ANONYMOUS,
  type Anonymous,
  ARRIVED,
  getSession,
  isShown,
  LOADING,
  personInMemory,
  setSession,
} from './session-state.ts'

/**
 * The session of this browser. It follows the events of the auth client. The role and the completeness of the profile
 * come from the tables, never from the metadata of the account.
 */

let lookup = 0
/** The person whose role is being read. */
let identifying: string | null = null
/** The role is the one that was remembered: the server has not answered yet. */
let unverified = false

export async function startSession() {
  // The client informs other tabs only of a sign-out that the server has answered. This handles all others.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== STORAGE_KEY) return
    if (newValue !== null) return forgetUnstored()
    if (areEventsIgnored()) return
    // A message of the client may have arrived before.
    if (getSession().status !== 'anonymous') endedInOtherTab()
  })
  const linkError = takeLinkError()
  const link = takeLink()
  const refusal = link && !isResetScreen() ? await openLink(link) : linkError
  // A sign-out of the same person would end the session of a link that is not stored yet.
  if (keptLink() === null) void sendEarlierSignOuts()
  if (!hasStoredSession()) return startAnonymous(refusal)
  // Without a network, or with one that does not answer, the last known screens can be read.
  if (!navigator.onLine) signInFromMemory()
  else setTimeout(() => getSession().status === 'loading' && signInFromMemory(), SESSION_WAIT_MS)
  try {
    const client = await getClient()
    follow(client)
  } catch (cause) {
    warnOfFailure('session start', cause)
    keepUnanswered()
    void followLater()
  }
}

/** Few visits begin with a link, so the code for it is not part of the first load. */
async function openLink(tokens: Tokens): Promise<string | null> {
  showQuestion({ kind: 'opening' })
  for (;;) {
    const code = await import('./links/open-link.ts').catch(() => null)
    if (code) return code.openLink(tokens)
    await pause(CODE_RETRY_MS)
  }
}

const CODE_RETRY_MS = 2000

/** Few visits begin with a sign-out that the server does not know yet, so the code for it is not part of the first load. */
async function sendEarlierSignOuts() {
  if (readText(PENDING_SIGN_OUTS) === null) return
  try {
    await (await import('./pending-sign-out.ts')).sendPendingSignOuts()
  } catch (cause) {
    warnOfFailure('pending sign-out', cause)
  }
}

function endedInOtherTab() {
  const end = lastEnd()
  leave(end, end !== null && !('ended' in end))
}

const SESSION_WAIT_MS = 4000
const VERIFY_MS = 15_000

/**
 * Signs in the person of the stored session with the role of the last visit, until the server answers. The role decides
 * only which screens are shown; the server checks every call. Returns false when nothing was remembered.
 */
function signInFromMemory(): boolean {
  if (getSession().status === 'signed-in') return true
  const person = personInMemory()
  if (!person) return false
  const { userId, role, perfilCompleto } = person
  unverified = true
  setSession({ status: 'signed-in', userId, role, perfilCompleto, leaving: false })
  verifyLater()
  return true
}

let verification: ReturnType<typeof setTimeout> | undefined

function verifyLater() {
  addEventListener('online', verify)
  clearTimeout(verification)
  verification = setTimeout(verify, VERIFY_MS)
}

/** Asks the server about a stored session again and again until it answers. What is shown stays until then. */
async function verify() {
  const userId = unansweredUser()
  if (!userId) return
  const client = navigator.onLine ? await getClient().catch(() => null) : null
  const { data } = client ? await client.auth.getSession() : { data: null }
  if (client && data?.session?.user.id === userId && identifying === null) await identify(client, userId)
  if (unansweredUser()) verifyLater()
}

/** The person of the stored session, while the server has not answered who that is. */
function unansweredUser(): string | undefined {
  const current = getSession()
  if (current.status === 'unreachable') return storedSession()?.userId
  return unverified && current.status === 'signed-in' && !current.leaving ? current.userId : undefined
}

/** Nobody is signed in: the client is not needed yet. It is loaded afterwards, to learn of a sign-in in another tab. */
async function startAnonymous(refusal: string | null) {
  setSession(refusal === null ? ARRIVED : await refusedByLink(refusal))
  await followLater()
}

async function followLater() {
  for (;;) {
    await idle()
    const client = await getClient().catch(() => null)
    if (client) return follow(client)
    await new Promise((resolve) => setTimeout(resolve, RESTART_MS))
  }
}

const RESTART_MS = 10_000

async function refusedByLink(code: string): Promise<Anonymous> {
  if (code !== BANNED) return { ...ARRIVED, brokenLink: true }
  const client = await getClient().catch(() => null)
  return { ...ANONYMOUS, suspended: { help: client?.supportEmail ?? null } }
}

let followed: Client | undefined

function follow(client: Client) {
  if (followed === client) return
  followed = client
  client.auth.onAuthStateChange((event, stored) => {
    // A refusal of the session before is of no interest after a sign-in.
    const refused = takeRefusedRefresh() && !stored
    if (areEventsIgnored()) return
    if (!stored) {
      lookup += 1
      identifying = null
      // The token has expired and could not be renewed without a network: the stored session stays.
      if (event === 'INITIAL_SESSION' && hasStoredSession()) return keepUnanswered()
      if (event === 'SIGNED_OUT' || event === 'INITIAL_SESSION') {
        unverified = false
        // Keep the notice of the sign-in screen. A renewal may be refused after the person has closed the account.
        if (getSession().status === 'anonymous') return
        if (refused) endSession({ expired: false })
        else if (event === 'INITIAL_SESSION') setSession(ARRIVED)
        // The message of another tab may arrive before the removal of the session, which the storage event then handles.
        else if (!hasStoredSession()) endedInOtherTab()
      }
      return
    }
    const current = getSession()
    const userId = stored.user.id
    // Somebody else has signed in, in another tab or by a link: no screen of the person before stays.
    if (current.status === 'signed-in' && current.userId !== userId) setSession(LOADING)
    // The lookup itself may renew the token, which must not begin another lookup.
    const known = identifying === userId || (isShown(userId) && !unverified)
    // Not awaited: the client waits for its listeners, and the lookup waits for the client.
    if (!known) void identify(client, userId)
  })
}

/** Reads role and completeness again: after a failure, or when the profile has been completed. */
export async function refreshSession() {
  setSession(LOADING)
  try {
    const client = await getClient()
    const { data, error } = await client.auth.getSession()
    if (data.session) await identify(client, data.session.user.id)
    else if (isRetryableAuthError(error)) keepUnanswered()
    // A refused renewal has already ended the session by its event.
    else if (getSession().status === 'loading') setSession(ANONYMOUS)
  } catch (cause) {
    warnOfFailure('session refresh', cause)
    keepUnanswered()
  }
}

/** Nothing has answered about the stored session. */
function keepUnanswered() {
  if (signInFromMemory()) return
  setSession({ status: 'unreachable' })
  verifyLater()
}

async function identify(client: Client, userId: string) {
  lookup += 1
  const mine = lookup
  identifying = userId
  // There was no client at the start if the server did not answer then. A page whose session is refused now learns of a sign-in too.
  follow(client)
  try {
    const person = await readPerson(client, userId)
    if (mine !== lookup) return
    unverified = false
    removeEventListener('online', verify)
    setSession(person)
  } catch (cause) {
    warnOfFailure('role lookup', cause)
    if (mine !== lookup) return
    if ((await endIfRefused(cause)) || isShown(userId)) return
    if (isOutage(cause)) keepUnanswered()
    else setSession({ status: 'unreachable' })
  } finally {
    if (mine === lookup) identifying = null
  }
}

/**
 * Asks the server whether the account is suspended, and ends the session here when it is. Called when the server has closed
 * the live channel. A session that was ended on another device is ended here by the next call, so this one renews nothing.
 */
export async function checkSuspension() {
  const current = getSession()
  const stored = storedSession()
  if (current.status !== 'signed-in' || current.leaving || !stored) return
  try {
    const { unstoredAuth } = await getClient()
    const { error } = await unstoredAuth().getUser(stored.access_token)
    // On a shared phone somebody else may have signed in meanwhile.
    if (error?.code === BANNED && isShown(stored.userId)) await endSuspended()
  } catch (cause) {
    warnOfFailure('session check', cause)
  }
}

/** Ends the session in this browser when the server has refused it. Returns whether it has. */
async function endIfRefused(cause: unknown): Promise<boolean> {
  if (isSuspension(cause)) await endSuspended()
  // The session was ended on another device.
  else if (cause instanceof CallError && cause.status === 401) endSession({ expired: false })
  else return false
  return true
}

/** Called when the server has ended the session. The sign-in screen then says so. */
export function endSession({ expired }: { expired: boolean }) {
  endHere({ ended: true }, expired)
}

/** Called when the server refuses a call because the account is suspended. The sign-in screen then says so. */
export async function endSuspended() {
  if (getSession().status === 'anonymous') return
  const { supportEmail } = await getClient()
  endHere({ suspended: { help: supportEmail } }, true)
}

/**
 * Ends a session that the server no longer accepts. Nothing is sent: on a network that does not answer, the screen would stay
 * for as long as the call waits.
 */
export function endHere(end: End | null, expired: boolean) {
  forgetStoredSession(end)
  leave(end, expired)
}

/** Shows that nobody is signed in, and why. */
function leave(end: End | null, expired: boolean) {
  // The answer of a lookup that has begun is about the ended session, unless somebody has signed in meanwhile.
  if (!hasStoredSession()) {
    lookup += 1
    identifying = null
    unverified = false
  }
  const current = getSession()
  const role = current.status === 'signed-in' ? current.role : lastRole()
  setSession({ status: 'anonymous', expired, ...end, ...(role === 'maestro' && { wasMaestro: true }) })
}
