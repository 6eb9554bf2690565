import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { addToSchema } from './extra-schema.ts'
import { problemOf, restRequest } from './people.ts'

/** 400 pages of 20 kB are 8 MB, twice the limit of one answer; each folder has 200 of them. */
const PAGES = `
  create table public.carpetas (id int primary key);
  create table public.paginas (id int primary key, carpeta_id int not null references public.carpetas, texto text);
  create function public.todas() returns setof public.paginas language sql stable as 'select * from public.paginas';
  create function public.larga() returns text language sql stable return repeat('x', 5000000);
  insert into public.carpetas values (1), (2);
  insert into public.paginas select i, 1 + i / 200, repeat('x', 20000) from generate_series(0, 399) i;
  grant select, insert, update on public.carpetas, public.paginas to anon`

const app = appForTests()
beforeAll(() => addToSchema(app, PAGES))

const expectTooLarge = async (answer: Response) => {
  expect(answer.status).toBe(416)
  expect(await problemOf(answer)).toMatchObject({
    code: 'PGRST103',
    details: expect.stringContaining('more than 4194304 bytes'),
    hint: 'Ask for fewer rows (limit) or fewer columns (select).',
  })
}

describe('an answer of more than 4 MB', () => {
  test.each([
    '/paginas',
    '/carpetas?select=id,paginas(texto)',
    '/carpetas?select=a:paginas(texto),b:paginas(texto)&id=eq.1&a.limit=150&b.limit=150',
    '/rpc/todas',
    '/rpc/larga',
  ])('is refused: %s', async (path) => {
    await expectTooLarge(await restRequest(app, path))
  })

  test('is refused in every format', async () => {
    const accept = ['text/csv', 'application/vnd.pgrst.array+json;nulls=stripped']
    for (const type of accept)
      await expectTooLarge(await restRequest(app, '/paginas', { headers: { accept: type } }))
  })

  test('is refused for a write, which is rolled back', async () => {
    const answer = await restRequest(app, '/paginas?id=gte.0', {
      method: 'PATCH',
      body: '{"carpeta_id":2}',
      headers: { prefer: 'return=representation' },
    })
    await expectTooLarge(answer)
    const [row] = await app.sql<{ count: number }[]>`
      select count(*)::int from public.paginas where carpeta_id = 1`
    expect(row!.count).toBe(200)
  })

  test('can be requested in parts, without its long column, or as a count', async () => {
    const part = await restRequest(app, '/paginas?limit=150')
    expect([part.status, (await part.text()).length > 3_000_000]).toEqual([200, true])
    const rows = await restRequest(app, '/carpetas?select=id,paginas(id)')
    expect(await rows.json()).toMatchObject([{ paginas: { length: 200 } }, { paginas: { length: 200 } }])
    const head = await restRequest(app, '/paginas', { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect([head.status, head.headers.get('content-range')]).toEqual([200, '0-399/400'])
  })
})

test('a column that is selected under a name used by the statement itself is returned like any other', async () => {
  for (const name of ['r', 'b', 'value', 'r2', 'v', 't1']) {
    const answer = await restRequest(app, `/carpetas?select=${name}:id&order=id`)
    expect(await answer.json(), name).toEqual([{ [name]: 1 }, { [name]: 2 }])
  }
})
