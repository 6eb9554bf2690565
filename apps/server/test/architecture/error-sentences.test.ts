import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codigosDeAcceso, fraseDeAcceso } from '@maestros/dominio/acceso/textos-de-codigos'
import {
  codigosDeSegundoFactor,
  fraseDeSegundoFactor,
} from '@maestros/dominio/acceso/textos-de-segundo-factor'
import { publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import {
  almacenamiento,
  codigosDeAlmacenamiento,
  fraseDeAlmacenamiento,
} from '@maestros/dominio/textos-de-almacenamiento'
import { expect, test } from 'vitest'

const SERVER = join(import.meta.dirname, '../../src')

/** The source text of a surface. */
const sourceOf = (surface: string) =>
  readdirSync(join(SERVER, surface), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(SERVER, surface, name), 'utf8'))
    .join('\n')

/** The second argument of each constructed error. */
const codesIn = (source: string, constructors: RegExp) =>
  new Set([...source.matchAll(constructors)].map(([, code = '']) => code))

test('every code of the auth surface has a Spanish sentence, and no sentence is left without a code', () => {
  const codes = codesIn(sourceOf('protocol/auth'), /(?:AuthError|notOffered)\(\s*\w+,\s*'([a-z0-9_]+)'/g)
  expect(codes.size).toBeGreaterThan(30)
  const known = [...Object.keys(codigosDeAcceso), ...Object.keys(codigosDeSegundoFactor)]
  expect([...codes].sort()).toEqual(known.sort())
  for (const code of codes) {
    const sentence = fraseDeSegundoFactor(code) ?? fraseDeAcceso(code, 'Some English message')
    expect(sentence, code).toMatch(SPANISH)
  }
})

test('every code of the storage surface has a Spanish sentence, and no sentence is left without a code', () => {
  const codes = codesIn(sourceOf('protocol/storage'), /StorageError\(\s*\w+,\s*'(\w+)'/g)
  expect(codes.size).toBeGreaterThan(12)
  expect([...codes].sort()).toEqual(Object.keys(codigosDeAlmacenamiento).sort())
  for (const code of codes) expect(fraseDeAlmacenamiento(code, 'Some English message'), code).toMatch(SPANISH)
})

/** A sentence with an end, and with a word or a letter that English does not have. */
const SPANISH = /(?:[áéíóúñ]|\b(?:la|el|tu|no|esa|esta|este|es|hay|nuestro)\b).*\.$/i

test('answers without a code and answers with a Spanish sentence are shown in Spanish', () => {
  expect(fraseDeAcceso(undefined, 'Invalid API key')).toMatch(SPANISH)
  expect(fraseDeAcceso(undefined, 'Auth session missing!')).toMatch(SPANISH)
  const refused = publicos.contacto(publicos.campos.nombre)
  expect(fraseDeAcceso('validation_failed', refused)).toBe(refused)
  expect(fraseDeAlmacenamiento('AccessDenied', almacenamiento.cuentaSuspendida)).toBe(
    almacenamiento.cuentaSuspendida,
  )
})

test('an auth code that only another server has gives no sentence, not even one with the name of an object property', () => {
  expect(fraseDeAcceso('constructor', 'x')).toBeNull()
  expect(fraseDeAcceso('otra', 'constructor')).toBeNull()
  expect(fraseDeAlmacenamiento('otra', 'Mensaje')).toBe('Mensaje')
})
