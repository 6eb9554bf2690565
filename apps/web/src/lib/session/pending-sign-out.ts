import { isTemporary } from '../client/call-error.ts'
import { PENDING_SIGN_OUTS, type Stored, storedSession, type Tokens } from '../client/stored-session.ts'
import { hasStrings } from '../device/has-strings.ts'
import { readText, removeText, writeText } from '../device/stored-text.ts'

/**
 * A sign-out ends the session in this browser at once. The server is told as soon as it can be reached: the tokens are
 * kept until then, outside the place where the client looks for a session.
 */

/** A server that could not be reached is asked again after this time, or when the network is back. */
const RETRY_MS = 15_000
/** The longest time that a sign-in waits for the sign-outs before it. */
const ATTEMPT_MS = 8000

const isStored = (value: unknown): value is Stored =>
  hasStrings(value, 'access_token', 'refresh_token', 'userId')
const hasTokens = (value: unknown): value is Tokens => hasStrings(value, 'access_token', 'refresh_token')

let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | undefined

/** Notes that a session must be ended on the server, on all devices. `sendPendingSignOuts` then does it. */
export const keepPendingSignOut = (session: Stored) => write([...read(), session])

/** Sends them now and, while that fails, again when the network is back and from time to time. */
export function sendPendingSignOuts(): Promise<void> {
  sending ??= attempt().finally(() => {
    sending = undefined
  })
  return sending
}

/**
 * Opens a session after the pending sign-outs. When they cannot be sent now, none is sent while `open` runs: the server
 * could end the new session with it.
 */
export async function afterPendingSignOuts<T>(open: () => Promise<T>): Promise<T> {
  await sendPendingSignOuts()
  stopRetrying()
  try {
    return await open()
  } finally {
    void sendPendingSignOuts()
  }
}

const retry = () => void sendPendingSignOuts()

function stopRetrying() {
  removeEventListener('online', retry)
  clearTimeout(timer)
}

async function attempt() {
  stopRetrying()
  const controller = new AbortController()
  const limit = setTimeout(() => controller.abort(), ATTEMPT_MS)
  try {
    for (let [next] = read(); next; [next] = read()) {
      await revoke(next, controller.signal)
      // Removed only now: a tab that is closed while it sends must not lose it. Two tabs may send it, which changes nothing.
      remove(next)
    }
  } catch {
    addEventListener('online', retry)
    timer = setTimeout(retry, RETRY_MS)
  } finally {
    clearTimeout(limit)
  }
}

/** Throws when nothing answered, or only that it cannot answer now. Any other answer of the server is final. */
async function revoke(pending: Stored, signal: AbortSignal) {
  if (!navigator.onLine) throw new TypeError('offline')
  const config: unknown = await (await fetch('/config.json', { signal })).json()
  if (!hasStrings(config, 'url', 'publishableKey')) throw new Error('/config.json is not as expected')
  const { url, publishableKey } = config
  const post = async (path: string, token: string, body?: object) => {
    const answer = await fetch(new URL(`${url.replace(/\/+$/, '')}/auth/v1/${path}`, location.origin), {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      signal,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (isTemporary(answer.status)) throw new Error(`/auth/v1/${path} answered ${answer.status}`)
    return answer
  }
  const current = storedSession()
  if (current && current.userId === pending.userId) {
    // The person has signed in again meanwhile: all other sessions end, and this one stays.
    const answer = await post('logout?scope=others', current.access_token)
    if (isRefused(answer))
      throw new Error('the access token was refused: try again after the client has renewed it')
    return
  }
  if (!isRefused(await post('logout?scope=global', pending.access_token))) return
  // The access token ran out meanwhile; the refresh token gives another one.
  const { refresh_token } = pending
  const renewed = await post('token?grant_type=refresh_token', publishableKey, { refresh_token })
  const session: unknown = await renewed.json().catch(() => null)
  if (!hasTokens(session)) return
  // The refresh token has been used: should the next call fail, the new ones are needed.
  Object.assign(pending, { access_token: session.access_token, refresh_token: session.refresh_token })
  write(read().map((one) => (one.refresh_token === refresh_token ? pending : one)))
  await post('logout?scope=global', pending.access_token)
}

const isRefused = ({ status }: Response) => status === 401 || status === 403

function read(): Stored[] {
  try {
    const value: unknown = JSON.parse(readText(PENDING_SIGN_OUTS) ?? '[]')
    return Array.isArray(value) ? value.filter(isStored) : []
  } catch {
    return []
  }
}

const remove = ({ refresh_token }: Stored) =>
  write(read().filter((other) => other.refresh_token !== refresh_token))

function write(all: Stored[]) {
  if (all.length > 0) writeText(PENDING_SIGN_OUTS, JSON.stringify(all))
  else removeText(PENDING_SIGN_OUTS)
}
