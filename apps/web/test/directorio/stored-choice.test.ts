import { expect, test, vi } from 'vitest'
import { readChoice, saveChoice } from '#features/directorio/stored-choice.ts'
import { forgetPersonal } from '#lib/session/personal/personal-store.ts'
import { USER } from '../setup/people.ts'

const refuse = () => {
  throw new DOMException('refused', 'QuotaExceededError')
}

test('a browser that refuses to store keeps the choice for this page, until the person signs out', async () => {
  saveChoice('oficio', 'Plomería')
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(refuse)
  saveChoice('oficio', 'Electricidad')
  expect(readChoice('oficio')).toBe('Electricidad')
  full.mockRestore()
  await forgetPersonal(USER)
  expect(readChoice('oficio')).toBeNull()
})

test('a browser without storage has no choice until one is made', () => {
  const forbidden = [vi.spyOn(localStorage, 'getItem'), vi.spyOn(localStorage, 'setItem')]
  for (const spy of forbidden) spy.mockImplementation(refuse)
  expect(readChoice('alcaldia')).toBeNull()
  saveChoice('alcaldia', 'Coyoacán')
  expect(readChoice('alcaldia')).toBe('Coyoacán')
  for (const spy of forbidden) spy.mockRestore()
  saveChoice('alcaldia', 'Tlalpan')
  expect(localStorage.getItem('alcaldiaSeleccionada')).toBe('Tlalpan')
})
