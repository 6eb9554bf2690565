import { describe, expect, test } from 'vitest'
import { inboxCopy, mensajesCopy } from '#features/chat/api/offline.ts'
import { CHAT, USER } from '../setup/people.ts'

const row = (nth: number) => ({
  id: `chat ${nth}`,
  nombre: 'Ana',
  iniciales: 'A',
  foto: null,
  lugar: 'Coyoacán',
  vistaPrevia: 'Hola',
  propio: true,
  creadoEn: null,
  sinLeer: 0,
  orden: `2026-01-01T00:00:${nth}`,
})
const many = <T>(length: number, make: (nth: number) => T) => Array.from({ length }, (_, nth) => make(nth))

const mensaje = (secuencia: number) => ({
  id: `00000000-0000-4000-8000-${String(secuencia).padStart(12, '0')}`,
  chat_id: CHAT,
  autor_id: USER,
  tipo: 'texto',
  contenido: 'Hola',
  miniatura: null,
  ancho: null,
  alto: null,
  duracion_ms: null,
  picos: null,
  creado_en: '2026-01-01T00:00:00Z',
  bloqueado: false,
  motivo_bloqueo: null,
  client_id: null,
  eliminado_en: null,
  respuesta_a: null,
  secuencia,
})
const conversation = (length: number) => ({
  messages: many(length, (nth) => mensaje(nth + 1)),
  cursor: 'older',
  unbrokenTo: length,
  interrupted: false,
})

describe('the copy of a conversation for reading without a network', () => {
  test('of up to 50 messages is whole, and says that live events were missed', () => {
    expect(mensajesCopy.meta.copia.keep(conversation(50))).toEqual({ ...conversation(50), interrupted: true })
  })

  test('of more has the last 50, and the next read replaces it because its cursor is gone', () => {
    expect(mensajesCopy.meta.copia.keep(conversation(51))).toEqual({
      messages: conversation(51).messages.slice(1),
      cursor: null,
      unbrokenTo: 0,
      interrupted: true,
    })
  })

  test('is not made of data with an unexpected shape', () => {
    expect(mensajesCopy.meta.copia.keep({ messages: [{ id: 7 }] })).toBeUndefined()
    expect(mensajesCopy.meta.copia.keep(null)).toBeUndefined()
  })
})

describe('the copy of the inbox', () => {
  test('of up to 200 rows is whole', () => {
    const list = { chats: many(200, row), cursor: 'more' }
    expect(inboxCopy.meta.copia.keep(list)).toEqual(list)
  })

  test('of more has the first 200 without their order, so that the next read begins the list again', () => {
    const kept = inboxCopy.meta.copia.keep({ chats: many(201, row), cursor: 'more' })
    expect(kept).toEqual({ chats: many(200, row).map((one) => ({ ...one, orden: '' })), cursor: null })
  })
})
