import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makePerson } from '../../setup/rows/maestros.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'

/** A read that fails must not be kept in a cache as if it were the object. */

let app: TestApp
let url: string
beforeAll(async () => {
  app = await startApp()
  const { id, client } = await makePerson(app, 'maestro')
  const box = client.storage.from('chat-media')
  const name = `profile-photos/${id}/1.jpg`
  await box.upload(name, blob(await jpeg()))
  url = box.getPublicUrl(name).data.publicUrl
})
afterAll(() => app.close())

const read = async (headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  const [cache, ...ofObject] = ['cache-control', 'etag', 'content-disposition', 'accept-ranges'].map((name) =>
    answer.headers.get(name),
  )
  return { status: answer.status, cache, ofObject }
}
const NONE = [null, null, null]

test('an object that is read has its own headers', async () => {
  expect(await read()).toEqual({
    status: 200,
    cache: expect.stringMatching(/^public, max-age=/),
    ofObject: [expect.any(String), 'inline', 'bytes'],
  })
})

test.each(['bytes=9-3', 'bytes=999999999-'])(
  'a refused range %s has no headers of the object',
  async (range) => {
    expect(await read({ range })).toEqual({ status: 400, cache: 'no-store', ofObject: NONE })
  },
)

test('the answer of a store that fails has no headers of the object', async () => {
  const { objects } = app.services
  const { read: readBytes } = objects
  objects.read = () => Promise.reject(new Error('the store is away'))
  try {
    expect(await read()).toEqual({ status: 500, cache: 'no-store', ofObject: NONE })
    objects.read = async () => undefined
    expect(await read()).toEqual({ status: 400, cache: 'no-store', ofObject: NONE })
  } finally {
    objects.read = readBytes
  }
  expect(app.takeErrors()).toHaveLength(1)
})
