import { expect, test } from 'vitest'
import { Confirmacion } from '../../src/acceso/formulario-de-confirmacion.ts'
import { confirmacion } from '../../src/acceso/textos-de-confirmacion.ts'

test('a long wait for another e-mail is named in minutes', () => {
  expect([1, 99, 100, 3600].map(confirmacion.reenviarEn)).toEqual([
    'Reenviar correo en 1 s',
    'Reenviar correo en 99 s',
    'Reenviar correo en 2 min',
    'Reenviar correo en 60 min',
  ])
})

test('a code is six digits, and may be pasted with spaces', () => {
  const codeOf = (codigo: string) => Confirmacion.safeParse({ email: 'ana@example.com', codigo }).data?.codigo
  expect(['123456', ' 123 456\n', '12345', '1234567', '12345a'].map(codeOf)).toEqual([
    '123456',
    '123456',
    undefined,
    undefined,
    undefined,
  ])
})
