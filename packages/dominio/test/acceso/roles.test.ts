import { describe, expect, test } from 'vitest'
import { ladoDeRole, ROUTE_GROUPS, redirectFor, type Visitor } from '../../src/acceso/roles.ts'
import { ladoDe } from '../../src/chat/lado.ts'

const anonymous: Visitor = { kind: 'anonymous' }
const roleless: Visitor = { kind: 'without-role' }
const buscador: Visitor = { kind: 'buscador' }
const complete: Visitor = { kind: 'maestro', perfilCompleto: true }
const incomplete: Visitor = { kind: 'maestro', perfilCompleto: false }

describe('the route guard', () => {
  test('sends an anonymous visitor to the sign-in of the group of routes', () => {
    expect(redirectFor(anonymous, ROUTE_GROUPS.seeker)).toBe('/login')
    expect(redirectFor(anonymous, ROUTE_GROUPS.member)).toBe('/login')
    expect(redirectFor(anonymous, ROUTE_GROUPS.maestro)).toBe('/login-maestro')
    expect(redirectFor(anonymous, ROUTE_GROUPS.onboarding)).toBe('/login-maestro')
    // The specification sends visitors of this seekers' route to the maestros' sign-in.
    expect(redirectFor(anonymous, ROUTE_GROUPS['profile-from-chat'])).toBe('/login-maestro')
    expect(redirectFor(anonymous, ROUTE_GROUPS.guest)).toBeNull()
  })

  test('redirects an account without a role to /login from any path, and lets it stay there', () => {
    expect(redirectFor(roleless, ROUTE_GROUPS.maestro)).toBe('/login')
    expect(redirectFor(roleless, ROUTE_GROUPS.guest)).toBeNull()
  })

  test('keeps each role on its own screens', () => {
    expect(redirectFor(buscador, ROUTE_GROUPS.maestro)).toBe('/seleccion-delegacion')
    expect(redirectFor(buscador, ROUTE_GROUPS.onboarding)).toBe('/seleccion-delegacion')
    expect(redirectFor(complete, ROUTE_GROUPS.seeker)).toBe('/dashboard-maestro')
    expect(redirectFor(incomplete, ROUTE_GROUPS.seeker)).toBe('/onboarding-maestro')
  })

  test('keeps an incomplete maestro at onboarding (help is allowed), and a complete one out of it', () => {
    expect(redirectFor(incomplete, ROUTE_GROUPS.maestro)).toBe('/onboarding-maestro')
    expect(redirectFor(incomplete, ROUTE_GROUPS.onboarding)).toBeNull()
    expect(redirectFor(incomplete, ROUTE_GROUPS.member)).toBeNull()
    expect(redirectFor(complete, ROUTE_GROUPS.onboarding)).toBe('/dashboard-maestro')
  })

  test('redirects signed-in visitors away from the sign-in screens', () => {
    expect(redirectFor(buscador, ROUTE_GROUPS.guest)).toBe('/seleccion-delegacion')
    expect(redirectFor(complete, ROUTE_GROUPS.guest)).toBe('/dashboard-maestro')
    expect(redirectFor(incomplete, ROUTE_GROUPS.guest)).toBe('/onboarding-maestro')
  })

  test('never creates a redirect loop', () => {
    const groups = {
      '/login': ROUTE_GROUPS.guest,
      '/login-maestro': ROUTE_GROUPS.guest,
      '/seleccion-delegacion': ROUTE_GROUPS.seeker,
      '/perfil-maestro/1': ROUTE_GROUPS['profile-from-chat'],
      '/dashboard-maestro': ROUTE_GROUPS.maestro,
      '/onboarding-maestro': ROUTE_GROUPS.onboarding,
      '/ayuda': ROUTE_GROUPS.member,
    } as const
    for (const visitor of [anonymous, roleless, buscador, complete, incomplete]) {
      for (const group of Object.values(groups)) {
        const target = redirectFor(visitor, group)
        if (target === null) continue
        const next = Object.entries(groups).find(([known]) => known === target)
        expect(next, `${target} is a known screen`).toBeDefined()
        if (next) expect(redirectFor(visitor, next[1])).toBeNull()
      }
    }
  })
})

describe('the side of a chat', () => {
  const chat = { buscador_id: 'ana', maestro_id: 'luis' }

  test('is read from the chat, and is null for everyone else', () => {
    expect(ladoDe(chat, 'ana')).toBe('buscador')
    expect(ladoDe(chat, 'luis')).toBe('maestro')
    expect(ladoDe(chat, 'eva')).toBeNull()
  })

  test('of an account without a role is none', () => {
    expect(ladoDeRole('maestro')).toBe('maestro')
    expect(ladoDeRole(null)).toBeNull()
  })
})
