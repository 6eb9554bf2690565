import fc from 'fast-check'
import { TABLES } from '../../setup/rows/access-matrix.ts'
import type { HttpInput, Piece } from '../input.ts'
import { anyJson, objectOf } from './json.ts'
import {
  each,
  encoded,
  ids,
  queryOf,
  rarely,
  request,
  route,
  type Scale,
  times,
  weigh,
  word,
} from './words.ts'

/**
 * The data surface: select with embedded resources, filters, logic, order, ranges, preferences, and rows to
 * write.
 */

const tables = Object.keys(TABLES)
const RPCS = ['mark_messages_as_read', 'update_maestro_stats', 'maestros', 'pg_sleep', 'none', 'toString']
const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch is isdistinct in cs cd ov sl sr nxr nxl adj fts plfts phfts ' +
  'wfts(spanish) eq(any) like(all) gt(all) not.eq not.in not.is not.match none'
const TYPES = ['text', 'int', 'jsonb', 'date', 'bytea', 'uuid', 'regclass', 'none', 'text[]', 'xml']

const columnsOf = (table: string) => Object.keys(TABLES[table]?.columns ?? { id: '' })
const column = (table: string): fc.Arbitrary<string> =>
  fc.oneof(
    weigh(60, fc.constantFrom(...columnsOf(table))),
    weigh(1, word),
    weigh(1, fc.constantFrom('*', 'count', 'not', '"id"', 'contexto->a->>0', 'id->x', 'count()')),
  )

/** Patterns that take backtracking engines very long. */
const PATTERNS = [
  '((.{1,150}){1,140})',
  '(a+)+$',
  '(.*)*(.*)*x',
  '%_%_%_%_%_%_%_%',
  '(((((a|b)*)*)*)*)*c',
  '\\',
]
const right = (scale: Scale): fc.Arbitrary<string> =>
  fc.oneof(
    weigh(6, word),
    weigh(2, fc.constantFrom('true', '(1,2)', '("a,b",c)', '{a,b}', '{"a":1}', '(,)', '{1,2', 'a&b')),
    weigh(
      1,
      times(scale, 1100).map((n) => `(${Array(n).fill('a').join(',')})`),
    ),
    weigh(
      1,
      times(scale, 3000).map((n) => 'x'.repeat(n)),
    ),
    ...(scale.extremes ? [weigh(1, fc.constantFrom(...PATTERNS))] : []),
  )
const operator = ({ extremes }: Scale) =>
  fc.constantFrom(...OPERATORS.split(' ').filter((name) => extremes || !name.endsWith('match')))
const filter = (scale: Scale) => fc.tuple(operator(scale), right(scale)).map((parts) => parts.join('.'))

/** A column with a comparison of its type, so that most reads reach the database. */
const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'not.eq', 'isdistinct']
const fittingFilter = (table: string): fc.Arbitrary<[string, string]> =>
  each(columnsOf(table), (name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        weigh(
          4,
          fc.tuple(fc.constantFrom(...COMPARISONS), valueFor(name)).map((parts) => parts.join('.')),
        ),
        weigh(
          1,
          fc.array(valueFor(name), { minLength: 1, maxLength: 5 }).map((all) => `in.(${all.join(',')})`),
        ),
        weigh(1, fc.constantFrom('is.null', 'not.is.null')),
      ),
    ),
  )
function valueFor(name: string): fc.Arbitrary<string> {
  if (/(^|_)id$/.test(name)) return ids
  if (/_en$|^fecha|^dia$/.test(name))
    return fc.constantFrom('2026-01-01', 'now', 'infinity', '2026-01-01T00:00:00Z')
  if (
    /^(cantidad|numero|reseñas|no_leidos|visitas|contactos|orden|puntuacion|secuencia|promedio)/.test(name)
  ) {
    return fc.constantFrom('0', '1', '5', '-1', '32767')
  }
  if (/^(activo|bloqueado|perfil_|identidad|terminos|trabajo_)|verificad/.test(name))
    return fc.constantFrom('true', 'false')
  return fc.constantFrom('a', 'Coyoacán', 'Plomería', '"a,b"', 'texto', '*a*')
}

/** Tables that are related by a foreign key. */
const RELATED: Record<string, string[]> = {
  chats: ['mensajes', 'maestros', 'profiles'],
  mensajes: ['chats', 'profiles'],
  maestros: ['maestro_oficios', 'maestro_alcaldias', 'maestro_stats', 'resenas', 'chats', 'accesos_contacto'],
  profiles: ['chats', 'resenas', 'tickets', 'vistas_perfil'],
  resenas: ['maestros', 'profiles'],
  maestro_oficios: ['maestros', 'oficios_disponibles'],
}
const fittingSelect = (table: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...columnsOf(table)), { minLength: 1, maxLength: 5 }),
      fc.option(
        each(RELATED[table] ?? ['maestros'], (other) =>
          fc
            .tuple(fc.constantFrom(...columnsOf(other)), fc.constantFrom('', '!inner', '!left'))
            .map(([name, how]) => `${other}${how}(${name})`),
        ),
        { nil: undefined },
      ),
    )
    .map(([names, other]) => [...names, ...(other === undefined ? [] : [other])].join(','))

const embedded = fc.constantFrom(
  ...tables,
  ...tables.map((name) => `${name}!inner`),
  'x:chats',
  '...chats',
  'none',
)
const select = (scale: Scale, table: string): fc.Arbitrary<string> =>
  fc.oneof(
    weigh(
      6,
      fc.letrec<{ list: string; item: string }>((tie) => ({
        list: fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join(',')),
        item: fc.oneof(
          { depthSize: 'small' },
          column(table),
          fc.tuple(column(table), fc.constantFrom(...TYPES)).map((parts) => parts.join('::')),
          fc.tuple(word, column(table)).map((parts) => parts.join(':')),
          fc.tuple(embedded, tie('list')).map(([name, inner]) => `${name}(${inner})`),
        ),
      })).list,
    ),
    // The same column many times under different names.
    weigh(
      1,
      fc.tuple(column(table), times(scale, 250)).map(([name, n]) => repeatedly(n, (i) => `a${i}:${name}`)),
    ),
    // Embedded resources that return to the table they started from.
    weigh(
      1,
      fc
        .tuple(
          fc.constantFrom('chats', 'mensajes', 'maestros'),
          fc.constantFrom('mensajes', 'chats'),
          times(scale, 40),
        )
        .map(([a, b, n]) => repeatedly(n, (i) => `${i % 2 ? a : b}(*`, '') + ')'.repeat(n)),
    ),
  )
const repeatedly = (n: number, item: (i: number) => string, separator = ',') =>
  Array.from({ length: n }, (_, i) => item(i)).join(separator)

const logic = (scale: Scale, table: string): fc.Arbitrary<string> => {
  const leaf = fc.tuple(column(table), filter(scale)).map((parts) => parts.join('.'))
  return fc.oneof(
    weigh(
      3,
      fc.array(leaf, { maxLength: 4 }).map((list) => `(${list.join(',')})`),
    ),
    weigh(
      1,
      fc
        .tuple(fc.constantFrom('and(', 'or(', 'not.and(', '('), times(scale, 500))
        .map(([open, n]) => `(${open.repeat(n)}id.eq.1${')'.repeat(n)})`),
    ),
    weigh(
      1,
      fc.tuple(leaf, times(scale, 150)).map(([one, n]) => `(${Array(n).fill(one).join(',')})`),
    ),
  )
}

const parameter = (scale: Scale, table: string): fc.Arbitrary<string> => {
  const pair = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
    fc.tuple(encoded(name), encoded(value)).map((parts) => parts.join('='))
  const order = fc
    .array(
      fc.tuple(column(table), fc.constantFrom('', '.desc', '.asc.nullslast', '.x')).map((p) => p.join('')),
      {
        maxLength: 25,
      },
    )
    .map((terms) => terms.join(','))
  return fc.oneof(
    weigh(
      12,
      fittingFilter(table).map((parts) => parts.map(encodeURIComponent).join('=')),
    ),
    weigh(
      12,
      fittingSelect(table).map((text) => `select=${encodeURIComponent(text)}`),
    ),
    weigh(2, fc.constantFrom('limit=1', 'limit=1000', 'offset=5', `order=${columnsOf(table)[0]}.desc`)),
    weigh(5, pair(column(table), filter(scale))),
    weigh(4, pair(fc.constant('select'), select(scale, table))),
    weigh(1, pair(fc.constantFrom('order', 'chats.order', 'mensajes.order'), order)),
    weigh(1, pair(fc.constantFrom('limit', 'offset', 'chats.limit', 'columns', 'on_conflict'), word)),
    weigh(2, pair(fc.constantFrom('or', 'and', 'not.or', 'chats.or', 'a.b.c.and'), logic(scale, table))),
    weigh(1, pair(word, word)),
  )
}

const rows = (scale: Scale, table: string): fc.Arbitrary<Piece[]> => {
  const fields = Object.fromEntries(columnsOf(table).map((name) => [name, name.endsWith('id') ? ids : word]))
  const row = objectOf(scale, fields)
  return fc.oneof(
    weigh(3, row),
    weigh(1, fc.array(row, { maxLength: 4 }).map(inArray)),
    weigh(2, anyJson(scale)),
  )
}
const inArray = (list: Piece[][]): Piece[] => [
  '[',
  ...list.flatMap((one, i) => (i > 0 ? [',', ...one] : one)),
  ']',
]

const PREFER = [
  ...[
    '',
    'return=representation',
    'return=headers-only',
    'count=exact',
    'count=planned',
    'tx=rollback',
    ',,,=',
  ],
  ...[
    'return=representation,resolution=merge-duplicates,missing=default',
    'resolution=ignore-duplicates,count=exact',
  ],
  ...['handling=strict,max-affected=1', 'handling=strict,none', 'max-affected=-1', 'x'.repeat(2000)],
]
const headers = fc
  .tuple(
    fc.constantFrom(...PREFER),
    fc.constantFrom(...Array<string>(30).fill('*/*'), 'application/vnd.pgrst.object+json', 'text/csv', 'a/b'),
    rarely(fc.constantFrom('auth', 'interno', 'public', ''), undefined),
  )
  .map(([prefer, accept, profile]) => ({
    ...(prefer && { prefer }),
    accept,
    ...(profile !== undefined && { 'accept-profile': profile, 'content-profile': profile }),
  }))

export const rest = (scale: Scale): fc.Arbitrary<HttpInput> =>
  fc.oneof(
    weigh(
      10,
      each(tables, (table) =>
        request({
          method: fc.constantFrom(
            'GET',
            'GET',
            'GET',
            'GET',
            'HEAD',
            'POST',
            'POST',
            'PATCH',
            'DELETE',
            'PUT',
          ),
          path: queryOf(parameter(scale, table), 4).map((query) => `/rest/v1/${table}${query}`),
          body: rows(scale, table),
          headers,
        }),
      ),
    ),
    route(2, {
      method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT'),
      path: fc
        .tuple(fc.constantFrom(...RPCS), queryOf(parameter(scale, 'chats'), 3))
        .map(([name, query]) => `/rest/v1/rpc/${name}${query}`),
      body: fc.oneof(
        objectOf(scale, { p_chat_id: ids, p_user_role: fc.constantFrom('buscador', 'maestro', 'x') }),
        anyJson(scale),
      ),
      headers,
    }),
    route(1, {
      method: fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS'),
      path: encoded(word).map((name) => `/rest/v1/${name}`),
      body: anyJson(scale),
    }),
  )
