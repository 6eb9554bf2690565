import { expect, test } from 'vitest'
import { type SinEnviar, salir } from '../../src/acceso/textos-de-salir.ts'
import { duracion } from '../../src/chat/textos-de-notas-de-voz.ts'

test('the duration of a voice note is shown in minutes and whole seconds', () => {
  expect([0, 999, 1000, 59_999, 60_000, 151_000, 180_000].map(duracion)).toEqual([
    ...['0:00', '0:00', '0:01', '0:59', '1:00', '2:31', '3:00'],
  ])
})

test('the question before a sign-out names each kind of thing that waits', () => {
  const titulo = (waiting: Partial<SinEnviar>) =>
    salir.titulo({ mensajes: 0, imagenes: 0, notas: 0, pasos: 0, fotos: 0, leido: true, ...waiting })
  expect(titulo({ mensajes: 1 })).toBe('Tienes 1 mensaje sin enviar')
  expect(titulo({ imagenes: 2, notas: 1 })).toBe('Tienes 2 imágenes y 1 nota de voz sin enviar')
  expect(titulo({ mensajes: 2, imagenes: 1, notas: 3 })).toBe(
    'Tienes 2 mensajes, 1 imagen y 3 notas de voz sin enviar',
  )
  expect(titulo({ pasos: 2, fotos: 1 })).toBe('Tienes 2 pasos de tu perfil y 1 foto sin enviar')
  expect(titulo({ pasos: 1 })).toBe('Tienes 1 paso de tu perfil sin enviar')
  expect(titulo({ leido: false })).toBe('No sabemos si tienes algo sin enviar')
})
