import { describe, expect, test } from 'vitest'
import { buscarRespuestas } from '../../src/ayuda/busqueda.ts'
import { errorDeImagen, erroresDeTicket } from '../../src/ayuda/formulario-de-ticket.ts'
import { ayuda } from '../../src/ayuda/textos.ts'
import { preguntasFrecuentes } from '../../src/ayuda/textos-de-preguntas.ts'
import { IMAGEN_MAX_BYTES } from '../../src/limites.ts'

const ids = (texto: string, role: 'buscador' | 'maestro' = 'buscador') =>
  buscarRespuestas(texto, preguntasFrecuentes[role]).map(({ id }) => id)

describe('the search in the answers', () => {
  test('shows every question when nothing is typed', () => {
    expect(ids('  ')).toEqual(preguntasFrecuentes.buscador.map(({ id }) => id))
  })

  test.each([
    ['telefono', 'telefono'],
    ['TELÉFONOS', 'telefono'],
    ['¿cómo veo el teléfono?', 'telefono'],
    ['resena', 'resena'],
    ['reseñas', 'resena'],
    ['contrasena', 'contrasena'],
    ['mensaje', 'rojo'],
    ['borrar mi cuenta', 'datos'],
    ['anticipo', 'anticipo'],
  ])('finds %j without regard to accents, capitals, plurals and small words', (texto, id) => {
    expect(ids(texto)).toContain(id)
  })

  test('puts a question with the word before an answer with it', () => {
    expect(ids('reseña')[0]).toBe('resena')
    expect(ids('pausa', 'maestro')[0]).toBe('pausa')
    for (const texto of ['corregir mi nombre', 'cambiar apellido'])
      expect([texto, ids(texto)[0]]).toEqual([texto, 'nombre'])
    for (const texto of ['cambiar teléfono', 'otro número', 'chip nuevo', 'corregir mi nombre'])
      expect([texto, ids(texto, 'maestro')[0]]).toEqual([texto, 'telefono'])
  })

  test.each(['xilófono', 'reseña xilófono', '!!!'])('finds nothing for %j', (texto) => {
    expect(ids(texto)).toEqual([])
  })

  test('has 8 to 14 questions of each role, with different ids', () => {
    for (const preguntas of Object.values(preguntasFrecuentes)) {
      expect(preguntas.length).toBeGreaterThanOrEqual(8)
      expect(preguntas.length).toBeLessThanOrEqual(14)
      expect(new Set(preguntas.map(({ id }) => id)).size).toBe(preguntas.length)
      expect(preguntas.some(({ enlace }) => enlace?.a === '/mis-datos')).toBe(true)
    }
  })
})

describe('the rules of a ticket', () => {
  const { errores } = ayuda.formulario
  const VALID = { nombre: 'Al', correo: 'al@example.com', mensaje: '1234567890' }

  test('accept the shortest values, and values with spaces around them', () => {
    expect(erroresDeTicket(VALID)).toEqual({})
    expect(erroresDeTicket({ nombre: ' Al ', correo: ' al@example.com ', mensaje: ' 1234567890 ' })).toEqual(
      {},
    )
  })

  test('name every wrong field with the sentence of the specification', () => {
    expect(erroresDeTicket({ nombre: 'A', correo: 'al@', mensaje: '123456789 ' })).toEqual({
      nombre: 'El nombre debe tener al menos 2 caracteres',
      correo: 'Debe ser un correo electrónico válido',
      mensaje: 'El mensaje debe tener al menos 10 caracteres',
    })
    expect(Object.keys(erroresDeTicket({ nombre: '', correo: '', mensaje: '' }))).toHaveLength(3)
  })

  test.each([
    [{ type: 'image/jpeg', name: 'a.jpg', size: IMAGEN_MAX_BYTES - 1 }, null],
    [{ type: 'image/jpg', name: 'a.jpg', size: 1 }, null],
    [{ type: 'image/png', name: 'a', size: 1 }, null],
    [{ type: 'image/webp', name: 'a.webp', size: 1 }, null],
    [{ type: '', name: 'FOTO.JPEG', size: 1 }, null],
    [{ type: '', name: 'nota.txt', size: 1 }, errores.tipo],
    [{ type: 'image/gif', name: 'a.gif', size: 1 }, errores.tipo],
    [{ type: 'application/pdf', name: 'a.jpg', size: 1 }, errores.tipo],
    [{ type: 'image/jpeg', name: 'a.jpg', size: IMAGEN_MAX_BYTES }, errores.tamano],
  ])('judge the file %j', (file, sentence) => {
    expect(errorDeImagen(file)).toBe(sentence)
  })
})
