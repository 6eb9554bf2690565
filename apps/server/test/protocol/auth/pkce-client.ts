import { expect } from 'vitest'
import type { TestApp } from '../../setup/app.ts'
import { keepingClient, openLink } from './people.ts'

/** The official client with `flowType: 'pkce'`, which stores its verifier in `store`. */
export const pkceClient = (app: TestApp, store?: Map<string, string>, detectSessionInUrl = false) =>
  keepingClient(app, { flowType: 'pkce', detectSessionInUrl, ...(store && { store }) }).client

/** Opens a PKCE link as a browser does, and returns the code in the query. */
export async function codeOf(link: URL) {
  const { status, to } = await openLink(link)
  expect(status).toBe(303)
  expect(to.hash).toBe('')
  return to.searchParams.get('code') ?? ''
}
