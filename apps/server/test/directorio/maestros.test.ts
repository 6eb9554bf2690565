import { MaestrosInput, maestros } from '@maestros/contrato/directorio/maestros'
import { ORDENES } from '@maestros/dominio/directorio/filtros'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseSearch } from '../../src/subjects/directorio/search-query.ts'
import { appForTests } from '../setup/app.ts'
import { askFunction, refusalOf, search, searchPath } from '../setup/functions.ts'
import { makeBuscador, makeMaestro, makeResena, mintToken, signOut, suspend } from '../setup/rows/maestros.ts'

const DONDE = { alcaldia: 'Coyoacán', oficio: 'Plomería' }
const app = appForTests()
beforeAll(async () => {
  await makeMaestro(app, { nombre: 'Rosa', apellido: 'Ñúñez Peña', telefono: '5512345678' })
  const luis = await makeMaestro(app, {
    nombre: 'Luis',
    apellido: 'Zaldívar',
    telefono: '5587654321',
    oficios: ['Electricidad', 'Plomería'],
    alcaldias: ['Tlalpan', 'Coyoacán'],
    ineVerificado: true,
  })
  for (const puntuacion of [5, 4, 4]) await makeResena(app, { maestro: luis.id, puntuacion })
  await makeMaestro(app, { oficios: ['Electricidad'], alcaldias: ['Coyoacán'] })
  await makeMaestro(app, { oficios: ['Plomería'], alcaldias: ['Álvaro Obregón'] })
})

describe('the search', () => {
  test('answers to the public key alone, with the list of cards of that borough and trade [7.fn.01] [6.role.06]', async () => {
    const { status, data, headers } = await search(app.client(), DONDE)
    expect(status).toBe(200)
    const cards = maestros.output.parse(data)
    expect(cards.map(({ nombre }) => nombre)).toEqual(['Luis', 'Rosa'])
    expect(headers.get('content-range')).toBe('0-1/2')
    expect(headers.get('x-next-cursor')).toBeNull()
  })

  test('finds names with accents, and only who works there in that trade [7.fn.02]', async () => {
    const { data } = await search(app.client(), { alcaldia: 'Álvaro Obregón', oficio: 'Plomería' })
    expect(maestros.output.parse(data)).toHaveLength(1)
    const elsewhere = await search(app.client(), { alcaldia: 'Álvaro Obregón', oficio: 'Electricidad' })
    expect(elsewhere.data).toEqual([])
    expect(elsewhere.headers.get('content-range')).toBe('*/0')
  })

  test('gives each card the fields of the specification, availability and answer time, and no other [3.ent.03] [3.ent.04]', async () => {
    const { data } = await search(app.client(), DONDE)
    expect(data).toHaveLength(2)
    expect(maestros.output.parse(data)[0]).toMatchObject({
      nombre: 'Luis',
      identidad_verificada: true,
      oficio_principal: 'Electricidad',
      cantidad_reseñas: 3,
      reputacion_nivel: 'confianza_comprobada',
      reputacion_chip_label: 'Confianza comprobada',
      numero_trabajos_completados: 3,
      alcaldia: 'Coyoacán',
    })
    for (const card of Array.isArray(data) ? data : []) {
      expect(Object.keys(card).sort()).toEqual(
        [
          ...['id', 'nombre', 'apellido', 'foto_perfil_url', 'identidad_verificada', 'oficio_principal'],
          ...['promedio_calificacion', 'cantidad_reseñas', 'reputacion_nivel', 'reputacion_chip_label'],
          ...['numero_trabajos_completados', 'telefono', 'alcaldia', 'disponible_el', 'tiempo_respuesta'],
        ].sort(),
      )
    }
  })

  test('gives the average as a number from 0 to 5 and one of the three levels [3.ent.05] [3.ent.06]', async () => {
    const cards = maestros.output.parse((await search(app.client(), DONDE)).data)
    expect(cards.map((card) => card.promedio_calificacion)).toEqual([4.33, 0])
    expect(cards.map((card) => card.reputacion_nivel)).toEqual(['confianza_comprobada', 'nuevo'])
  })

  test('contains neither a phone nor a whole surname, for any caller and any query [1.prod.09]', async () => {
    const buscador = await makeBuscador(app)
    for (const client of [app.client(), buscador.client]) {
      for (const more of [{}, { orden: 'calificacion' }, { nivel: 'nuevo' }, { limit: 1 }]) {
        const { status, text } = await search(client, { ...DONDE, ...more })
        expect(status).toBe(200)
        expect(text).toContain('"apellido":')
        expect(text).not.toMatch(/5512345678|5587654321|Ñúñez|Peña|Zaldívar/)
      }
    }
  })

  test('leaves out maestros who are incomplete or suspended', async () => {
    const at = { oficios: ['Tapicería'], alcaldias: ['Milpa Alta'] }
    const suspended = await makeMaestro(app, at)
    await makeMaestro(app, { ...at, incompleto: true })
    const listed = await makeMaestro(app, at)
    await suspend(app, suspended.id)
    const { data, headers } = await search(app.client(), { alcaldia: 'Milpa Alta', oficio: 'Tapicería' })
    expect(maestros.output.parse(data).map(({ id }) => id)).toEqual([listed.id])
    expect(headers.get('content-range')).toBe('0-0/1')
  })

  test('answers an empty list for a borough or trade that does not exist', async () => {
    for (const query of [
      { ...DONDE, alcaldia: 'Narnia' },
      { ...DONDE, oficio: 'x'.repeat(500) },
    ]) {
      const { status, data, headers } = await search(app.client(), query)
      expect([status, data, headers.get('content-range')]).toEqual([200, [], '*/0'])
    }
  })

  test('refuses a borough or trade of more than 500 characters', async () => {
    for (const name of ['alcaldia', 'oficio']) {
      const { status, code } = await search(app.client(), { ...DONDE, [name]: 'x'.repeat(501) })
      expect([status, code]).toEqual([400, 'INVALID_INPUT'])
    }
  })
})

describe('a search by someone signed in', () => {
  test('is answered while the session is open and refused once it has ended', async () => {
    const buscador = await makeBuscador(app)
    expect((await search(buscador.client, DONDE)).status).toBe(200)
    await signOut(app, buscador)
    const refused = await search(buscador.client, DONDE)
    expect([refused.status, refused.code]).toEqual([401, 'SESSION_EXPIRED'])
    expect(refused.message).toContain('Session expired')
  })

  test('is refused with a token that expired, was forged or is no token', async () => {
    const { id, sessionId } = await makeBuscador(app)
    const claims = { sub: id, session_id: sessionId }
    for (const token of [
      await mintToken(app, claims, { expires: '-1m' }),
      await mintToken(app, claims, { secret: 'otra clave, que no es la del servidor' }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...claims, role: 'authenticated', aud: 'authenticated', exp: 9e9 })).toString('base64url')}.`,
      'no-soy-un-token',
    ]) {
      const answer = await askFunction(app, searchPath(DONDE), {
        headers: { authorization: `Bearer ${token}` },
      })
      expect([answer.status, (await refusalOf(answer)).code]).toEqual([401, 'SESSION_EXPIRED'])
    }
  })
})

describe('a search with invalid input', () => {
  const bad: Record<string, string | number>[] = [
    { alcaldia: 'Coyoacán' },
    { ...DONDE, alcaldia: '' },
    { ...DONDE, limit: 51 },
    { ...DONDE, limit: '5x' },
    { ...DONDE, nivel: '' },
    { ...DONDE, verificados: 'si' },
    { ...DONDE, cursor: 'x' },
    { ...DONDE, cursor: Buffer.from('recomendados.20.1.no-es-un-id').toString('base64url') },
    { ...DONDE, color: 'verde' },
  ]
  test.each(bad)('is refused with a sentence in Spanish: %j', async (query) => {
    const { status, code, message } = await search(app.client(), query)
    expect([status, code]).toEqual([400, 'INVALID_INPUT'])
    expect(message).toMatch(/^(?:Falta el|El) dato '/)
  })

  test('is refused when a parameter is given twice, or a cursor belongs to another order', async () => {
    const twice = await askFunction(app, `${searchPath(DONDE)}&limit=1&limit=2`)
    expect(twice.status).toBe(400)
    const page = await search(app.client(), { ...DONDE, limit: 1 })
    const cursor = page.headers.get('x-next-cursor') ?? ''
    expect((await search(app.client(), { ...DONDE, cursor, limit: 1 })).status).toBe(200)
    expect((await search(app.client(), { ...DONDE, cursor, limit: 1, orden: 'trabajos' })).status).toBe(400)
  })

  test('is refused without a key, with a wrong one, and by another method', async () => {
    const keyless = await fetch(`${app.url}/functions/v1/${searchPath(DONDE)}`)
    expect([keyless.status, (await refusalOf(keyless)).code]).toEqual([401, 'NO_API_KEY'])
    const wrong = await askFunction(app, searchPath(DONDE), { headers: { apikey: 'x'.repeat(40) } })
    expect([wrong.status, (await refusalOf(wrong)).code]).toEqual([401, 'NO_API_KEY'])
    const put = await askFunction(app, searchPath(DONDE), { method: 'DELETE' })
    expect([put.status, put.headers.get('allow'), (await refusalOf(put)).code]).toEqual([
      405,
      'GET',
      'METHOD_NOT_ALLOWED',
    ])
    const unknown = await askFunction(app, 'no-existe')
    expect([unknown.status, (await refusalOf(unknown)).code]).toEqual([404, 'NOT_FOUND'])
  })
})

test('the hand-read query string accepts what the contract accepts', () => {
  const some = fc.record(
    {
      limit: fc.integer({ min: -5, max: 60 }),
      calificacion_minima: fc.integer({ min: -2, max: 60 }).map((tenths) => tenths / 10),
      verificados: fc.integer({ min: 0, max: 2 }),
      disponibles: fc.integer({ min: 0, max: 2 }),
      orden: fc.constantFrom(...ORDENES, 'otro'),
      nivel: fc.array(fc.constantFrom('nuevo', 'confianza_comprobada', 'experto', 'otro'), { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  const accepts = (query: Record<string, unknown>) => {
    try {
      parseSearch(query)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(some, (given) => {
      const query = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
      expect(accepts({ ...DONDE, ...query })).toBe(MaestrosInput.safeParse({ ...DONDE, ...given }).success)
    }),
  )
})
