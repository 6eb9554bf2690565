import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import type { Resena } from '@maestros/contrato/resenas/resena'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { askFunction, call, refusalOf } from '../setup/functions.ts'
import {
  makeBuscador,
  makeMaestro,
  makeResena,
  profileOf,
  signIn,
  signOut,
  suspend,
  type TestMaestro,
  unlockContacto,
} from '../setup/rows/maestros.ts'
import { decide, makeOperator } from '../setup/rows/operators.ts'

const app = appForTests()
let luis: TestMaestro
const path = (id: string) => `maestro-profile/${id}`
/** The phone, the surname and the references' phones: what the lock holds back. */
const LOCKED = /5587654321|Zaldívar|5511112222|5533334444/

beforeAll(async () => {
  luis = await makeMaestro(app, {
    nombre: 'Luis',
    apellido: 'Zaldívar Peña',
    telefono: '5587654321',
    oficios: ['Plomería', 'Electricidad'],
    alcaldias: ['Tlalpan', 'Coyoacán'],
    ineVerificado: true,
  })
})

describe('the profile of a maestro', () => {
  test('answers to the public key with the fields of the specification [7.fn.12] [3.ent.09] [3.ent.10] [3.ent.04]', async () => {
    const { status, data } = await call(app.client(), path(luis.id))
    expect(status).toBe(200)
    expect(maestroProfile.output.parse(data)).toEqual(data)
    expect(data).toMatchObject({
      id: luis.id,
      nombre: 'Luis',
      apellido: 'Z',
      telefono: null,
      contacto_desbloqueado: false,
      contacto_pedido: false,
      identidad_verificada: true,
      ine_verificado: true,
      curp_verificado: false,
      domicilio_verificado: false,
      perfil_verificado: false,
      reputacion_nivel: 'nuevo',
      reputacion_chip_label: 'Nuevo',
      promedio_calificacion: 0,
      cantidad_reseñas: 0,
      numero_trabajos_completados: 0,
    })
  })

  test('lists trades and boroughs in the order of choosing, and references by their camelCase keys [3.ent.11] [3.ent.12]', async () => {
    const profile = await profileOf(app.client(), luis.id)
    expect(profile.oficios).toEqual(['Plomería', 'Electricidad'])
    expect(profile.alcaldias).toEqual(['Tlalpan', 'Coyoacán'])
    expect(profile.referencias).toEqual([
      {
        nombreCliente: 'Rosa Martínez',
        descripcionTrabajo: 'Cambio de tuberías del baño',
        numeroReferencia: null,
      },
      {
        nombreCliente: 'Jorge Salas',
        descripcionTrabajo: 'Instalación de un calentador',
        numeroReferencia: null,
      },
    ])
  })

  test('shows reviews newest first, ten a page, their author by first name and initial [3.ent.13]', async () => {
    const maestro = await makeMaestro(app)
    for (let i = 0; i < 12; i++) {
      const { id } = await makeBuscador(app, { nombre: 'Ana María', apellido: 'Quintanilla Soto' })
      const comentario = `Reseña número ${i}.`
      await makeResena(app, { maestro: maestro.id, buscador: id, puntuacion: 5, comentario })
    }
    const seen: Resena[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `?resenas_cursor=${cursor}`
      const answer = await call(app.client(), path(maestro.id) + query)
      expect(answer.text).not.toContain('Quintanilla')
      const profile = maestroProfile.output.parse(answer.data)
      expect(profile.cantidad_reseñas).toBe(12)
      expect(profile.reseñas.length).toBe(Math.min(10, 12 - seen.length))
      seen.push(...profile.reseñas)
      cursor = profile.reseñas_cursor
    } while (cursor !== null)
    expect(seen.map(({ comentario }) => comentario)).toEqual(
      Array.from({ length: 12 }, (_, i) => `Reseña número ${11 - i}.`),
    )
    expect(seen[0]).toMatchObject({
      usuario: 'Ana Q.',
      puntuacion: 5,
      respuesta: null,
    })
  })

  test('says of a rejected datum that it is not verified, and nothing else, also to a seeker with the contact', async () => {
    const [maestro, olga] = [await makeMaestro(app), await makeOperator(app)]
    const ana = await makeBuscador(app)
    await unlockContacto(app, { maestro: maestro.id, buscador: ana.id })
    for (const dato of ['ine', 'domicilio', 'curp'])
      await decide(app, olga, maestro.id, dato, 'rechazado', 'Motivo que nadie más lee')
    for (const client of [app.client(), ana.client]) {
      const { text, data } = await call(client, path(maestro.id))
      expect(maestroProfile.output.parse(data)).toMatchObject({
        perfil_verificado: false,
        ine_verificado: false,
        domicilio_verificado: false,
        curp_verificado: false,
      })
      expect(text).not.toMatch(/rechaz|motivo|corrige|en_revision|nadie más lee/i)
    }
  })

  test('leaves out a reference that was emptied', async () => {
    const maestro = await makeMaestro(app)
    await app.sql`
      update maestros set referencia1_nombre_cliente = '', referencia1_descripcion_trabajo = ' ',
        referencia1_numero_referencia = null where id = ${maestro.id}`
    const profile = await profileOf(app.client(), maestro.id)
    expect(profile.referencias.map(({ nombreCliente }) => nombreCliente)).toEqual(['Jorge Salas'])
  })
})

describe('the contact lock', () => {
  test('holds for everyone without a recorded access: the answer does not contain the contact data [1.prod.09]', async () => {
    const buscador = await makeBuscador(app)
    const other = await makeBuscador(app)
    const colleague = await makeMaestro(app)
    await unlockContacto(app, { maestro: luis.id, buscador: other.id })
    await unlockContacto(app, { maestro: colleague.id, buscador: buscador.id })
    for (const client of [
      app.client(),
      buscador.client,
      colleague.client,
      app.client(app.services.secrets.secretKey),
    ]) {
      const { status, text } = await call(client, path(luis.id))
      expect(status).toBe(200)
      expect(text).not.toMatch(LOCKED)
      expect(text).toContain('"contacto_desbloqueado":false')
    }
  })

  test('opens for the seeker whose access was recorded, and for the maestro', async () => {
    const buscador = await makeBuscador(app)
    await unlockContacto(app, { maestro: luis.id, buscador: buscador.id })
    for (const client of [buscador.client, luis.client]) {
      const { data } = await call(client, path(luis.id))
      expect(maestroProfile.output.parse(data)).toMatchObject({
        apellido: 'Zaldívar Peña',
        telefono: '5587654321',
        contacto_desbloqueado: true,
        contacto_pedido: true,
        referencias: [{ numeroReferencia: '5511112222' }, { numeroReferencia: '5533334444' }],
      })
    }
  })

  test('closes again with the session and with a suspended account', async () => {
    const [leaver, suspended] = [await makeBuscador(app), await makeBuscador(app)]
    for (const { id } of [leaver, suspended]) await unlockContacto(app, { maestro: luis.id, buscador: id })
    await signOut(app, leaver)
    const gone = await call(leaver.client, path(luis.id))
    expect([gone.status, gone.code]).toEqual([401, 'SESSION_EXPIRED'])
    expect(gone.text).not.toMatch(LOCKED)
    await suspend(app, suspended.id)
    const closed = await call(suspended.client, path(luis.id))
    expect([closed.status, closed.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    // A sign-in that was under way opens nothing either.
    const late = await call((await signIn(app, suspended.id)).client, path(luis.id))
    expect([late.status, late.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    expect(closed.text + late.text).not.toMatch(LOCKED)
  })
})

describe('a profile that cannot be shown', () => {
  test('gets the same answer whether the id is unknown, a seeker, an incomplete or a suspended maestro', async () => {
    const buscador = await makeBuscador(app)
    const incomplete = await makeMaestro(app, { incompleto: true })
    const suspended = await makeMaestro(app)
    await suspend(app, suspended.id)
    for (const id of ['00000000-0000-4000-8000-000000000000', buscador.id, incomplete.id, suspended.id]) {
      const { status, code, message } = await call(buscador.client, path(id))
      expect([status, code, message]).toEqual([404, 'NOT_FOUND', 'Maestro no encontrado'])
    }
    expect((await call(incomplete.client, path(incomplete.id))).status).toBe(200)
  })

  test('is refused as invalid input when the id or the cursor is malformed', async () => {
    for (const bad of ['maestro-profile/1', "maestro-profile/'", `${path(luis.id)}?resenas_cursor=abc`]) {
      const answer = await askFunction(app, bad)
      expect([answer.status, (await refusalOf(answer)).code]).toEqual([400, 'INVALID_INPUT'])
    }
  })
})
