import fc from 'fast-check'
import type { HttpInput } from '../input.ts'
import { anyJson, objectOf } from './json.ts'
import { encoded, methodLike, queryOf, request, route, type Scale, times, weigh, word } from './words.ts'

/**
 * The auth surface. Comparing or creating a password hash takes 30 ms of a core on purpose, so inputs that
 * reach it are rare: most inputs fail earlier, because of their e-mail or their missing password.
 */

const badEmail = (scale: Scale) =>
  fc.oneof(
    word,
    times(scale, 1_000_000).map((n) => `${'a'.repeat(n)}@fuzz.example`),
    fc.constantFrom('@', 'a@', 'a b@fuzz.example', 'a@b@c.mx', 'a@fuzz.example\u0000'),
  )
const goodEmail = fc.integer({ min: 0, max: 50 }).map((n) => `persona${n}@fuzz.example`)

const GET = [
  'user',
  'settings',
  'health',
  '.well-known/jwks.json',
  'verify',
  'authorize',
  'callback',
  'admin/users',
]
const parameter = fc
  .tuple(fc.constantFrom('grant_type', 'token', 'type', 'redirect_to', 'scope', 'code'), encoded(word))
  .map((parts) => parts.join('='))

export const auth = (scale: Scale): fc.Arbitrary<HttpInput> => {
  const post = (paths: string[], fields: Record<string, fc.Arbitrary<unknown>>, method = 'POST') =>
    request({
      method: methodLike(method),
      path: fc.constantFrom(...paths).map((path) => `/auth/v1/${path}`),
      body: fc.oneof(weigh(4, objectOf(scale, fields)), weigh(1, anyJson(scale))),
    })
  const email = badEmail(scale)
  return fc.oneof(
    route(6, {
      method: methodLike('GET'),
      path: fc
        .tuple(fc.constantFrom(...GET), queryOf(parameter, 4))
        .map(([name, query]) => `/auth/v1/${name}${query}`),
    }),
    weigh(4, post(['token?grant_type=refresh_token'], { refresh_token: word })),
    weigh(
      4,
      post(['signup'], {
        email,
        password: fc.constantFrom('12345', 'x'.repeat(2000)),
        data: word,
      }),
    ),
    weigh(
      2,
      post(['token', 'token?grant_type=pkce', 'token?grant_type=x', 'otp', 'magiclink', 'sso', 'factors'], {
        email,
      }),
    ),
    weigh(4, post(['recover', 'resend'], { email, type: fc.constantFrom('signup', 'recovery', 'x') })),
    weigh(3, post(['verify'], { type: fc.constantFrom('recovery', 'signup', 'email'), token_hash: word })),
    weigh(2, post(['verify'], { type: fc.constant('email'), token: word, email: goodEmail })),
    weigh(3, post(['user'], { data: fc.jsonValue({ maxDepth: 2 }), email: goodEmail }, 'PUT')),
    weigh(1, post(['logout?scope=none', 'logout?scope=others'], { scope: word })),
  )
}

/** Inputs that reach the hashing of a password. */
export const hashing = (scale: Scale): fc.Arbitrary<HttpInput> =>
  fc.oneof(
    request({
      method: fc.constant('POST'),
      path: fc.constantFrom('/auth/v1/token?grant_type=password', '/auth/v1/signup'),
      body: objectOf(scale, {
        email: fc.oneof(goodEmail, badEmail(scale)),
        password: fc.constant('secreta1'),
      }),
    }),
    request({
      method: fc.constant('PUT'),
      path: fc.constant('/auth/v1/user'),
      body: objectOf(scale, { password: fc.constantFrom('secreta1', 'otra secreta') }),
    }),
  )
