import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signer } from '../../../src/platform/objects/signed.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { type MatrixPeople, makeMatrixPeople, objectsOf } from '../../setup/rows/people.ts'

let app: TestApp
let fixture: MatrixPeople
let name: string
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
  name = objectsOf(fixture.people, fixture.chats).chat.name
})
afterAll(() => app.close())

const DAY = 24 * 60 * 60
const YEAR = 365 * DAY
const TOO_LONG = {
  statusCode: '400',
  code: 'InvalidRequest',
  message: expect.stringContaining('expiresIn must be at most 86400 seconds'),
}

describe('a signed address', () => {
  test('lasts at most a day, for people and for operators', async () => {
    for (const client of [fixture.clients.buscador, app.client(app.services.secrets.secretKey)]) {
      const box = client.storage.from('chat-media')
      const { data } = await box.createSignedUrl(name, DAY)
      expect((await fetch(data?.signedUrl ?? '')).status).toBe(200)
      for (const seconds of [DAY + 1, YEAR]) {
        expect((await box.createSignedUrl(name, seconds)).error).toMatchObject(TOO_LONG)
        expect((await box.createSignedUrls([name], seconds)).error).toMatchObject(TOO_LONG)
      }
    }
  })

  test('that the server creates for a conversation is within the limit', async () => {
    const address = signer(app.services.secrets).sign('chat-media', name, DAY, undefined)
    expect((await fetch(app.url + address)).status).toBe(200)
  })
})
