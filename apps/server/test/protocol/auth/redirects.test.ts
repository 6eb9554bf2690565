import { describe, expect, test } from 'vitest'
import { allowedRedirect, resetRedirect } from '../../../src/protocol/auth/redirects.ts'

const siteUrl = 'https://maestros.example'
const LOOPBACK = [
  'http://localhost:3000/entrar',
  'http://127.0.0.1/entrar',
  'http://127.3.2.1:80/x',
  'http://[::1]:9/x',
]

describe('the page that a link of an e-mail opens', () => {
  test('is a page of the site, without its hash', () => {
    for (const production of [true, false]) {
      expect(allowedRedirect({ siteUrl, production }, `${siteUrl}/entrar?a=1#token`)).toBe(
        `${siteUrl}/entrar?a=1`,
      )
      expect(allowedRedirect({ siteUrl, production }, undefined)).toBe(siteUrl)
    }
  })

  test('has nothing in its query that the official client would read as a session, a code or an error', () => {
    const query =
      'access_token=a&refresh_token=r&provider_token=p&provider_refresh_token=q&expires_in=1&expires_at=2&token_type=t' +
      '&type=recovery&code=c&error=e&error_code=f&error_description=g&sb=h&ACCESS_TOKEN=A&Code=C&access_token=b'
    for (const production of [true, false]) {
      expect(
        allowedRedirect({ siteUrl, production }, `${siteUrl}/entrar?${query}&a=1&%61ccess_token=x&b=%20`),
      ).toBe(`${siteUrl}/entrar?sb=h&a=1&b=+`)
      expect(allowedRedirect({ siteUrl, production }, `${siteUrl}/entrar?code=c`)).toBe(`${siteUrl}/entrar`)
    }
  })

  test('may be on this machine while developing, and never in production', () => {
    for (const address of LOOPBACK) {
      expect(allowedRedirect({ siteUrl, production: false }, address)).toBe(new URL(address).href)
      expect(allowedRedirect({ siteUrl, production: true }, address)).toBe(siteUrl)
    }
  })

  test('is the home page for any other address', () => {
    for (const address of [
      'https://malo.example/entrar',
      'https://maestros.example.malo.example/',
      'http://maestros.example/entrar',
      'https://maestros.example:8443/',
      'https://quien@maestros.example/entrar',
      'https://:clave@maestros.example/entrar',
      'http://localhost.malo.example/',
      'http://127.0.0.1.malo.example/',
      'javascript:alert(1)',
      'ftp://maestros.example/',
      'ftp://localhost/',
      'http://localhost@malo.example/',
      'http://quien:clave@127.0.0.1/',
      '//malo.example',
      'no es una dirección',
    ]) {
      for (const production of [true, false]) {
        expect(allowedRedirect({ siteUrl, production }, address), address).toBe(siteUrl)
      }
    }
  })
})

test.each([
  ['buscador', '/reset-password?de=correo', '/reset-password'],
  ['buscador', '/onboarding-maestro', '/reset-password'],
  ['maestro', '/onboarding-maestro', '/reset-password-maestro'],
  ['maestro', '/', '/reset-password-maestro'],
  ['maestro', '', '/reset-password-maestro'],
] as const)('the recovery link of a %s who requested %s opens the page %s', (role, requested, page) => {
  expect(resetRedirect({ siteUrl, production: true }, siteUrl + requested, role, false)).toBe(siteUrl + page)
})
