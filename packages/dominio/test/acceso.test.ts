import { describe, expect, test } from 'vitest'
import { redirectFor, type Visitor } from '../src/acceso.ts'

const anonymous: Visitor = { kind: 'anonymous' }
const roleless: Visitor = { kind: 'without-role' }
const buscador: Visitor = { kind: 'buscador' }
const complete: Visitor = { kind: 'maestro', perfilCompleto: true }
const incomplete: Visitor = { kind: 'maestro', perfilCompleto: false }

describe('the route guard', () => {
  test('redirects an anonymous visitor to the sign-in that the path suggests', () => {
    expect(redirectFor(anonymous, 'buscador', '/chats')).toBe('/login')
    expect(redirectFor(anonymous, 'both', '/ayuda')).toBe('/login')
    expect(redirectFor(anonymous, 'maestro', '/dashboard-maestro')).toBe('/login-maestro')
    // The rule depends on the path, not on the audience: a seeker's path may contain the word too.
    expect(redirectFor(anonymous, 'buscador', '/perfil-maestro/1')).toBe('/login-maestro')
  })

  test('redirects an account without a role to /login from any path, and lets it stay there', () => {
    expect(redirectFor(roleless, 'maestro', '/dashboard-maestro')).toBe('/login')
    expect(redirectFor(roleless, 'guest', '/login')).toBeNull()
  })

  test('keeps each role on its own screens', () => {
    expect(redirectFor(buscador, 'maestro', '/dashboard-maestro')).toBe('/seleccion-delegacion')
    expect(redirectFor(buscador, 'onboarding', '/onboarding-maestro')).toBe('/seleccion-delegacion')
    expect(redirectFor(complete, 'buscador', '/')).toBe('/dashboard-maestro')
    expect(redirectFor(incomplete, 'buscador', '/')).toBe('/onboarding-maestro')
  })

  test('keeps an incomplete maestro at onboarding (help is allowed), and a complete one out of it', () => {
    expect(redirectFor(incomplete, 'maestro', '/dashboard-maestro')).toBe('/onboarding-maestro')
    expect(redirectFor(incomplete, 'onboarding', '/onboarding-maestro')).toBeNull()
    expect(redirectFor(incomplete, 'both', '/ayuda')).toBeNull()
    expect(redirectFor(complete, 'onboarding', '/onboarding-maestro')).toBe('/dashboard-maestro')
  })

  test('redirects signed-in visitors away from the sign-in screens', () => {
    expect(redirectFor(buscador, 'guest', '/login')).toBe('/seleccion-delegacion')
    expect(redirectFor(complete, 'guest', '/login')).toBe('/dashboard-maestro')
    expect(redirectFor(incomplete, 'guest', '/login')).toBe('/onboarding-maestro')
  })

  test('never creates a redirect loop', () => {
    const audiences = {
      '/login': 'guest',
      '/login-maestro': 'guest',
      '/seleccion-delegacion': 'buscador',
      '/dashboard-maestro': 'maestro',
      '/onboarding-maestro': 'onboarding',
      '/ayuda': 'both',
    } as const
    for (const visitor of [anonymous, roleless, buscador, complete, incomplete]) {
      for (const [path, audience] of Object.entries(audiences)) {
        const target = redirectFor(visitor, audience, path)
        if (target === null) continue
        const next = Object.entries(audiences).find(([known]) => known === target)
        expect(next, `${target} is a known screen`).toBeDefined()
        if (next) expect(redirectFor(visitor, next[1], next[0])).toBeNull()
      }
    }
  })
})
