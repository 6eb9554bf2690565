import { describe, expect, test } from 'vitest'
import { RestError } from '../../../src/protocol/rest/errors.ts'
import { parseRows } from '../../../src/protocol/rest/parse/body.ts'
import { parseFilter, parseLogic } from '../../../src/protocol/rest/parse/filter.ts'
import { parseAccept, parsePrefer, parseRange } from '../../../src/protocol/rest/parse/headers.ts'
import { parseOrder } from '../../../src/protocol/rest/parse/order.ts'
import { decodeQuery, parseQuery } from '../../../src/protocol/rest/parse/query.ts'
import { parseSelect } from '../../../src/protocol/rest/parse/select.ts'

function problem(work: () => unknown): RestError {
  try {
    work()
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('select', () => {
  test('parses names with accents and dashes, and list positions', () => {
    expect(parseSelect('cantidad_reseñas,a-b,lista->-1')).toMatchObject([
      { field: { name: 'cantidad_reseñas' } },
      { field: { name: 'a-b' } },
      { field: { name: 'lista', path: [{ arrow: '->', index: -1 }] } },
    ])
  })

  test('reports the position and the expected input when parsing fails', () => {
    const error = problem(() => parseSelect('id,nombre['))
    expect(error.status).toBe(400)
    expect(error.body()).toEqual({
      code: 'PGRST100',
      message: '"failed to parse select parameter (id,nombre[)" (line 1, column 10)',
      details:
        'unexpected "[" expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input',
      hint: null,
    })
    for (const bad of ['a,', ',a', 'a(', 'a(b', 'a)', 'a->', 'a::', '*x', '...a', 'a!b', 'a:', '"a']) {
      expect(problem(() => parseSelect(bad)).code, bad).toBe('PGRST100')
    }
  })

  test('refuses aggregates by name', () => {
    for (const asked of ['count()', 'n:count()', 'precio.sum()']) {
      expect(problem(() => parseSelect(asked)).code, asked).toBe('PGRST123')
    }
  })

  test('limits depth and number', () => {
    expect(problem(() => parseSelect(`${'a('.repeat(50)}*${')'.repeat(50)}`)).code).toBe('PGRST100')
    expect(problem(() => parseSelect(Array(300).fill('a').join())).code).toBe('PGRST100')
  })
})

describe('filters', () => {
  test.each([
    [
      'not.gte.',
      { negated: true, operation: { kind: 'binary', operator: 'gte', quantifier: undefined, value: '' } },
    ],
    ['is.NULL', { negated: false, operation: { kind: 'is', value: 'null' } }],
    ['not.is.true', { negated: true, operation: { kind: 'is', value: 'true' } }],
    [
      'wfts(spanish).a b',
      { negated: false, operation: { kind: 'fts', operator: 'wfts', language: 'spanish', value: 'a b' } },
    ],
    ['isdistinct.x', { negated: false, operation: { kind: 'isdistinct', value: 'x' } }],
  ])('%s', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected)
  })

  test('an unknown operator is refused with the text of PostgREST', () => {
    expect(problem(() => parseFilter('noop.0')).body()).toMatchObject({
      code: 'PGRST100',
      message: '"failed to parse filter (noop.0)" (line 1, column 1)',
      details: expect.stringContaining('operator (eq, gt, ...)'),
    })
    for (const bad of [
      '',
      '5',
      'eq',
      'eq(some).1',
      'in.a',
      'in.(a',
      'is.maybe',
      'is.nulls',
      'not.not.eq.1',
      'in.(a)b',
    ]) {
      expect(problem(() => parseFilter(bad)).code, bad).toBe('PGRST100')
    }
  })

  test('conditions that are not complete, or are nested too deep, are refused', () => {
    for (const bad of ['', '()', '(a)', '(a.eq.1', '(a.eq.1))', '(a.eq.1,)', 'a.eq.1']) {
      expect(problem(() => parseLogic('or', false, bad)).code, bad).toBe('PGRST100')
    }
    expect(problem(() => parseLogic('or', false, `${'(or'.repeat(40)}(a.eq.1${')'.repeat(41)}`)).code).toBe(
      'PGRST100',
    )
  })
})

test('an order that is not complete is refused', () => {
  for (const bad of ['', 'a.up', 'a.desc.first', 'a,', 'a.asc.desc', 'a b(']) {
    expect(problem(() => parseOrder(bad)).code, bad).toBe('PGRST100')
  }
})

test('a query string contains parameters of the table and of embedded resources', () => {
  const query = parseQuery(
    'select=id,m(*)&id=eq.1&id=lt.9&m.nombre=ilike.a*&m.order=nombre&m.limit=2&limit=5&offset=10&or=(a.eq.1,b.eq.2)&m.not.and=(c.eq.3)&columns="a",b&on_conflict=a',
  )
  expect(query.conditions.map(({ path }) => path)).toEqual([[], [], ['m'], [], ['m']])
  expect(query.conditions[4]?.value).toMatchObject({ negated: true, operator: 'and' })
  expect(query.limits).toEqual([
    { path: ['m'], value: 2n },
    { path: [], value: 5n },
  ])
  expect(query.offsets).toEqual([{ path: [], value: 10n }])
  expect(query).toMatchObject({ columns: ['a', 'b'], onConflict: ['a'] })
})

test('a plus is decoded as a space, and invalid UTF-8 and NUL are refused', () => {
  expect(decodeQuery('a=eq.b+c%2B&d&=x')).toEqual([['a', 'eq.b c+']])
  expect(problem(() => decodeQuery('a=%ff')).status).toBe(400)
  expect(problem(() => decodeQuery('a=eq.%00')).code).toBe('22021')
})

test('limits that are not numbers are ignored; negative and very large ones are refused', () => {
  expect(parseQuery('limit=abc&offset=').limits).toEqual([])
  expect(problem(() => parseQuery('limit=-1')).status).toBe(416)
  expect(problem(() => parseQuery('offset=99999999999999999999')).code).toBe('22003')
})

test('a hundred conditions are accepted, and one more is refused', () => {
  expect(parseQuery(Array(100).fill('a=eq.1').join('&')).conditions).toHaveLength(100)
  expect(problem(() => parseQuery(Array(101).fill('a=eq.1').join('&'))).code).toBe('PGRST100')
  const group = `or=(${Array(101).fill('a.eq.1').join()})`
  expect(problem(() => parseQuery(group)).code).toBe('PGRST100')
})

test('rows to write keep the original text of their numbers', () => {
  expect(parseRows('{"a":12345678901234567890.10}', true)).toEqual({
    json: '[{"a":12345678901234567890.10}]',
    keys: ['a'],
  })
  expect(parseRows('[{"a":1,"b":2},{"b":1,"a":2}]', true).keys).toEqual(['a', 'b'])
  expect(parseRows('7', true)).toEqual({ json: '[]', keys: [] })
  expect(problem(() => parseRows('[{"a":1},{"b":2}]', true)).message).toBe('All object keys must match')
  expect(parseRows('[{"a":1},{"b":2}]', false).keys).toEqual(['a'])
  expect(problem(() => parseRows('[1]', false)).code).toBe('PGRST102')
  expect(problem(() => parseRows('{', true)).message).toBe('Empty or invalid json')
  expect(problem(() => parseRows(JSON.stringify(Array(1001).fill({})), true)).status).toBe(413)
})

test('headers give the media type, the preferences and the range', () => {
  expect(parseAccept(undefined).kind).toBe('array')
  expect(parseAccept('text/html, application/vnd.pgrst.object+json;q=0.9').kind).toBe('object')
  expect(parseAccept('application/json;q=0.1, text/csv').kind).toBe('csv')
  expect(parseAccept('application/vnd.pgrst.object+json;nulls=stripped')).toMatchObject({
    kind: 'object',
    stripped: true,
  })
  expect(problem(() => parseAccept('image/png')).body()).toMatchObject({ code: 'PGRST107' })
  expect(parsePrefer('return=representation,count=exact, nonsense')).toMatchObject({
    return: 'representation',
    count: 'exact',
  })
  expect(problem(() => parsePrefer('handling=strict, nonsense')).details).toBe(
    'Invalid preferences: nonsense',
  )
  expect(parseRange('0-9')).toEqual({ offset: 0n, limit: 10n })
  expect(parseRange('5-')).toEqual({ offset: 5n, limit: undefined })
  expect(parseRange('bytes=0-9')).toBeUndefined()
  expect(problem(() => parseRange('9-0')).code).toBe('PGRST103')
})
