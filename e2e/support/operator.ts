import { expect } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'

/** What operators do to accounts, with the secret key of the server under test. */
function operator(baseURL: string | undefined) {
  return createClient(baseURL ?? '', process.env.E2E_SECRET_KEY ?? '')
}

export async function changeAccount(
  baseURL: string | undefined,
  id: string,
  change: Record<string, unknown>,
) {
  const { error } = await operator(baseURL).from('profiles').update(change).eq('id', id)
  expect(error).toBeNull()
}

export const suspend = (baseURL: string | undefined, id: string) =>
  changeAccount(baseURL, id, { suspendido_en: new Date().toISOString() })

export const restore = (baseURL: string | undefined, id: string) =>
  changeAccount(baseURL, id, { suspendido_en: null })
