import { createClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { TestApp } from '../../setup/app.ts'
import { openLink } from './people.ts'

/** The official client with `flowType: 'pkce'`, which stores its verifier in `store`. */
export function pkceClient(at: TestApp, store = new Map<string, string>(), detectSessionInUrl = false) {
  return createClient(at.url, at.services.secrets.publishableKey, {
    auth: {
      flowType: 'pkce',
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl,
      storageKey: 'sesion',
      storage: {
        getItem: (key) => store.get(key) ?? null,
        setItem: (key, value) => void store.set(key, value),
        removeItem: (key) => void store.delete(key),
      },
    },
  })
}

/** Opens a PKCE link as a browser does, and returns the code in the query. */
export async function codeOf(link: URL) {
  const { status, to } = await openLink(link)
  expect(status).toBe(303)
  expect(to.hash).toBe('')
  return to.searchParams.get('code') ?? ''
}
