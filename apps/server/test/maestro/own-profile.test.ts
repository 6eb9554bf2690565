import { ELECCIONES, type Eleccion } from '@maestros/contrato/maestro/guardar-elecciones'
import { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { PanelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { OFICIOS_POR_MAESTRO_MAX } from '@maestros/dominio/limites'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { fichaRechazada } from '@maestros/dominio/seguridad/textos-de-rechazo'
import { DOCUMENTOS_TRAS_DECISION_DIAS } from '@maestros/dominio/verificacion/estados'
import type { ReservedSql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { removeDocuments } from '../../src/subjects/verificacion/remove-documents.ts'
import { appForTests } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { whileOpen } from '../setup/rows/chats.ts'
import { addressOf, makeProofOfAddress } from '../setup/rows/documents.ts'
import { makeMaestro, makePerson, type TestMaestro, type TestPerson } from '../setup/rows/maestros.ts'
import { makeOptionalDocuments } from '../setup/rows/onboarding.ts'
import { decide, look, makeOperator } from '../setup/rows/operators.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'

/** What a maestro reads and changes of the own profile through functions. Tables are in test/specification. */

const app = appForTests()

const read = async ({ client }: TestPerson) => {
  const { status, data } = await call(client, 'mi-perfil')
  expect(status).toBe(200)
  return MiPerfil.parse(data)
}

const save = ({ client }: TestPerson, tipo: Eleccion, nombres: string[]) =>
  call(client, 'guardar-elecciones', { body: { tipo, nombres } })

const found = async (alcaldia: string, oficio: string) => {
  const { data } = await search(app.client(), { alcaldia, oficio })
  return (data as { id: string; oficio_principal: string }[]).map(({ id, oficio_principal }) => ({
    id,
    oficio_principal,
  }))
}

describe('mi-perfil', () => {
  test('answers both references in their places, also when the first is empty', async () => {
    const maestro = await makeMaestro(app)
    const empty = {
      referencia1_nombre_cliente: '',
      referencia1_descripcion_trabajo: null,
      referencia1_numero_referencia: ' ',
    }
    expect((await maestro.client.from('maestros').update(empty).eq('id', maestro.id)).error).toBeNull()
    expect((await read(maestro)).referencias).toEqual([
      { nombre_cliente: null, descripcion_trabajo: null, numero_referencia: null },
      {
        nombre_cliente: 'Jorge Salas',
        descripcion_trabajo: 'Instalación de un calentador',
        numero_referencia: '5533334444',
      },
    ])
  })

  test('answers what is stored, for the caller alone, with the state of each verification', async () => {
    const maestro = await makeMaestro(app, { oficios: ['Pintura', 'Plomería'], ineVerificado: true })
    await makeMaestro(app)
    expect(await read(maestro)).toMatchObject({
      id: maestro.id,
      perfil_completo: true,
      nombre: maestro.nombre,
      apellido: maestro.apellido,
      telefono: maestro.telefono,
      foto_perfil_url: expect.stringContaining(`/profile-photos/${maestro.id}/`),
      oficios: ['Pintura', 'Plomería'],
      alcaldias: ['Coyoacán'],
      curp: 'HEGL800101HDFRRS09',
      domicilio: 'Calle Hidalgo 12, colonia Centro',
      verificacion: [
        { tipo: 'ine', estado: 'verificado', motivo: null, corrige_con: null },
        { tipo: 'domicilio', estado: 'pendiente', motivo: null, corrige_con: null },
        { tipo: 'curp', estado: 'pendiente', motivo: null, corrige_con: null },
      ],
      en_paginas_publicas: true,
    })
  })

  test('names the documents that are stored, as the dashboard does: not the photo, and not a file that was removed', async () => {
    const maestro = await makeMaestro(app)
    const stored = async () => {
      const panel = PanelMaestro.parse((await call(maestro.client, 'panel-maestro')).data)
      const { documentos } = await read(maestro)
      expect(panel.documentos).toEqual(documentos)
      return documentos
    }
    await makeProofOfAddress(app.sql, (await makeMaestro(app)).id)
    expect(await stored()).toEqual(['ine'])
    const names = await makeOptionalDocuments(app, maestro.id)
    for (const [tipo, objeto] of Object.entries(names))
      await call(maestro.client, 'enviar-documento', { body: { tipo, objeto } })
    expect(await stored()).toEqual(['ine', 'ine_reverso', 'comprobante_domicilio'])
    await decide(app, await makeOperator(app), maestro.id, 'ine', 'verificado')
    await app.sql`
      update interno.verificaciones set decidido_en = now() - make_interval(days => ${DOCUMENTOS_TRAS_DECISION_DIAS + 1})
      where maestro_id = ${maestro.id}`
    await app.sql`select interno.encolar(${removeDocuments.name})`
    await app.runJobs()
    expect(await stored()).toEqual(['comprobante_domicilio'])
  })

  test('tells a maestro who has no profile yet that it was not found', async () => {
    const { status, code, message } = await call((await makePerson(app, 'maestro')).client, 'mi-perfil')
    expect([status, code, message]).toEqual([404, 'NOT_FOUND', textos.sinPerfil])
  })
})

describe('guardar-elecciones', () => {
  const names = async (maestro: TestMaestro, tipo: Eleccion) => (await read(maestro))[tipo]

  test('replaces trades and boroughs by exactly the given list, in its order; the directory follows at once', async () => {
    const maestro = await makeMaestro(app, { oficios: ['Plomería', 'Pintura'], alcaldias: ['Tláhuac'] })
    expect((await save(maestro, 'oficios', ['Herrería', 'Plomería'])).status).toBe(200)
    expect(await names(maestro, 'oficios')).toEqual(['Herrería', 'Plomería'])
    expect(await found('Tláhuac', 'Pintura')).toEqual([])
    expect(await found('Tláhuac', 'Plomería')).toEqual([{ id: maestro.id, oficio_principal: 'Herrería' }])

    expect((await save(maestro, 'oficios', ['Plomería', 'Herrería'])).status).toBe(200)
    expect(await found('Tláhuac', 'Herrería')).toEqual([{ id: maestro.id, oficio_principal: 'Plomería' }])

    expect((await save(maestro, 'alcaldias', ['Milpa Alta', 'Xochimilco'])).status).toBe(200)
    expect(await found('Tláhuac', 'Herrería')).toEqual([])
    expect(await found('Milpa Alta', 'Herrería')).toHaveLength(1)
    const [row] = await app.sql`select alcaldia from public.maestros where id = ${maestro.id}`
    expect(row).toEqual({ alcaldia: 'Milpa Alta' })
  })

  test('keeps the old list whole when one name of the new one is refused', async () => {
    const maestro = await makeMaestro(app, { oficios: ['Plomería'], alcaldias: ['Iztacalco'] })
    await app.sql`
      insert into public.oficios_disponibles (nombre, activo) values ('Oficio antiguo', false) on conflict do nothing`
    const [catalogue] = await app.sql<{ nombres: string[] }[]>`
      select array_agg(nombre) as nombres from public.oficios_disponibles where activo`
    const many = catalogue?.nombres.slice(0, OFICIOS_POR_MAESTRO_MAX + 1) ?? []
    const refusals = [
      ['oficios', ['Pintura', 'No existe'], fichaRechazada.oficioInactivo('No existe')],
      ['oficios', ['Pintura', 'Oficio antiguo'], fichaRechazada.oficioInactivo('Oficio antiguo')],
      ['alcaldias', ['Tlalpan', 'Guadalajara'], fichaRechazada.alcaldiaInactiva('Guadalajara')],
      ['oficios', many, fichaRechazada.oficiosDeMas(OFICIOS_POR_MAESTRO_MAX)],
    ] as const
    for (const [tipo, nombres, sentence] of refusals) {
      const { status, code, message } = await save(maestro, tipo, [...nombres])
      expect([status, code, message]).toEqual([400, 'INVALID_INPUT', sentence])
    }
    expect(await names(maestro, 'oficios')).toEqual(['Plomería'])
    expect(await names(maestro, 'alcaldias')).toEqual(['Iztacalco'])
    expect(await found('Iztacalco', 'Plomería')).toHaveLength(1)
  })

  test.each(ELECCIONES)('refuses an empty list of %s', async (tipo) => {
    const maestro = await makeMaestro(app)
    expect((await save(maestro, tipo, [])).status).toBe(400)
    expect(await names(maestro, tipo)).toHaveLength(1)
  })

  test('stores a name that is given twice once', async () => {
    const maestro = await makeMaestro(app)
    expect((await save(maestro, 'oficios', ['Pintura', 'Herrería', 'Pintura'])).status).toBe(200)
    expect(await names(maestro, 'oficios')).toEqual(['Pintura', 'Herrería'])
  })

  test('replaces a list that another request stores at the same time', async () => {
    const maestro = await makeMaestro(app)
    const first = {
      before: (tx: ReservedSql) =>
        tx`select interno.reemplazar_elecciones(${maestro.id}, 'oficios', ${['Plomería', 'Pintura']})`,
    }
    const { done } = await whileOpen(app, first, () => save(maestro, 'oficios', ['Herrería', 'Albañilería']))
    expect(done.status).toBe(200)
    expect(await names(maestro, 'oficios')).toEqual(['Herrería', 'Albañilería'])
  })

  test('tells a maestro who has no profile yet that it was not found', async () => {
    const { status, code } = await save(await makePerson(app, 'maestro'), 'oficios', ['Pintura'])
    expect([status, code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('a rejected datum that its maestro sends again', () => {
  const REASON = 'No se lee la fecha. Envía uno de este año.'
  const stateOf = async (id: string, tipo: string) =>
    (await app.sql`select estado from interno.estado_verificacion(${id}) where tipo = ${tipo}`)[0]?.estado
  const documentsOf = async (id: string) =>
    (await app.sql`select tipo, objeto from public.maestro_documentos where maestro_id = ${id}`).map(
      (row) => ({
        ...row,
      }),
    )
  const send = ({ client }: TestPerson, tipo: string, objeto: string) =>
    call(client, 'enviar-documento', { body: { tipo, objeto } })
  const uploadFor = async ({ id, client }: TestPerson, tipo: string, ms: number) => {
    const name = `documentos/${id}/${tipo}_${ms}.jpg`
    expect((await client.storage.from('chat-media').upload(name, blob(await jpeg()))).error).toBeNull()
    return name
  }

  test.each([
    ['ine_reverso', 'ine'],
    ['comprobante_domicilio', 'domicilio'],
  ])('a new %s replaces the one before, and %s is pending', async (tipo, dato) => {
    const olga = await makeOperator(app)
    const maestro = await makeMaestro(app)
    const first = await uploadFor(maestro, tipo, 1)
    expect((await send(maestro, tipo, first)).data).toEqual({ success: true })
    await decide(app, olga, maestro.id, dato, 'rechazado', REASON)
    // The answer to the first call was lost and the call is repeated: nothing is new.
    expect((await send(maestro, tipo, first)).status).toBe(200)
    expect(await stateOf(maestro.id, dato)).toBe('rechazado')
    const second = await uploadFor(maestro, tipo, 2)
    expect((await send(maestro, tipo, addressOf(second))).status).toBe(200)
    expect(await stateOf(maestro.id, dato)).toBe('pendiente')
    expect(await documentsOf(maestro.id)).toEqual([{ tipo, objeto: second }])
  })

  test('a document of somebody else, of another kind or without an upload is refused', async () => {
    const [maestro, other] = [await makeMaestro(app), await makeMaestro(app)]
    const foreign = await uploadFor(other, 'ine_reverso', 1)
    const back = await uploadFor(maestro, 'ine_reverso', 1)
    for (const [tipo, objeto] of [
      ['ine_reverso', foreign],
      ['comprobante_domicilio', back],
      ['comprobante_domicilio', `documentos/${maestro.id}/comprobante_domicilio_9.jpg`],
      ['comprobante_domicilio', 'x y'],
      ['ine', back],
    ] as const) {
      expect([objeto, (await send(maestro, tipo, objeto)).status]).toEqual([objeto, 400])
    }
    expect(await documentsOf(maestro.id)).toEqual([])
  })

  test('an unchanged CURP is pending; one that is verified stays so', async () => {
    const olga = await makeOperator(app)
    const maestro = await makeMaestro(app)
    const resend = () => call(maestro.client, 'reenviar-curp', { body: {} })
    await decide(app, olga, maestro.id, 'curp', 'rechazado', REASON)
    expect((await resend()).data).toEqual({ success: true })
    expect(await stateOf(maestro.id, 'curp')).toBe('pendiente')
    await look(app.sql, olga, maestro.id)
    await decide(app, olga, maestro.id, 'curp', 'verificado')
    await resend()
    expect(await stateOf(maestro.id, 'curp')).toBe('verificado')
  })

  test('without a profile there is nothing to send', async () => {
    const newcomer = await makePerson(app, 'maestro')
    expect((await call(newcomer.client, 'reenviar-curp', { body: {} })).status).toBe(404)
    const name = await uploadFor(newcomer, 'ine_reverso', 1)
    expect((await send(newcomer, 'ine_reverso', name)).status).toBe(404)
  })
})
