import type { Database } from '@maestros/contrato/tablas'
import type { HorasDeSilencio } from '@maestros/dominio/avisos/horas-de-silencio'
import type { AuthClient, SupportedStorage } from '@supabase/auth-js'
import type { FunctionsClient } from '@supabase/functions-js'
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import type { StorageClient } from '@supabase/storage-js'

/** The official client, put together from its own parts (create-client.ts). */
export type Client = {
  auth: InstanceType<typeof AuthClient>
  /** Creates an auth client that stores no session, so that the account can be shown before it is used. */
  unstoredAuth: () => InstanceType<typeof AuthClient>
  rest: PostgrestClient<Database>
  /** Tables as the person of this token reads them, whoever is signed in. */
  restAs: (accessToken: string) => PostgrestClient<Database>
  functions: FunctionsClient
  realtime: () => Promise<RealtimeClient>
  /** `send` takes the place of fetch, which cannot tell how far an upload is. */
  storage: (send?: typeof fetch) => Promise<StorageClient>
  /** True in production: the demo helpers are disabled. */
  production: boolean
  /** Where a person who cannot sign in asks for help. */
  supportEmail: string | null
  /** Hours without push notifications; null when there are none. */
  quietHours: HorasDeSilencio | null
}

/** The official client as the operators' console uses it. */
export type OperatorClient = Pick<Client, 'auth' | 'functions'>

/** Where and under which name a client stores its session. */
export type OwnSession = { storageKey: string; storage: SupportedStorage }
