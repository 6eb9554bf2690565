import { expect, test } from 'vitest'
import { announcementOf } from '#features/chat/messages/announcement.ts'
import type { Item } from '#features/chat/messages/timeline.ts'

const message = (part: Partial<Item>): Item => ({
  kind: 'mensaje',
  key: 'k',
  id: 'k',
  secuencia: 1,
  own: true,
  tipo: 'texto',
  contenido: 'Mi número es 55 1234 5678',
  miniatura: null,
  creadoEn: '2026-03-04T21:05:00Z',
  estado: 'enviado',
  ultimoVisto: false,
  bloqueado: false,
  motivo: null,
  eliminado: false,
  respuestaA: null,
  size: null,
  nota: null,
  opens: true,
  closes: true,
  aviso: null,
  pendiente: null,
  ...part,
})

test('a screen reader hears that the own message was blocked and why', () => {
  expect(announcementOf(message({ bloqueado: true, motivo: 'telefono' }), 'Ramón', 'buscador')).toMatch(
    /^Mensaje bloqueado\. Por tu seguridad, los teléfonos .* \(«Información de contacto»\)/,
  )
  expect(announcementOf(message({ bloqueado: true }), 'Ramón', 'maestro')).toBe('Mensaje bloqueado.')
})

test('a screen reader hears messages of the other person, and nothing about own ones that were sent', () => {
  expect(announcementOf(message({ own: false, contenido: 'Voy mañana' }), 'Ramón', 'buscador')).toBe(
    'Ramón: Voy mañana',
  )
  expect(announcementOf(message({ own: false, tipo: 'imagen' }), 'Ramón', 'buscador')).toBe('Ramón: Imagen')
  expect(announcementOf(message({}), 'Ramón', 'buscador')).toBe('')
})
