import { getMaestroChats } from '@maestros/contrato/chat/get-maestro-chats'
import type { NombreDeBuscador } from '@maestros/dominio/acceso/formulario-de-registro'
import { altas, registro } from '@maestros/dominio/acceso/textos-de-registro'
import { publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import type { ReservedSql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { addresseeOf } from '../../src/platform/mail/recipient.ts'
import { PASSWORD, signUp } from '../protocol/auth/people.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makePair, whileOpen } from '../setup/rows/chats.ts'
import { makeBuscador, makeResena, profileOf, type TestPerson } from '../setup/rows/maestros.ts'
import { exportOf } from '../setup/rows/own-data.ts'

/** The name of a seeker, changed after the sign-up. */

const app = appForTests()

const NAME: NombreDeBuscador = { nombre: 'Eva María', apellido: 'Soto Núñez' }
const save = ({ client }: Pick<TestPerson, 'client'>, change: Partial<NombreDeBuscador> = {}) =>
  call(client, 'guardar-nombre', { body: { ...NAME, ...change } })
const stored = async ({ id }: Pick<TestPerson, 'id'>) => {
  const [row] = await app.sql`select nombre, apellido, display_name from public.profiles where id = ${id}`
  return row
}
const ANA = { nombre: 'Ana', apellido: 'Ruiz', display_name: 'Ana Ruiz' }
const EVA = { ...NAME, display_name: 'Eva María Soto Núñez' }

test('a seeker changes the own name, without blanks around it, and no other account changes', async () => {
  const [ana, other] = [await makeBuscador(app), await makeBuscador(app)]
  const answer = await save(ana, { nombre: ' Eva María ', apellido: 'Soto Núñez ' })
  expect([answer.status, answer.data]).toEqual([200, { success: true }])
  expect(await stored(ana)).toEqual(EVA)
  expect(await stored(other)).toEqual(ANA)
  const own = await ana.client.from('profiles').select('nombre, apellido, display_name')
  expect(own.data).toEqual([EVA])
})

test('an accent that is typed as a separate character becomes a part of its letter', async () => {
  const ana = await makeBuscador(app)
  expect((await save(ana, { apellido: 'Soto Nu\u0301n\u0303ez' })).status).toBe(200)
  expect(await stored(ana)).toEqual(EVA)
})

test('the inbox and the conversation of the maestro, the review and e-mails have the new name', async () => {
  const { ana, luis, chat } = await makePair(app)
  await makeResena(app, { maestro: luis.id, buscador: ana.id, puntuacion: 5 })
  await save(ana)
  const inbox = getMaestroChats.output.parse(
    (await call(luis.client, 'get-maestro-chats', { body: {} })).data,
  )
  expect(inbox.chats).toMatchObject([{ id: chat, profiles: { display_name: EVA.display_name } }])
  const opened = await luis.client.from('chats').select('profiles(display_name)').eq('id', chat)
  expect(opened.data).toEqual([{ profiles: { display_name: EVA.display_name } }])
  const profile = await profileOf(luis.client, luis.id)
  expect(profile.reseñas).toMatchObject([{ usuario: 'Eva S.' }])
  expect(await addresseeOf(app.services, ana.id)).toMatchObject({ nombre: 'Eva María' })
})

test('an export has the new name and not the old one', async () => {
  const ana = await makeBuscador(app, { nombre: 'Anq', apellido: 'Ruuiz' })
  await save(ana)
  const entries = await exportOf(app, ana)
  const { cuenta } = JSON.parse(entries.get('datos/datos.json')!.toString())
  expect(cuenta).toMatchObject([{ ...NAME, nombre_visible: EVA.display_name }])
  expect(entries.get('index.html')!.toString()).not.toMatch(/Anq|Ruuiz/)
})

test('the metadata of the account have the new name after the next sign-in, and keep their other keys', async () => {
  const { client, user, email } = await signUp(app, { role: 'buscador', nombre: 'Anq', tema: 'oscuro' })
  expect((await save({ client })).status).toBe(200)
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  expect(data.user?.id).toBe(user.id)
  expect(data.user?.user_metadata).toMatchObject({ ...EVA, role: 'buscador', tema: 'oscuro' })
})

describe('what breaks a rule of the sign-up is refused with its sentence, and nothing changes', () => {
  const { errores } = registro
  // Spelled in words, because a name has no digits.
  const phone = 'cinco cinco uno dos tres cuatro cinco seis siete ocho'
  test.each<[Partial<NombreDeBuscador>, string]>([
    [{ nombre: ' ' }, altas.buscador.nombreRequerido],
    [{ apellido: '' }, altas.buscador.apellidoRequerido],
    [{ nombre: 'x'.repeat(101) }, errores.nombreLargo],
    [{ apellido: 'x'.repeat(101) }, errores.apellidoLargo],
    [{ nombre: 'An4' }, errores.nombreLetras],
    [{ apellido: 'www.ana.mx' }, errores.apellidoLetras],
    [{ nombre: 'A\u0335na' }, errores.nombreLetras],
    [{ apellido: 'Ru\u202eiz' }, errores.apellidoLetras],
    [{ nombre: phone }, publicos.contacto(publicos.campos.nombre)],
    [{ apellido: phone }, publicos.contacto(publicos.campos.apellido)],
    [{ nombre: phone.slice(0, 24), apellido: phone.slice(25) }, publicos.contacto(publicos.campos.nombre)],
  ])('%j', async (change, sentence) => {
    const ana = await makeBuscador(app)
    const { status, code, message } = await save(ana, change)
    expect([status, code, message]).toEqual([400, 'INVALID_INPUT', sentence])
    expect(await stored(ana)).toEqual(ANA)
  })
})

test('the table of profiles refuses a change of the own name, which has no rules there', async () => {
  const ana = await makeBuscador(app)
  const { error } = await ana.client.from('profiles').update({ nombre: 'An4' }).eq('id', ana.id)
  expect(error?.code).toBe('42501')
})

test('a change while the account is being erased waits for it instead of ending in a deadlock', async () => {
  const ana = await makeBuscador(app)
  const erasure = {
    before: (tx: ReservedSql) => tx`select from auth.users where id = ${ana.id} for update`,
    after: (tx: ReservedSql) => tx`select from public.profiles where id = ${ana.id} for no key update`,
  }
  const { done } = await whileOpen(app, erasure, () => save(ana))
  expect(done.status).toBe(200)
})
