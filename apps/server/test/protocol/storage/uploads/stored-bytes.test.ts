import { almacenamiento as textos } from '@maestros/dominio/textos-de-almacenamiento'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { appForTests } from '../../../setup/app.ts'
import { call } from '../../../setup/functions.ts'
import { makeMaestro, type TestPerson } from '../../../setup/rows/maestros.ts'
import { jpeg } from '../../../setup/rows/pictures.ts'

const Answer = z.looseObject({
  Key: z.string().optional(),
  statusCode: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
})

const app = appForTests({ LIMIT_UPLOAD_BYTES_PERSON: '2000/86400' })

let moment = 1_700_000_000_000
async function upload({ id, token }: TestPerson) {
  const name = `profile-photos/${id}/${++moment}.jpg`
  const answer = await fetch(`${app.url}/storage/v1/object/chat-media/${name}`, {
    method: 'POST',
    headers: {
      apikey: app.services.secrets.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'image/jpeg',
    },
    body: new Uint8Array(await jpeg()),
  })
  return { name, headers: answer.headers, body: Answer.parse(await answer.json()) }
}

test('one person stores a limited number of bytes in a day, and others are not affected', async () => {
  const [luis, eva] = [await makeMaestro(app), await makeMaestro(app)]
  await app.sql`delete from storage.objects where owner in (${luis.id}, ${eva.id})`
  const first = await upload(luis)
  expect(first.body.Key).toBe(`chat-media/${first.name}`)
  await app.sql`update storage.objects set size = 1900, mini_size = 99 where name = ${first.name}`
  const second = await upload(luis)
  expect(second.body.Key).toBeDefined()
  const refused = await upload(luis)
  expect(refused.body).toEqual({
    statusCode: '429',
    error: 'TooManyBytes',
    code: 'TooManyBytes',
    message: textos.demasiadoPorHoy,
  })
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(86_000)
  expect(seconds).toBeLessThanOrEqual(86_400)
  expect((await upload(eva)).body.Key).toBeDefined()
  await app.sql`update storage.objects set created_at = now() - interval '25 hours' where name = ${first.name}`
  expect((await upload(luis)).body.Key).toBeDefined()
})

test('an export of the own data does not count as uploaded bytes', async () => {
  const luis = await makeMaestro(app)
  await app.sql`delete from storage.objects where owner = ${luis.id}`
  expect((await call(luis.client, 'exportar-datos', { body: {} })).status).toBe(200)
  await app.runJobs()
  const exports = await app.sql`
    update storage.objects set size = 1000000 where owner = ${luis.id} and name like 'exportaciones/%' returning id`
  expect(exports).toHaveLength(1)
  expect((await upload(luis)).body.Key).toBeDefined()
})
