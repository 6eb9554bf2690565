import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { PASSWORD, signUp } from '../protocol/auth/people.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makePair } from '../setup/rows/chats.ts'
import { makeMaestro } from '../setup/rows/maestros.ts'

const app = appForTests()

const change = async (id: string, suspendido_en: string | null) => {
  const key = app.client(app.services.secrets.secretKey)
  expect((await key.from('profiles').update({ suspendido_en }).eq('id', id)).error).toBeNull()
}
const suspend = (id: string) => change(id, new Date().toISOString())
const restore = (id: string) => change(id, null)
const listed = async (id: string) =>
  (await app.sql`select from interno.directorio where maestro_id = ${id}`).length > 0

test('the secret key suspends and restores an account with the official client', async () => {
  const { id } = await makeMaestro(app)
  await suspend(id)
  expect(await listed(id)).toBe(false)
  await restore(id)
  expect(await listed(id)).toBe(true)
})

describe('while an account is closed by its owner', () => {
  const close = async (client: SupabaseClient, id: string) =>
    expect((await call(client, 'cerrar-cuenta', { body: { usuario_id: id } })).status).toBe(200)

  test('a suspension with the secret key is not undone by a sign-in, and its end leaves the account closed', async () => {
    const { client, email, user } = await signUp(app)
    const signIn = async () =>
      (await app.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code
    await close(client, user.id)
    await suspend(user.id)
    expect(await signIn()).toBe('user_banned')
    await restore(user.id)
    expect(
      await app.sql`select from public.profiles where id = ${user.id} and suspendido_en is null`,
    ).toHaveLength(0)
    expect(await signIn()).toBeUndefined()
    await suspend(user.id)
    expect(await signIn()).toBe('user_banned')
  })

  test('the end of a suspension with the secret key neither lists the maestro nor continues the chats', async () => {
    const { luis, chat } = await makePair(app)
    const paused = async () =>
      (await app.sql`select from public.chats where id = ${chat} and pausado_en is not null`).length > 0
    await close(luis.client, luis.id)
    await restore(luis.id)
    expect([await listed(luis.id), await paused()]).toEqual([false, true])
    await app.sql`select interno.conservar_cuenta(${luis.id})`
    expect([await listed(luis.id), await paused()]).toEqual([true, false])
  })
})
