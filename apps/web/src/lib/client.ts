import type { Database } from '@maestros/contrato/tablas'
import type { AuthClient } from '@supabase/auth-js'
import type { FunctionsClient } from '@supabase/functions-js'
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import type { StorageClient } from '@supabase/storage-js'
import * as z from 'zod/mini'
import { withDeviceClock } from './auth-fetch.ts'
import { STORAGE_KEY } from './stored-session.ts'

/**
 * The official client, put together from its own parts. All of them are loaded when they are first used: auth, tables
 * and functions (29 kB) together, realtime and storage (24 kB) each for itself. The sign-in screens are usable before.
 */
export type Client = {
  auth: InstanceType<typeof AuthClient>
  rest: PostgrestClient<Database>
  functions: FunctionsClient
  realtime: () => Promise<RealtimeClient>
  /** `send` takes the place of fetch, which cannot tell how far an upload is. */
  storage: (send?: typeof fetch) => Promise<StorageClient>
  /** What is only for trying the product out is closed there. */
  production: boolean
  /** Where a person who cannot sign in asks for help. */
  supportEmail: string | null
}

const Config = z.object({
  url: z.string(),
  publishableKey: z.string().check(z.minLength(1)),
  production: z._default(z.boolean(), true),
  supportEmail: z._default(z.nullable(z.string()), null),
})
type Config = z.infer<typeof Config>

let pending: Promise<Client> | undefined
let refreshRefused = false

/** Whether the server has ended the session by refusing to renew it. True once for each refusal. */
export function takeRefusedRefresh(): boolean {
  const refused = refreshRefused
  refreshRefused = false
  return refused
}

/** One client a page. A failed start is forgotten, so that the next call tries again. */
export function getClient(): Promise<Client> {
  pending ??= Promise.all([readConfig(), import('./client-parts.ts')])
    .then(([config, parts]) => createClient(config, parts))
    .catch((cause: unknown) => {
      pending = undefined
      throw cause
    })
  return pending
}

async function readConfig(): Promise<Config> {
  const response = await fetchInTime('/config.json')
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return Config.parse(await response.json())
}

type Parts = typeof import('./client-parts.ts')

function createClient({ url, publishableKey, production, supportEmail }: Config, parts: Parts): Client {
  const { AuthClient, FunctionsClient, PostgrestClient } = parts
  const base = new URL(url, location.origin).href.replace(/\/+$/, '')
  const headers = { apikey: publishableKey, 'X-Client-Info': 'maestros-web' }
  const auth = new AuthClient({
    url: `${base}/auth/v1`,
    headers: { ...headers, Authorization: `Bearer ${publishableKey}` },
    storageKey: STORAGE_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    flowType: 'implicit',
    fetch: withDeviceClock(fetchInTime, () => {
      refreshRefused = true
    }),
  })

  const accessToken = async () => {
    const { data } = await auth.getSession()
    return data.session?.access_token ?? publishableKey
  }
  /** A token other than the refused one; null when there is none. */
  const renewedToken = async (refused: string): Promise<string | null> => {
    const known = await accessToken()
    // Another call or another tab has renewed it meanwhile.
    if (known !== refused) return known
    if (known === publishableKey) return null
    const { data } = await auth.refreshSession()
    return data.session?.access_token ?? null
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
      const token = await accessToken()
      const answer = await sendWith(token)
      // A clock that was changed, or a token that ended on its way: one renewal before the answer counts.
      if (answer.status !== UNAUTHORIZED || init?.body instanceof ReadableStream) return answer
      const renewed = await renewedToken(token)
      return renewed === null ? answer : sendWith(renewed)
    }
  // Looked up at each call, so that a replaced `fetch` of the page is used.
  const fetchAsCaller = asCaller((input, init) => fetch(input, init))

  return {
    production,
    supportEmail,
    auth,
    // The query client retries (lib/query-client.ts). Two retry policies would multiply.
    rest: new PostgrestClient<Database>(`${base}/rest/v1`, {
      headers,
      fetch: asCaller(answerInTime),
      retry: false,
    }),
    functions: new FunctionsClient(`${base}/functions/v1`, { headers, customFetch: fetchAsCaller }),
    realtime: once(async () => {
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

const UNAUTHORIZED = 401

/** After this time the call fails, and the user can try again. */
const ANSWER_MS = 15_000
const TIMEOUT = 'TimeoutError'

const fetchInTime: typeof fetch = async (input, init) => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('no answer', TIMEOUT)), ANSWER_MS)
  // AbortSignal.any is missing in Safari before 17.4 and Chrome before 116.
  const given = init?.signal
  const follow = () => controller.abort(given?.reason)
  if (given?.aborted) follow()
  given?.addEventListener('abort', follow, { once: true })
  try {
    return await fetch(input, { ...init, signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Answers a timeout with status 408, which is not retried automatically: the person has already waited long. */
const answerInTime: typeof fetch = (input, init) =>
  fetchInTime(input, init).catch((cause: unknown) => {
    if (!(cause instanceof DOMException) || cause.name !== TIMEOUT) throw cause
    // Response.json is missing in Safari before 17 and Chrome before 105.
    return new Response(JSON.stringify({ message: `no answer in ${ANSWER_MS} ms` }), { status: 408 })
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
