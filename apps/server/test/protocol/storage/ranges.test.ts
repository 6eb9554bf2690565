import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makePerson } from '../../setup/rows/maestros.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test("a range of an object's bytes is returned, and a range outside of it is refused", async () => {
  const { id, client } = await makePerson(app, 'maestro')
  const box = client.storage.from('chat-media')
  const name = `profile-photos/${id}/1.jpg`
  await box.upload(name, blob(await jpeg()))
  const { publicUrl } = box.getPublicUrl(name).data
  const answer = await fetch(publicUrl)
  const etag = answer.headers.get('etag') ?? ''
  const whole = Buffer.from(await answer.arrayBuffer())
  const request = async (range: string, more: Record<string, string> = {}) => {
    const answer = await fetch(publicUrl, { headers: { range, ...more } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, range: answer.headers.get('content-range'), bytes }
  }
  const size = whole.length
  expect(await request('bytes=10-19')).toEqual({
    status: 206,
    range: `bytes 10-19/${size}`,
    bytes: whole.subarray(10, 20),
  })
  expect(await request('bytes=-5')).toMatchObject({ status: 206, bytes: whole.subarray(size - 5) })
  expect(await request(`bytes=${size - 3}-`)).toMatchObject({ status: 206, bytes: whole.subarray(size - 3) })
  expect(await request('bytes=0-999999999')).toMatchObject({ status: 206, bytes: whole })
  expect(await request('bytes=0-1', { 'if-range': etag })).toMatchObject({ status: 206 })
  expect(await request('bytes=0-1', { 'if-range': '"otra"' })).toMatchObject({ status: 200, bytes: whole })
  // A server may answer these with the whole object.
  for (const range of ['bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'nada']) {
    expect(await request(range)).toMatchObject({ status: 200, bytes: whole })
  }
  for (const range of [`bytes=${size}-`, 'bytes=9-3', 'bytes=-0']) {
    const { status, bytes } = await request(range)
    expect([range, status]).toEqual([range, 400])
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'InvalidRange', error: 'invalid_range' })
  }
})
