import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { esTextoVacio, lugarDelChat, vistaPrevia } from '../../src/chat/conversacion.ts'
import { conPaginaSiguiente, conPrimeraPagina, type ListaDeChats } from '../../src/chat/lista-de-chats.ts'

describe('the preview of a conversation', () => {
  const texto = (contenido: string) => vistaPrevia({ tipo: 'texto', contenido })

  test('shows up to fifty characters, and of longer texts the first fifty and an ellipsis', () => {
    expect(texto('a'.repeat(50))).toBe('a'.repeat(50))
    expect(texto('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`)
    expect(texto('Sí')).toBe('Sí')
  })

  test('never cuts a character in half, whatever its length in code units', () => {
    const familia = '👩‍👩‍👧‍👦'
    expect(texto(familia.repeat(50))).toBe(familia.repeat(50))
    expect(texto(familia.repeat(51))).toBe(`${familia.repeat(50)}…`)
  })

  test('names a picture, a voice note, a video and a conversation without messages', () => {
    expect(vistaPrevia({ tipo: 'imagen', contenido: '' })).toBe('📷 Imagen')
    expect(vistaPrevia({ tipo: 'audio', contenido: '' })).toBe('🎤 Nota de voz')
    expect(vistaPrevia({ tipo: 'video', contenido: '' })).toBe('🎥 Video')
    const contenido = 'Se pidió el contacto. Motivo: Pedir una cotización'
    expect(vistaPrevia({ tipo: 'contacto', contenido })).toBe(contenido)
    expect(vistaPrevia({ tipo: 'contacto', contenido: '' })).toBe('Se pidió el contacto.')
    expect(vistaPrevia(null)).toBe('Inicia la conversación')
  })
})

describe('a message', () => {
  test('is empty when it has only spaces and invisible characters', () => {
    const invisible = fc.constantFrom(
      ...[' ', '\n', '\t', '\u00a0', '\u00ad', '\u034f', '\u061c', '\u115f', '\u200b', '\u200d', '\u202e'],
      ...['\u2060', '\u2800', '\u3000', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\u{e0001}', '\u{e0100}'],
    )
    fc.assert(
      fc.property(fc.array(invisible), (characters) => {
        expect(esTextoVacio(characters.join(''))).toBe(true)
      }),
    )
  })

  test('is not empty when it has one visible character', () => {
    for (const texto of ['a', '.', '\u200bsí\u200b', '👍', '❤\ufe0f', '👩‍👩‍👧‍👦', 'ñ', '0'])
      expect(esTextoVacio(texto), texto).toBe(false)
  })
})

test('a row shows the service first, then the alcaldía, whichever of its two names the context uses', () => {
  expect(lugarDelChat({ servicio: 'Plomería', alcaldia: 'Coyoacán' })).toBe('Plomería • Coyoacán')
  expect(lugarDelChat({ servicio: 'Plomería', nombre: 'Coyoacán' })).toBe('Plomería • Coyoacán')
  expect(lugarDelChat({ alcaldia: 'Coyoacán' })).toBe('Coyoacán')
  expect(lugarDelChat({})).toBe('')
})

describe('a list of conversations that is read in pages while it changes', () => {
  const PAGINA = 4
  type Fila = { id: string; orden: string }

  /** The answer of a server: the cursor is the position of the last row. */
  const pagina = (servidor: Fila[], cursor?: string): ListaDeChats<Fila> => {
    const orden = servidor.toSorted((a, b) => b.orden.localeCompare(a.orden))
    const desde = cursor === undefined ? orden : orden.filter((fila) => fila.orden < cursor)
    const chats = desde.slice(0, PAGINA)
    return { chats, cursor: desde.length > PAGINA ? (chats.at(-1)?.orden ?? null) : null }
  }

  test("always equals the beginning of the server's list, after any changes in between", () => {
    const paso = fc.oneof(
      { weight: 5, arbitrary: fc.record({ tipo: fc.constant('mensaje' as const), chat: fc.nat(19) }) },
      { weight: 1, arbitrary: fc.constant({ tipo: 'releer' as const }) },
      { weight: 2, arbitrary: fc.constant({ tipo: 'seguir' as const }) },
    )
    fc.assert(
      fc.property(fc.array(paso, { maxLength: 40 }), (pasos) => {
        let reloj = 1000
        const servidor: Fila[] = Array.from({ length: 20 }, (_, at) => ({
          id: `${at}`,
          orden: `${reloj + at}`,
        }))
        reloj += 20
        let lista = pagina(servidor)
        for (const paso of pasos) {
          if (paso.tipo === 'mensaje') {
            servidor[paso.chat] = { id: `${paso.chat}`, orden: `${reloj}` }
            reloj += 1
          } else if (paso.tipo === 'seguir' && lista.cursor !== null) {
            lista = conPaginaSiguiente(lista, lista.cursor, pagina(servidor, lista.cursor))
          }
          if (paso.tipo === 'releer') {
            lista = conPrimeraPagina(pagina(servidor), lista)
            const orden = servidor.toSorted((a, b) => b.orden.localeCompare(a.orden))
            expect(lista.chats).toEqual(orden.slice(0, lista.chats.length))
            if (lista.cursor === null) expect(lista.chats).toHaveLength(servidor.length)
          }
          expect(new Set(lista.chats.map(({ id }) => id)).size).toBe(lista.chats.length)
        }
      }),
    )
  })

  test('keeps the loaded pages when a conversation further down gets a message', () => {
    const servidor = Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, orden: `${10 + at}` }))
    const primera = pagina(servidor)
    const lista = conPaginaSiguiente(primera, primera.cursor ?? '', pagina(servidor, primera.cursor ?? ''))
    servidor[2] = { id: '2', orden: '99' }
    const nueva = conPrimeraPagina(pagina(servidor), lista)
    expect(nueva.chats.map(({ id }) => id)).toEqual(['2', '9', '8', '7', '6', '5', '4', '3'])
    expect(nueva.cursor).toBe(lista.cursor)
  })

  test('restarts when more has changed than one page shows', () => {
    const servidor = Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, orden: `${10 + at}` }))
    const primera = pagina(servidor)
    const lista = conPaginaSiguiente(primera, primera.cursor ?? '', pagina(servidor, primera.cursor ?? ''))
    for (const at of [2, 3, 9, 8, 7]) servidor[at] = { id: `${at}`, orden: `${90 - at}` }
    expect(conPrimeraPagina(pagina(servidor), lista)).toEqual(pagina(servidor))
  })

  test('ignores a page that was requested before it restarted', () => {
    const lista = { chats: [{ id: 'a', orden: '9' }], cursor: '9' }
    expect(conPaginaSiguiente(lista, '5', { chats: [{ id: 'b', orden: '4' }], cursor: null })).toBe(lista)
  })
})
