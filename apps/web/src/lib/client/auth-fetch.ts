import { isTemporary } from './call-error.ts'

/**
 * Wraps the fetch of the auth client, which compares `expires_at` with the clock of the device. The server writes it with
 * its own clock. On a device whose clock is wrong, a token would be renewed too late or at every call, so it is computed
 * again with the clock of the device.
 *
 * The client ends the stored session at any answer below 500 to a renewal. An answer that says nothing about the session is
 * therefore given to it as 503, and it tries again. `onRefusedRefresh` may return the session that has replaced the refused one,
 * which the client then finds in the answer.
 */
export const withDeviceClock =
  (send: typeof fetch, onRefusedRefresh: (refreshToken: unknown) => string | null): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (isRefresh(input) && response.status >= 400) {
      if (!(await isRefusal(response))) return new Response(null, { status: 503 })
      const replacement = onRefusedRefresh(refreshTokenIn(init))
      if (replacement !== null) return new Response(replacement)
    }
    return response.status === 200 ? onDeviceClock(response) : response
  }

const isRefresh = (input: RequestInfo | URL) => String(input).includes('grant_type=refresh_token')

const refreshTokenIn = (init: RequestInit | undefined): unknown =>
  Reflect.get(Object(JSON.parse(String(init?.body ?? null))), 'refresh_token')

/** The server has looked at the token and ended the session. The page of a proxy says nothing about it. */
const isRefusal = async (response: Response): Promise<boolean> =>
  !isTemporary(response.status) && (await isJsonObject(response))

async function isJsonObject(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null
}

async function onDeviceClock(response: Response): Promise<Response> {
  const text = await response.text()
  const { status, headers } = response
  return new Response(withDeviceExpiry(text) ?? text, { status, headers })
}

/** Null when the answer contains no session. */
function withDeviceExpiry(text: string): string | null {
  if (!text.includes('"expires_at"')) return null
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null) return null
  if (!('expires_in' in body) || typeof body.expires_in !== 'number') return null
  return JSON.stringify({ ...body, expires_at: Math.floor(Date.now() / 1000) + body.expires_in })
}
