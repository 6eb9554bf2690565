import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makeMaestro, type TestMaestro } from '../../setup/rows/maestros.ts'
import { problemOf, restRequest } from './people.ts'

let app: TestApp
let luis: TestMaestro
beforeAll(async () => {
  app = await startApp()
  luis = await makeMaestro(app)
})
afterAll(() => app.close())

describe('a name that the caller chooses', () => {
  test('may contain quotes, which are escaped in the SQL', async () => {
    const alias = 'a" from auth.users --'
    const select = encodeURIComponent(`${JSON.stringify(alias)}:nombre`)
    const answer = await restRequest(app, `/alcaldias_disponibles?select=${select}&limit=1`)
    expect(answer.status).toBe(200)
    const [row] = z.array(z.record(z.string(), z.unknown())).parse(await answer.json())
    expect(Object.keys(row ?? {})).toEqual([alias])
  })
})

describe('a write', () => {
  test('without a value changes nothing, and returns no row', async () => {
    const answer = await luis.client.from('maestros').update({}).eq('id', luis.id).select('id')
    expect(answer.error).toBeNull()
    expect(answer.data).toEqual([])
  })

  test('of more than a thousand rows is refused', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, () => ({ maestro_id: luis.id, oficio: 'Plomería' }))
    const write = (count: number) =>
      restRequest(app, '/maestro_oficios', {
        method: 'POST',
        body: JSON.stringify(rows(count)),
        token: luis.token,
      })
    const refused = await write(1001)
    expect(refused.status).toBe(413)
    expect((await problemOf(refused)).code).toBe('PGRST102')
    expect((await write(1000)).status).not.toBe(413)
  })
})

test('a list in a filter has at most a thousand values', async () => {
  const read = (count: number) =>
    restRequest(app, `/alcaldias_disponibles?id=in.(${Array.from({ length: count }, () => '1').join(',')})`)
  expect((await read(1000)).status).toBe(200)
  expect((await read(1001)).status).toBe(400)
})

test('a filter by a regular expression is refused, because it can cost seconds for each row', async () => {
  for (const operator of ['match', 'imatch', 'match(any)']) {
    const answer = await restRequest(app, `/alcaldias_disponibles?nombre=${operator}.(a+)+$`)
    expect(answer.status, operator).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).toContain('Regular expressions')
  }
})
