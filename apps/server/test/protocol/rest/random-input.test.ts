import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { signedIn, type TestPerson } from './people.ts'

/** No input to the data surface causes a server error. */

const RUNS = 100
const REQUESTS_A_RUN = 10

let app: TestApp
let person: TestPerson
let tables: string[]
let columns: Map<string, string[]>
beforeAll(async () => {
  app = await startApp()
  person = await signedIn(app, 'maestro')
  const known = await app.sql<{ table_name: string; column_name: string }[]>`
    select table_name, column_name from information_schema.columns where table_schema = 'public'`
  tables = [...new Set(known.map(({ table_name }) => table_name))]
  columns = new Map(
    tables.map((table) => [
      table,
      known.filter((one) => one.table_name === table).map((one) => one.column_name),
    ]),
  )
})
afterAll(() => app.close())

const anyText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '"',
    '\\',
    '{',
    '}',
    '{{}}',
    '()',
    'null',
    "'; drop table x; --",
    '1e400',
    '-',
  ),
  fc.constantFrom(
    '9'.repeat(40),
    '2026-13-45',
    'infinity',
    '00000000-0000-0000-0000-000000000000',
    'x'.repeat(3000),
  ),
)
/** Mostly a column of the table, so that most requests are valid. */
const name = (table: string) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...(columns.get(table) ?? ['id'])) },
    { weight: 1, arbitrary: fc.constantFrom(...tables) },
    { weight: 1, arbitrary: anyText },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '*',
        'count',
        'not',
        'and',
        '"id"',
        'maestros!inner',
        'id->a->>0',
        'contexto->>x',
      ),
    },
  )
const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch is isdistinct in cs cd ov sl sr nxr nxl adj fts plfts phfts wfts(spanish) eq(any) like(all) gt(all) not.eq not.in not.is nada'.split(
    ' ',
  )
const value = fc.oneof(
  anyText,
  fc.integer().map(String),
  fc.double().map(String),
  fc.uuid(),
  fc.constantFrom('true', '(1,2)', '("a,b",c)', '{a,b}', '{"a":1}', '[1,2]', '(,)', '{1,2', 'a&b|c', '%*%'),
)
const condition = () =>
  fc.tuple(fc.constantFrom(...OPERATORS), value).map(([operator, right]) => `${operator}.${right}`)
const selectText = (table: string): fc.Arbitrary<string> =>
  fc.letrec<{ list: string; item: string }>((tie) => ({
    list: fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join(',')),
    item: fc.oneof(
      { depthSize: 'small' },
      name(table),
      fc.tuple(name(table), name(table)).map(([alias, column]) => `${alias}:${column}`),
      fc
        .tuple(name(table), fc.constantFrom('text', 'int', 'jsonb', 'date', 'bytea', 'nada'))
        .map(([column, type]) => `${column}::${type}`),
      fc
        .tuple(fc.constantFrom(...tables), fc.constantFrom('', '!inner', '!left', '!nada'), tie('list'))
        .map(([table, mode, list]) => `${table}${mode}(${list})`),
    ),
  })).list
const parameter = (table: string) =>
  fc.oneof(
    fc.tuple(name(table), condition()),
    fc.tuple(fc.constant('select'), selectText(table)),
    fc.tuple(
      fc.constantFrom('order', 'chats.order', 'maestros.order'),
      fc.tuple(name(table), fc.constantFrom('', '.desc', '.nullslast', '.x')).map((parts) => parts.join('')),
    ),
    fc.tuple(
      fc.constantFrom('limit', 'offset', 'chats.limit', 'columns', 'on_conflict'),
      fc.oneof(value, name(table)),
    ),
    fc.tuple(
      fc.constantFrom('or', 'and', 'not.or', 'maestros.or'),
      fc
        .array(fc.tuple(name(table), condition()), { maxLength: 3 })
        .map((list) => `(${list.map((one) => one.join('.')).join(',')})`),
    ),
    fc.tuple(anyText, anyText),
  )
const jsonValue = fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyText, fc.uuid())
const body = (table: string) =>
  fc.oneof(
    fc.dictionary(name(table), jsonValue, { maxKeys: 5 }).map((row) => JSON.stringify(row)),
    fc
      .array(fc.dictionary(name(table), jsonValue, { maxKeys: 3 }), { maxLength: 3 })
      .map((rows) => JSON.stringify(rows)),
    fc.jsonValue().map((json) => JSON.stringify(json)),
    anyText,
    fc.uint8Array({ maxLength: 30 }),
  )
const encode = (text: string) => encodeURIComponent(text.toWellFormed())
const request = () =>
  fc.constantFrom(...tables).chain((table) =>
    fc.record({
      method: fc.constantFrom(...'GET GET GET GET HEAD POST POST PATCH PATCH DELETE DELETE PUT'.split(' ')),
      path: fc.oneof(
        { weight: 20, arbitrary: fc.constant(table) },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            'rpc/mark_messages_as_read',
            'rpc/update_maestro_stats',
            'rpc/nada',
            'rpc/maestros',
          ),
        },
        { weight: 1, arbitrary: anyText.map(encode) },
      ),
      query: fc.oneof(
        {
          weight: 9,
          arbitrary: fc
            .array(parameter(table), { maxLength: 3 })
            .map((all) => all.map((one) => one.map(encode).join('=')).join('&')),
        },
        {
          weight: 1,
          arbitrary: fc.string({ maxLength: 30 }).map((text) => text.replaceAll(/[^\x21-\x7e]/g, '%')),
        },
      ),
      body: body(table),
      who: fc.constantFrom('anon', 'person', 'service'),
      prefer: fc.constantFrom(
        '',
        'return=representation',
        'count=exact',
        'return=representation,resolution=merge-duplicates,missing=default',
        'resolution=ignore-duplicates,count=exact',
        'return=headers-only',
        'handling=strict,max-affected=1',
        'handling=strict,nada',
      ),
      accept: fc.constantFrom(
        ...Array<string>(12).fill('*/*'),
        'application/vnd.pgrst.object+json',
        'text/csv',
        'application/vnd.pgrst.array+json;nulls=stripped',
        'x/y',
        ';,q=',
      ),
      range: fc.constantFrom(undefined, undefined, undefined, '0-1', '5-2', '3-', 'x'),
    }),
  )

type Sent = ReturnType<typeof request> extends fc.Arbitrary<infer T> ? T : never

test('many random addresses, bodies and headers cause no server error', async () => {
  const { secrets } = app.services
  const send = async (one: Sent) => {
    const headers = new Headers({ accept: one.accept, 'content-type': 'application/json' })
    headers.set('apikey', one.who === 'service' ? secrets.secretKey : secrets.publishableKey)
    if (one.who === 'person') headers.set('authorization', `Bearer ${person.token}`)
    if (one.prefer !== '') headers.set('prefer', one.prefer)
    if (one.range !== undefined) headers.set('range', one.range)
    const bodiless = one.method === 'GET' || one.method === 'HEAD'
    const answer = await fetch(`${app.url}/rest/v1/${one.path}?${one.query}`, {
      method: one.method,
      headers,
      ...(bodiless ? {} : { body: typeof one.body === 'string' ? one.body : Buffer.from(one.body) }),
    })
    const text = await answer.text()
    expect(
      answer.status,
      `${one.method} ${one.path}?${decodeURI(one.query.replaceAll('%', '%25'))} ${text}`,
    ).toBeLessThan(500)
    return answer.status
  }
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(request(), { minLength: REQUESTS_A_RUN, maxLength: REQUESTS_A_RUN }),
      async (requests) => {
        for (const status of await Promise.all(requests.map(send)))
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  )
  // Enough requests must be valid to make the test meaningful.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(RUNS / 4)
}, 120_000)
