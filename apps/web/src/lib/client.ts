import { AuthClient } from '@supabase/auth-js'
import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import type { StorageClient } from '@supabase/storage-js'
import * as z from 'zod/mini'
import { STORAGE_KEY } from './stored-session.ts'

/**
 * The official client, put together from its own parts, so that the first screen loads auth, tables and
 * functions (29 kB) and not realtime and storage (24 kB), which come when they are first used.
 */
export type Client = {
  auth: InstanceType<typeof AuthClient>
  rest: PostgrestClient
  functions: FunctionsClient
  realtime: () => Promise<RealtimeClient>
  storage: () => Promise<StorageClient>
}

const Config = z.object({ url: z.string(), publishableKey: z.string().check(z.minLength(1)) })
type Config = z.infer<typeof Config>

let pending: Promise<Client> | undefined

/** One client a page. A failed start is forgotten, so that the next call tries again. */
export function getClient(): Promise<Client> {
  pending ??= readConfig()
    .then(createClient)
    .catch((cause: unknown) => {
      pending = undefined
      throw cause
    })
  return pending
}

async function readConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return Config.parse(await response.json())
}

function createClient({ url, publishableKey }: Config): Client {
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
  })

  const accessToken = async () => {
    const { data } = await auth.getSession()
    return data.session?.access_token ?? publishableKey
  }
  const fetchAsCaller: typeof fetch = async (input, init) => {
    const sent = new Headers(init?.headers)
    sent.set('apikey', publishableKey)
    if (!sent.has('Authorization')) sent.set('Authorization', `Bearer ${await accessToken()}`)
    return fetch(input, { ...init, headers: sent })
  }

  return {
    auth,
    rest: new PostgrestClient(`${base}/rest/v1`, { headers, fetch: fetchAsCaller }),
    functions: new FunctionsClient(`${base}/functions/v1`, { headers, customFetch: fetchAsCaller }),
    realtime: once(async () => {
      const { RealtimeClient } = await import('@supabase/realtime-js')
      return new RealtimeClient(`${base.replace(/^http/, 'ws')}/realtime/v1`, {
        params: { apikey: publishableKey, eventsPerSecond: 2 },
        accessToken,
      })
    }),
    storage: once(async () => {
      const { StorageClient } = await import('@supabase/storage-js')
      return new StorageClient(`${base}/storage/v1`, headers, fetchAsCaller)
    }),
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
