import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { makeMaestro } from '../setup/maestros.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('the secret key suspends and restores an account with the official client', async () => {
  const { id } = await makeMaestro(app)
  const change = (suspendido_en: string | null) =>
    app.client(app.services.secrets.secretKey).from('profiles').update({ suspendido_en }).eq('id', id)
  const listed = async () =>
    (await app.sql`select from interno.directorio where maestro_id = ${id}`).length > 0
  expect((await change(new Date().toISOString())).error).toBeNull()
  expect(await listed()).toBe(false)
  expect((await change(null)).error).toBeNull()
  expect(await listed()).toBe(true)
})
