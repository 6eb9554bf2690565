import { codigosDeAcceso } from '@maestros/dominio/acceso/textos-de-codigos'
import { describe, expect, test } from 'vitest'
import { storedSession } from '#lib/client/stored-session.ts'
import { signIn } from '#lib/session/sign-in-and-out.ts'
import { startTestServer } from '../setup/server.ts'

const { answers, calls } = startTestServer()

const tryToSignIn = () => signIn({ email: 'ana@example.com', password: 'equivocada' }, 'buscador')

describe('a refused sign-in', () => {
  test('after too many tries says so in Spanish, whatever the server’s message is', async () => {
    answers.token = () => ({
      status: 429,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    })
    expect(await tryToSignIn()).toEqual({
      ok: false,
      reason: 'other',
      message: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
    })
  })

  /** Codes that the sign-in screens treat in a way of their own. */
  const OWN = ['invalid_credentials', 'email_not_confirmed', 'user_banned']

  for (const [code, sentence] of Object.entries(codigosDeAcceso)) {
    if (OWN.includes(code)) continue
    test(`with the code ${code} shows its Spanish sentence in both formats of the answer`, async () => {
      answers.token = () => ({ status: 422, json: { code: 422, error_code: code, msg: 'English' } })
      expect(await tryToSignIn()).toMatchObject({ reason: 'other', message: sentence })
      answers.token = () => ({
        status: 422,
        headers: { 'x-supabase-api-version': '2024-01-01' },
        json: { code, message: 'English' },
      })
      expect(await tryToSignIn()).toMatchObject({ reason: 'other', message: sentence })
    })
  }

  test('of an operator, whose password is right, ends the session again and says that operators do not enter here', async () => {
    const user = { id: 'o1', app_metadata: { rol: 'operador' }, user_metadata: {} }
    answers.token = () => ({
      json: { access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, user },
    })
    answers.logout = () => ({ status: 204, text: '' })
    calls.length = 0
    expect(await tryToSignIn()).toEqual({ ok: false, reason: 'operator' })
    expect(calls.map(({ name }) => name)).toEqual(['token', 'logout'])
    expect(storedSession()).toBeNull()
  })

  test('without a code shows the server’s message', async () => {
    answers.token = () => ({ status: 422, json: { msg: 'Mensaje del servidor' } })
    expect(await tryToSignIn()).toMatchObject({ reason: 'other', message: 'Mensaje del servidor' })
  })
})
