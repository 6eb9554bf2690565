import { hasStrings } from './has-strings.ts'

/**
 * A sign-out without network ends the session in this browser at once. The server is told as soon as it can be
 * reached: the tokens are kept until then, outside the place where the client looks for a session.
 */
const KEY = 'maestros-pending-sign-out'
const RETRY_MS = 15_000

type Pending = { access_token: string; refresh_token: string }

const isPending = (value: unknown): value is Pending => hasStrings(value, 'access_token', 'refresh_token')

let timer: ReturnType<typeof setTimeout> | undefined

export function keepPendingSignOut(stored: string | null) {
  const pending = parse(stored)
  if (!pending) return
  write(pending)
  void sendPendingSignOut()
}

/** Sends it now and, while that fails, again when the network is back and from time to time. */
export async function sendPendingSignOut(): Promise<void> {
  removeEventListener('online', sendPendingSignOut)
  clearTimeout(timer)
  const pending = read()
  if (!pending) return
  try {
    await revoke(pending)
    // Removed only now: a tab that is closed while it sends must not lose it. Two tabs may send it, which changes nothing.
    if (read()?.refresh_token === pending.refresh_token) localStorage.removeItem(KEY)
  } catch {
    addEventListener('online', sendPendingSignOut)
    timer = setTimeout(() => void sendPendingSignOut(), RETRY_MS)
  }
}

/** Throws only when nothing answered: any answer of the server is final. */
async function revoke({ access_token, refresh_token }: Pending) {
  if (!navigator.onLine) throw new TypeError('offline')
  const config: unknown = await (await fetch('/config.json')).json()
  if (!hasStrings(config, 'url', 'publishableKey')) throw new Error('/config.json is not as expected')
  const { url, publishableKey } = config
  const post = (path: string, token: string, body?: object) =>
    fetch(new URL(`${url.replace(/\/+$/, '')}/auth/v1/${path}`, location.origin), {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const answer = await post('logout?scope=global', access_token)
  if (answer.status !== 401 && answer.status !== 403) return
  // The access token ran out meanwhile; the refresh token gives another one.
  const renewed = await post('token?grant_type=refresh_token', publishableKey, { refresh_token })
  const session: unknown = await renewed.json().catch(() => null)
  if (isPending(session)) await post('logout?scope=global', session.access_token)
}

function read(): Pending | null {
  try {
    return parse(localStorage.getItem(KEY))
  } catch {
    return null
  }
}

function write(pending: Pending) {
  try {
    localStorage.setItem(KEY, JSON.stringify(pending))
  } catch {
    // Storage is forbidden or full: the session ends when its refresh token does.
  }
}

function parse(text: string | null): Pending | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (!isPending(value)) return null
    // A stored session also contains the name and the e-mail address of the person.
    const { access_token, refresh_token } = value
    return { access_token, refresh_token }
  } catch {
    return null
  }
}
