import { ERRORES, FuncionError } from '@maestros/contrato'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { TestApp } from './app.ts'

/**
 * A call through the official client, with its error parsed, as a program that uses the client would see it.
 */
export interface Called {
  status: number
  data: unknown
  code: string | undefined
  message: string | undefined
  headers: Headers
  /** The original body, to search for data that must not be in it. */
  text: string
}

export async function call(
  client: SupabaseClient,
  name: string,
  options: { method?: 'GET' | 'POST'; body?: Record<string, unknown> } = {},
): Promise<Called> {
  const { data, error, response } = await client.functions.invoke(name, {
    method: options.method ?? (options.body ? 'POST' : 'GET'),
    ...(options.body ? { body: options.body } : {}),
  })
  if (!response) throw error
  const refusal = error ? await refusalOf(response.clone()) : undefined
  return {
    status: response.status,
    data,
    code: refusal?.code,
    message: refusal?.error,
    headers: response.headers,
    text: JSON.stringify(data ?? refusal),
  }
}

/** A refusal as `call` returns it. */
export const refusal = (code: keyof typeof ERRORES, message?: string) => ({
  status: ERRORES[code],
  code,
  ...(message !== undefined && { message }),
})

export function searchPath(query: Record<string, string | number>): string {
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `maestros?${text.join('&')}`
}

export const search = (client: SupabaseClient, query: Record<string, string | number>) =>
  call(client, searchPath(query))

/** An error always has the three fields of the contract. */
export const refusalOf = async (response: Response) => FuncionError.parse(await response.json())

/** A plain request, for data that the official client would never send. */
export function askFunction(app: TestApp, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('apikey')) headers.set('apikey', app.services.secrets.publishableKey)
  return fetch(`${app.url}/functions/v1/${path}`, { ...init, headers })
}
