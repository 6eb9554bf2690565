import { setSession } from '#lib/session/session-state.ts'

export const USER = '00000000-0000-4000-8000-000000000001'
export const OTHER = '00000000-0000-4000-8000-000000000002'
export const CHAT = '00000000-0000-4000-8000-0000000000c1'

export const signedIn = (userId = USER, leaving = false) =>
  setSession({ status: 'signed-in', userId, role: 'buscador', perfilCompleto: false, leaving })

export const signedOut = (expired = false) => setSession({ status: 'anonymous', expired })

/** A session as the client stores it. Its tokens are the id of the person. */
export const sessionOf = (id: string, seconds = 3600) => ({
  access_token: id,
  refresh_token: id,
  token_type: 'bearer',
  expires_in: seconds,
  expires_at: Math.floor(Date.now() / 1000) + seconds,
  user: { id, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
})

export const accountOf = (id: string) => ({ ...sessionOf(id).user, email: `${id}@ejemplo.mx` })

const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** An access token that the auth client can read. */
export const tokenOf = (claims: object) => `${part({ alg: 'HS256' })}.${part(claims)}.AAAA`

/** A session whose access token the auth client can read, as that of a link must be. */
export const linkOf = (id: string) => {
  const session = sessionOf(id)
  return {
    ...session,
    access_token: tokenOf({ sub: id, exp: session.expires_at }),
    refresh_token: `${id}-renewal`,
    user: accountOf(id),
  }
}
