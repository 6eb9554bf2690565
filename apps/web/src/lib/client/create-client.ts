import type { Database } from '@maestros/contrato/tablas'
import { AuthClient, type Session } from '@supabase/auth-js'
import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import * as z from 'zod/mini'
import { screensLoaded } from '../device/load-code.ts'
import { withDeviceClock } from './auth-fetch.ts'
import { isRetryableAuthError, NO_ANSWER } from './call-error.ts'
import type { Client, OperatorClient, OwnSession } from './client-type.ts'
import { clientStorage, noteRefusedRefresh, STORAGE_KEY, storedSession } from './stored-session.ts'

/** Makes the client, with the parts of the official one that are loaded together (see client.ts). */

const Config = z.object({
  url: z.string(),
  publishableKey: z.string().check(z.minLength(1)),
  production: z._default(z.boolean(), true),
  supportEmail: z._default(z.nullable(z.string()), null),
  quietHours: z._default(z.nullable(z.object({ desde: z.number(), hasta: z.number() })), null),
})
type Config = z.infer<typeof Config>

/** The page requests /config.json while its scripts load, so this needs no time of its own. */
export async function createClient(): Promise<Client> {
  return clientOf(await readConfig())
}

async function readConfig(): Promise<Config> {
  const response = await fetchInTime('/config.json')
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return Config.parse(await response.json())
}

/** The client of the operators' console (operator-session.ts), with a session of its own. */
export async function createOperatorClient({ storageKey, storage }: OwnSession): Promise<OperatorClient> {
  const { url, publishableKey } = await readConfig()
  const { base, headers, authOptions } = addressesOf(url, publishableKey)
  const auth = new AuthClient({
    ...authOptions,
    storageKey,
    storage,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    fetch: withDeviceClock(fetchInTime, () => null),
  })
  const { asCaller } = callerOf(auth, publishableKey, () => undefined)
  return {
    auth,
    functions: new FunctionsClient(`${base}/functions/v1`, { headers, customFetch: asCaller(fetchWhole) }),
  }
}

function addressesOf(url: string, publishableKey: string) {
  const base = new URL(url, location.origin).href.replace(/\/+$/, '')
  const headers = { apikey: publishableKey, 'X-Client-Info': 'maestros-web' }
  const authOptions = {
    url: `${base}/auth/v1`,
    headers: { ...headers, Authorization: `Bearer ${publishableKey}` },
  }
  return { base, headers, authOptions }
}

function clientOf({ url, publishableKey, production, supportEmail, quietHours }: Config): Client {
  const { base, headers, authOptions } = addressesOf(url, publishableKey)
  const auth = new AuthClient({
    ...authOptions,
    storageKey: STORAGE_KEY,
    storage: clientStorage,
    autoRefreshToken: true,
    persistSession: true,
    // Sessions in the address are checked, and stored, by open-link.ts.
    detectSessionInUrl: false,
    flowType: 'implicit',
    fetch: withDeviceClock(fetchInTime, noteRefusedRefresh),
  })

  const { accessToken, asCaller } = callerOf(auth, publishableKey, () => storedSession()?.userId)
  // Looked up at each call, so that a replaced `fetch` of the page is used.
  const fetchAsCaller = asCaller((input, init) => fetch(input, init))

  return {
    production,
    supportEmail,
    quietHours,
    auth,
    unstoredAuth: () =>
      new AuthClient({
        ...authOptions,
        storageKey: `${STORAGE_KEY}-unstored`,
        autoRefreshToken: false,
        persistSession: false,
        detectSessionInUrl: false,
        fetch: fetchInTime,
      }),
    // The query client retries (lib/session/query-client.ts). Two retry policies would multiply.
    rest: new PostgrestClient<Database>(`${base}/rest/v1`, {
      headers,
      fetch: asCaller(answerInTime),
      retry: false,
    }),
    restAs: (accessToken) =>
      new PostgrestClient<Database>(`${base}/rest/v1`, {
        headers: { ...headers, Authorization: `Bearer ${accessToken}` },
        fetch: answerInTime,
        retry: false,
      }),
    functions: new FunctionsClient(`${base}/functions/v1`, { headers, customFetch: asCaller(fetchWhole) }),
    realtime: once(async () => {
      // On a slow network its 15 kB would delay the screen.
      await screensLoaded()
      const { RealtimeClient } = await import('@supabase/realtime-js')
      return new RealtimeClient(`${base.replace(/^http/, 'ws')}/realtime/v1`, {
        params: { apikey: publishableKey, eventsPerSecond: 2 },
        accessToken,
      })
    }),
    storage: async (send) => {
      const { StorageClient } = await import('@supabase/storage-js')
      return new StorageClient(`${base}/storage/v1`, headers, send ? asCaller(send) : fetchAsCaller)
    },
  }
}

/** How calls are sent with the session of an auth client. `storedUserId`: whose session is stored. */
function callerOf(
  auth: InstanceType<typeof AuthClient>,
  publishableKey: string,
  storedUserId: () => string | undefined,
) {
  const currentSession = async () => {
    const { data, error } = await auth.getSession()
    // The token has expired and nothing answered its renewal: a call without it would look like a signed-out one.
    if (isRetryableAuthError(error)) throw error
    return data.session
  }
  const accessToken = async () => (await currentSession())?.access_token ?? publishableKey
  /** Another token of the same person; null when there is none, or when somebody else has signed in meanwhile. */
  const renewedToken = async (refused: Session): Promise<string | null> => {
    const isSamePerson = (one: Session | null) => one?.user.id === refused.user.id
    const isOther = (one: Session | null) => isSamePerson(one) && one?.access_token !== refused.access_token
    let known = await currentSession()
    // Another call or another tab may have renewed it, before this renewal or during it.
    if (isSamePerson(known) && !isOther(known)) {
      await auth.refreshSession()
      known = await currentSession()
    }
    return isOther(known) ? (known?.access_token ?? null) : null
  }
  const asCaller =
    (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      // Without this, an expired token would be renewed for up to 30 s before the call fails.
      if (!navigator.onLine) throw new TypeError('offline')
      const sendWith = (token: string) => {
        const headers = new Headers(init?.headers)
        headers.set('apikey', publishableKey)
        headers.set('Authorization', `Bearer ${token}`)
        return send(input, { ...init, headers })
      }
      const caller = storedUserId()
      // A renewal of the token takes many seconds on a slow network. On a shared phone somebody else may have signed in meanwhile.
      const session = await currentSession()
      if (caller !== undefined && caller !== session?.user.id) throw new Error('the caller has signed out')
      const answer = await sendWith(session?.access_token ?? publishableKey)
      // A clock that was changed, or a token that ended on its way: one renewal before the answer counts.
      if (answer.status !== UNAUTHORIZED || !session || init?.body instanceof ReadableStream) return answer
      const renewed = await renewedToken(session)
      return renewed === null ? answer : sendWith(renewed)
    }
  return { accessToken, asCaller }
}

const UNAUTHORIZED = 401

/** After this time the call fails, and the user can try again. */
const ANSWER_MS = 15_000
const TIMEOUT = 'TimeoutError'

const fetchInTime: typeof fetch = async (input, init) => {
  const controller = new AbortController()
  let timeout: DOMException | undefined
  const timer = setTimeout(() => {
    timeout = new DOMException('no answer', TIMEOUT)
    controller.abort(timeout)
  }, ANSWER_MS)
  // AbortSignal.any is missing in Safari before 17.4 and Chrome before 116.
  const given = init?.signal
  const follow = () => controller.abort(given?.reason)
  if (given?.aborted) follow()
  given?.addEventListener('abort', follow, { once: true })
  try {
    return await fetchWhole(input, { ...init, signal: controller.signal })
  } catch (cause) {
    // Some browsers end the reading of a body with an error of their own instead of the reason of the abort.
    throw timeout ?? cause
  } finally {
    clearTimeout(timer)
  }
}

/** Returns when the body is here too, so that a timeout of the call also ends a body that stops on its way. */
const fetchWhole: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  await response.clone().arrayBuffer()
  return response
}

/** Answers a timeout with status 408, which is not retried automatically: the person has already waited long. */
const answerInTime: typeof fetch = (input, init) =>
  fetchInTime(input, init).catch((cause: unknown) => {
    if (!(cause instanceof DOMException) || cause.name !== TIMEOUT) throw cause
    // Response.json is missing in Safari before 17 and Chrome before 105.
    return new Response(JSON.stringify({ message: `no answer in ${ANSWER_MS} ms`, code: NO_ANSWER }), {
      status: 408,
    })
  })

/** A part that could not be loaded is loaded again at its next use. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((cause: unknown) => {
      made = undefined
      throw cause
    })
    return made
  }
}
