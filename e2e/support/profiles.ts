import type { APIRequestContext } from '@playwright/test'
import { headersOf, PASSWORD, post, succeed } from './api.ts'
import { ACCOUNTS, type Account } from './fixtures.ts'

/** The accounts of the demo, found through the API, because their ids are not fixed. */

const known = new Map<Account, ReturnType<typeof signIn>>()

/** One session for all API calls of a worker. No browser uses it, so no test ends it. */
export function signedIn(request: APIRequestContext, account: Account): ReturnType<typeof signIn> {
  const session = known.get(account) ?? signIn(request, account)
  known.set(account, session)
  return session
}

async function signIn(request: APIRequestContext, account: Account) {
  const credentials = { email: ACCOUNTS[account], password: PASSWORD }
  const session = await succeed(post(request, '/auth/v1/token?grant_type=password', credentials))
  return { userId: String(session.user.id), headers: await headersOf(request, session.access_token) }
}

/** The maestro of the demo: 18 reviews, and not unlocked by the seeker of the demo. */
export async function lockedMaestro(request: APIRequestContext) {
  return (await signedIn(request, 'maestro')).userId
}

/** The existing chat of the seeker and the maestro of the demo. Starting a chat between them opens it. */
export async function chatOfTheTwo(request: APIRequestContext) {
  const { headers } = await signedIn(request, 'buscador')
  const maestro = await lockedMaestro(request)
  const [chat] = await (
    await request.get(`/rest/v1/chats?select=id&maestro_id=eq.${maestro}`, { headers })
  ).json()
  return String(chat.id)
}

/** A maestro whose contact the seeker of the demo has unlocked. */
export async function unlockedMaestro(request: APIRequestContext) {
  const { headers } = await signedIn(request, 'buscador')
  const answer = await request.get('/rest/v1/accesos_contacto?select=maestro_id&order=maestro_id&limit=1', {
    headers,
  })
  const [access] = await answer.json()
  return String(access.maestro_id)
}

export async function readProfile(request: APIRequestContext, id: string) {
  const { headers } = await signedIn(request, 'buscador')
  return succeed(request.get(`/functions/v1/maestro-profile/${id}`, { headers }))
}
