import { LOGIN, RECOVER, RESET, ROLES } from '@maestros/dominio/acceso/roles'
import { expect, test } from 'vitest'
import { roleOf } from '#app/access/role-routes.ts'

test('the addresses that the rules name for a role are the screens of that role', () => {
  for (const role of ROLES) {
    for (const path of [LOGIN[role], RECOVER[role], RESET[role]]) expect(roleOf(path)).toBe(role)
  }
})

test('a route is found by its id and by its pattern, and an unknown one is refused', () => {
  expect(roleOf('chat-maestro/:id')).toBe('maestro')
  expect(roleOf('/chats/:id')).toBe('buscador')
  expect(() => roleOf('toString')).toThrow('ROLE_ROUTES')
  expect(() => roleOf(undefined)).toThrow('ROLE_ROUTES')
})
