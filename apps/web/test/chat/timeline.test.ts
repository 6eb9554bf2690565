import type { Mensaje } from '@maestros/contrato/chat/mensaje'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Item, timelineOf } from '#features/chat/messages/timeline.ts'
import type { Entry, PictureEntry, TextEntry } from '#features/chat/outbox/entry.ts'
import { clientId, mensaje, timeOf } from '../setup/messages.ts'
import { CHAT, OTHER, USER } from '../setup/people.ts'

type Given = Parameters<typeof timelineOf>[0]

const timeline = (given: Partial<Given>) =>
  timelineOf({
    messages: [],
    pending: [],
    userId: USER,
    leidoPorOtroHasta: 0,
    ...given,
  })

const itemsOf = (given: Partial<Given>): Item[] =>
  timeline(given)
    .flatMap(({ rows }) => rows)
    .filter((row) => row.kind === 'mensaje')

const own = (secuencia: number, changes: Partial<Mensaje> = {}) =>
  mensaje(secuencia, { autor_id: USER, ...changes })

const entry = (number: number, changes: Partial<TextEntry> = {}): Entry => ({
  clientId: clientId(number),
  userId: USER,
  chatId: CHAT,
  tipo: 'texto',
  contenido: `mensaje ${number}`,
  order: number,
  creadoEn: timeOf(number),
  waiting: false,
  attempted: false,
  ...changes,
})

const picture = (number: number, changes: Partial<PictureEntry> = {}): Entry => ({
  ...entry(number),
  tipo: 'imagen',
  path: `${CHAT}/1.jpg`,
  bytes: 1,
  size: null,
  uploaded: false,
  failed: false,
  ...changes,
})

const voice = (number: number): Entry => ({
  ...entry(number),
  tipo: 'audio',
  path: `${CHAT}/1.webm`,
  bytes: 1,
  duracionMs: 1500,
  picos: [1, 2],
  uploaded: false,
  failed: false,
})

describe('the timeline of a conversation', () => {
  test('shows a pending message once when the server has already answered it, under the same key', () => {
    const [before] = itemsOf({ pending: [entry(1)] })
    const after = itemsOf({ messages: [own(1, { client_id: clientId(1) })], pending: [entry(1)] })
    expect(after).toHaveLength(1)
    expect(after[0]?.key).toBe(before?.key)
    expect([before?.id, after[0]?.id]).toEqual([`temp-${clientId(1)}`, own(1).id])
  })

  test('shows both messages when two people have used the same client_id', () => {
    const messages = [own(1, { client_id: clientId(1) }), mensaje(2, { client_id: clientId(1) })]
    expect(itemsOf({ messages }).map(({ own }) => own)).toEqual([true, false])
  })

  test('says of a pending message whether it is being sent or waits for the network', () => {
    const pending = [entry(1), entry(2, { waiting: true })]
    expect(itemsOf({ pending }).map(({ estado }) => estado)).toEqual(['enviando', 'esperando'])
  })

  test('a waiting text, a picture and a text after a picture can be cancelled; a text can be edited until its first attempt', () => {
    const pending = [
      entry(1),
      entry(2, { waiting: true }),
      entry(3, { waiting: true, attempted: true }),
      picture(4, { failed: true }),
      entry(5),
    ]
    const items = itemsOf({ pending })
    expect(items.map(({ pendiente }) => pendiente?.editable)).toEqual([undefined, true, false, false, true])
    expect(items.map(({ estado }) => estado)).toEqual([
      'enviando',
      'esperando',
      'esperando',
      'fallido',
      'enviando',
    ])
  })

  test('shows a voice note with its duration and drawing, pending or sent, and lets a pending one be cancelled', () => {
    const sent = own(1, { tipo: 'audio', contenido: '/nota', duracion_ms: 1500, picos: [1, 2] })
    const items = itemsOf({ messages: [sent], pending: [voice(2), entry(3)] })
    const nota = { duracionMs: 1500, picos: [1, 2] }
    expect(items).toMatchObject([
      { tipo: 'audio', nota, pendiente: null },
      { tipo: 'audio', nota, estado: 'enviando', pendiente: { editable: false } },
      // A text behind a file can be cancelled too.
      { tipo: 'texto', nota: null, pendiente: { editable: true } },
    ])
  })

  test('marks every own message that the other person has seen, and writes it out at the last one', () => {
    const messages = [own(1), own(2), mensaje(3)]
    const states = (leidoPorOtroHasta: number) =>
      itemsOf({ messages, leidoPorOtroHasta }).map(({ estado, ultimoVisto }) =>
        ultimoVisto ? 'Visto' : estado,
      )
    expect(states(0)).toEqual(['enviado', 'enviado', 'enviado'])
    expect(states(1)).toEqual(['Visto', 'enviado', 'enviado'])
    expect(states(2)).toEqual(['visto', 'Visto', 'enviado'])
    expect(states(3)).toEqual(['visto', 'Visto', 'enviado'])
  })

  test('shows a message that waits for a limit as one that is sent in a moment, and not as one without a network', () => {
    const states = itemsOf({
      pending: [entry(1, { waiting: true, limited: true }), entry(2, { waiting: true })],
    })
    expect(states.map(({ estado }) => estado)).toEqual(['enTurno', 'esperando'])
  })

  test('never marks a blocked message as seen: the other person has not got it', () => {
    const messages = [own(1), own(2, { bloqueado: true, motivo_bloqueo: 'telefono' })]
    const states = itemsOf({ messages, leidoPorOtroHasta: 9 }).map(({ estado }) => estado)
    expect(states).toEqual(['visto', 'enviado'])
  })

  test('groups what one person writes within five minutes', () => {
    const messages = [own(1), own(2), own(8), mensaje(9)]
    expect(itemsOf({ messages }).map(({ opens, closes }) => [opens, closes])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ])
  })

  test('separates the days of Mexico City, and gives a device with a slow clock no day in the past', () => {
    const messages = [
      mensaje(1, { creado_en: '2026-03-05T05:59:00Z' }),
      mensaje(2, { creado_en: '2026-03-05T06:01:00Z' }),
    ]
    const pending = [entry(3, { creadoEn: '2026-03-01T12:00:00Z' })]
    expect(timeline({ messages, pending }).map(({ dia, rows }) => [dia, rows.length])).toEqual([
      ['2026-03-04', 1],
      ['2026-03-05', 2],
    ])
  })
})

describe('a timeline that is made again', () => {
  const messages = Array.from({ length: 50 }, (_, at) => mensaje(at + 1, { autor_id: at % 3 ? USER : OTHER }))

  test('keeps the object of every row that has not changed, so that the screen renders the others only', () => {
    const before = itemsOf({ messages })
    const after = itemsOf({ messages: [...messages, mensaje(60)] })
    expect(after).toHaveLength(51)
    before.forEach((row, at) => {
      expect(after[at]).toBe(row)
    })
  })

  test('shows every row as a timeline of its own would, whatever was shown before', () => {
    const fresh = (count: number, leidoPorOtroHasta: number) =>
      itemsOf({ messages: messages.slice(0, count).map((one) => ({ ...one })), leidoPorOtroHasta })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { maxLength: 10 }), (states) => {
        for (const [count, read] of states) {
          const shown = itemsOf({ messages: messages.slice(0, count), leidoPorOtroHasta: read })
          expect(shown).toEqual(fresh(count, read))
        }
      }),
      { numRuns: 30 },
    )
  })
})

test('a message that was deleted has no content, and an answer names its original', () => {
  const messages = [
    mensaje(1, { contenido: '', eliminado_en: timeOf(2) }),
    mensaje(3, { respuesta_a: mensaje(1).id }),
  ]
  expect(itemsOf({ messages })).toMatchObject([
    { eliminado: true, contenido: '' },
    { eliminado: false, respuestaA: mensaje(1).id },
  ])
})

describe('the notice that the contact was requested', () => {
  const notice = (secuencia: number) =>
    own(secuencia, { tipo: 'contacto', contenido: 'Se pidió el contacto. Motivo: Es una urgencia' })

  test('stands between the messages before and after it, and groups none of them over it', () => {
    const rows = timeline({ messages: [own(1), notice(2), own(3)] }).flatMap(({ rows }) => rows)
    expect(rows.map(({ kind }) => kind)).toEqual(['mensaje', 'nota', 'mensaje'])
    expect(rows).toMatchObject([{ closes: true }, { contenido: notice(2).contenido }, { opens: true }])
  })

  test('has no delivery state: the last message before it is the one that was seen', () => {
    const messages = [own(1), notice(2)]
    expect(itemsOf({ messages, leidoPorOtroHasta: 3 }).map(({ estado }) => estado)).toEqual(['visto'])
  })
})

test('every message is shown exactly once, in order, whatever part of it the server has already answered', () => {
  const author = fc.constantFrom(USER, OTHER)
  fc.assert(
    fc.property(fc.array(author, { maxLength: 30 }), fc.nat(30), fc.boolean(), (authors, sent, both) => {
      const all = authors.map((autor_id, at) =>
        mensaje(at + 1, { autor_id, client_id: autor_id === USER ? clientId(at + 1) : null }),
      )
      const messages = all.slice(0, sent)
      // Own messages that the server does not have yet; with `both`, also some that it has.
      const pending = (both ? all : all.slice(sent))
        .filter(({ autor_id }) => autor_id === USER)
        .map(({ secuencia }) => entry(secuencia))
      const expected = [...messages, ...all.slice(sent).filter(({ autor_id }) => autor_id === USER)]
      const items = itemsOf({ messages, pending })
      expect(items.map(({ contenido }) => contenido)).toEqual(expected.map(({ contenido }) => contenido))
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
    }),
  )
})
