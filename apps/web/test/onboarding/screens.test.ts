import { ONBOARDING_VACIO } from '@maestros/dominio/onboarding/formulario'
import { expect, test } from 'vitest'
import { isTaken } from '#features/onboarding/steps/screens.ts'

test('a picture counts as taken from the beginning of its upload, or when another device has sent it, and not after a failure', () => {
  const form = { ...ONBOARDING_VACIO, descripcion: 'Arreglo fugas', ine: 'ine_x_1.jpg' }
  expect(isTaken(form, {}, 'selfie')).toBe(false)
  expect(isTaken(form, { selfie: 'preparando' }, 'selfie')).toBe(true)
  expect(isTaken(form, { ine: 'subiendo' }, 'selfie')).toBe(false)
  expect(isTaken(form, { selfie: 'fallo' }, 'selfie')).toBe(false)
  expect(isTaken(form, {}, 'ine')).toBe(true)
  expect(isTaken(form, {}, 'descripcion')).toBe(false)
})
