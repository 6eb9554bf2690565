import { z } from 'zod'
import type { TestApp } from '../../setup/app.ts'

export { clientWith, makePerson as signedIn, mintToken, type TestPerson } from '../../setup/rows/maestros.ts'

/** A plain request, for data that the official client would never send. */
export function restRequest(
  app: TestApp,
  path: string,
  init: RequestInit & { token?: string } = {},
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('apikey')) headers.set('apikey', app.services.secrets.publishableKey)
  if (init.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  if (init.token !== undefined) headers.set('authorization', `Bearer ${init.token}`)
  return fetch(`${app.url}/rest/v1${path}`, { ...init, headers })
}

const Problem = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown(),
  hint: z.string().nullable(),
})

/** The body of an error, which has the same format for all. */
export const problemOf = async (answer: Response) => Problem.parse(await answer.json())
