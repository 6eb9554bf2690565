import { getChats } from '@maestros/contrato/chat/get-chats'
import { trackContactAccess } from '@maestros/contrato/contacto/track-contact-access'
import { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import type { Datos } from '@maestros/dominio/onboarding/formulario'
import { erroresDeOnboarding as errores } from '@maestros/dominio/onboarding/textos'
import { publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import type { ReservedSql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { addresseeOf } from '../../src/platform/mail/recipient.ts'
import { appForTests } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { whileOpen } from '../setup/rows/chats.ts'
import { requestContact } from '../setup/rows/contact.ts'
import { makeBuscador, makeMaestro, makePerson, profileOf, type TestPerson } from '../setup/rows/maestros.ts'
import { decide, look, makeOperator } from '../setup/rows/operators.ts'

/** Name and phone of a maestro, changed after the onboarding. */

const app = appForTests()

const DATOS: Datos = { nombre: 'Rosa', apellido: 'Vega Luna', telefono: '5587654321' }
const save = ({ client }: TestPerson, change: Partial<Datos> = {}) =>
  call(client, 'guardar-contacto', { body: { ...DATOS, ...change } })
const stored = async ({ client }: TestPerson) => {
  const { nombre, apellido, telefono } = MiPerfil.parse((await call(client, 'mi-perfil')).data)
  return { nombre, apellido, telefono }
}

test('a maestro changes name and phone, without blanks and separators; card and dashboard show the name at once', async () => {
  const place = { alcaldia: 'Milpa Alta', oficio: 'Herrería' }
  const luis = await makeMaestro(app, { alcaldias: [place.alcaldia], oficios: [place.oficio] })
  const answer = await save(luis, { nombre: ' Rosa ', apellido: 'Vega Luna ', telefono: ' (55) 8765-4321' })
  expect([answer.status, answer.data]).toEqual([200, { success: true }])
  expect(await stored(luis)).toEqual(DATOS)
  expect((await search(app.client(), place)).data).toMatchObject([{ id: luis.id, nombre: 'Rosa' }])
  expect((await call(luis.client, 'panel-maestro')).data).toMatchObject({ nombre: 'Rosa' })
})

test('a seeker who has unlocked the contact sees the new phone and name; another seeker sees neither', async () => {
  const [luis, ana, eva] = [await makeMaestro(app), await makeBuscador(app), await makeBuscador(app)]
  await requestContact(ana.client, luis.id)
  await save(luis)
  expect(await profileOf(ana.client, luis.id)).toMatchObject(DATOS)
  expect(trackContactAccess.output.parse((await requestContact(ana.client, luis.id)).data)).toMatchObject(
    DATOS,
  )
  const inbox = getChats.output.parse((await call(ana.client, 'get-chats', { body: {} })).data)
  expect(inbox.chats).toMatchObject([{ maestros: { nombre: 'Rosa', apellido: 'Vega Luna' } }])
  expect(await profileOf(eva.client, luis.id)).toMatchObject({
    nombre: 'Rosa',
    apellido: 'V',
    telefono: null,
  })
})

test('e-mails greet the maestro by the new name', async () => {
  const luis = await makeMaestro(app)
  await save(luis)
  expect(await addresseeOf(app.services, luis.id)).toMatchObject({ nombre: 'Rosa' })
  const [account] = await app.sql`
    select nombre, apellido, display_name from public.profiles where id = ${luis.id}`
  expect(account).toEqual({ nombre: 'Rosa', apellido: 'Vega Luna', display_name: 'Rosa Vega Luna' })
})

describe('what breaks a rule of onboarding is refused with its sentence, and nothing changes', () => {
  test.each<[Partial<Datos>, string]>([
    [{ nombre: ' ' }, errores.nombre],
    [{ apellido: 'x'.repeat(101) }, errores.apellidoLargo],
    [{ telefono: '55 1234 567a' }, errores.telefonoInvalido],
    [{ nombre: 'Luis 55 1234 5678' }, publicos.contacto(publicos.campos.nombre)],
    [{ apellido: 'www.luis.mx' }, publicos.contacto(publicos.campos.apellido)],
    // Neither of the two is a phone number; the database checks both together.
    [{ nombre: 'Luis 5512', apellido: '345678' }, publicos.contacto(publicos.campos.nombre)],
  ])('%j', async (change, sentence) => {
    const luis = await makeMaestro(app)
    const before = await stored(luis)
    const { status, code, message } = await save(luis, change)
    expect([status, code, message]).toEqual([400, 'INVALID_INPUT', sentence])
    expect(await stored(luis)).toEqual(before)
  })

  test('the database refuses a phone without eight digits, whoever writes it', async () => {
    const luis = await makeMaestro(app)
    for (const telefono of ['5--------5', '5 5 5 5 5 5', '12345678901234567890123']) {
      const { error } = await luis.client.from('maestros').update({ telefono }).eq('id', luis.id)
      expect([telefono, error?.code]).toEqual([telefono, '23514'])
    }
    for (const telefono of ['+52 55 1234 5678', '55 (1234) 5678']) {
      expect((await luis.client.from('maestros').update({ telefono }).eq('id', luis.id)).error).toBeNull()
    }
  })
})

test('a new name puts a verified INE back to pending; a new phone does not', async () => {
  const [olga, luis] = [await makeOperator(app), await makeMaestro(app)]
  const states = async () => MiPerfil.parse((await call(luis.client, 'mi-perfil')).data).verificacion
  const state = (tipo: string, estado: string) => ({ tipo, estado, motivo: null, corrige_con: null })
  const { nombre, apellido } = luis
  for (const datum of ['ine', 'curp']) await decide(app, olga, luis.id, datum, 'verificado')
  await save(luis, { nombre, apellido })
  expect(await states()).toContainEqual(state('ine', 'verificado'))
  await save(luis, { nombre })
  expect(await states()).toContainEqual(state('ine', 'pendiente'))
  expect(await states()).toContainEqual(state('curp', 'verificado'))
  await look(app.sql, olga, luis.id)
  await save(luis, { apellido: 'Otro' })
  await expect(decide(app, olga, luis.id, 'ine', 'verificado')).rejects.toMatchObject({
    detail: 'cambio',
  })
})

test('a maestro without a profile has nothing to change, and the account keeps its name', async () => {
  const newcomer = await makePerson(app, 'maestro', { nombre: 'Noé', apellido: 'Sol' })
  const { status, code } = await save(newcomer)
  expect([status, code]).toEqual([404, 'NOT_FOUND'])
  expect(await addresseeOf(app.services, newcomer.id)).toMatchObject({ nombre: 'Noé' })
})

test('a change while the account is being suspended waits for it instead of ending in a deadlock', async () => {
  const luis = await makeMaestro(app)
  const suspension = {
    before: (tx: ReservedSql) => tx`select from public.profiles where id = ${luis.id} for no key update`,
    // The directory follows a suspension in the same transaction.
    after: (tx: ReservedSql) => tx`select from public.maestros where id = ${luis.id} for no key update`,
  }
  const { done } = await whileOpen(app, suspension, () => save(luis))
  expect(done.status).toBe(200)
})
