import { MensajeRecibido } from '@maestros/contrato/chat/mensaje'
import { SIN_FILTROS } from '@maestros/dominio/directorio/filtros'
import { beforeEach, describe, expect, test } from 'vitest'
import { chatsQuery } from '#features/chat/api/get-chats.ts'
import { knownMensajes, mensajesQuery } from '#features/chat/api/messages.ts'
import { timelineOf } from '#features/chat/messages/timeline.ts'
import { maestrosQuery } from '#features/directorio/api/maestros.ts'
import { perfilQuery } from '#features/perfil/api/maestro-profile.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { CHAT, OTHER, signedIn, USER } from '../setup/people.ts'
import { startTestServer } from '../setup/server.ts'

/** Answers that have the fields of the specification (section 3) and nothing else. */

const { answers } = startTestServer()

beforeEach(() => {
  queryClient.clear()
  signedIn()
})

const MESSAGES = ['a1', 'a2'].map((id, nth) => ({
  id,
  chat_id: CHAT,
  autor_id: nth === 0 ? OTHER : USER,
  tipo: 'texto',
  contenido: `mensaje ${nth}`,
  creado_en: `2026-03-05T18:0${nth}:00Z`,
  bloqueado: nth === 1,
}))

const CARD = {
  id: 'm1',
  nombre: 'Luis',
  apellido: 'H',
  foto_perfil_url: null,
  identidad_verificada: true,
  oficio_principal: 'Plomería',
  promedio_calificacion: 4.96,
  cantidad_reseñas: 3,
  reputacion_nivel: 'nuevo',
  reputacion_chip_label: 'Nuevo',
  numero_trabajos_completados: 2,
}

describe('an answer with only the fields of the specification', () => {
  for (const [form, json] of [
    ['an object', { success: true, messages: MESSAGES }],
    ['a plain list', MESSAGES],
  ] as const) {
    test(`of get-messages is accepted as ${form}, in the order of the times`, async () => {
      answers['get-messages'] = () => ({ json })
      await queryClient.fetchQuery({ ...mensajesQuery(CHAT), retry: false })
      const known = knownMensajes(CHAT)
      expect(known?.cursor).toBeNull()
      expect(known?.messages.map(({ id }) => id)).toEqual(['a1', 'a2'])
    })
  }

  test('of a message that is blocked without a reason is shown as blocked', () => {
    const messages = MESSAGES.map((one) => MensajeRecibido.parse(one))
    const [day] = timelineOf({
      messages,
      pending: [],
      userId: USER,
      leidoPorOtroHasta: 0,
    })
    expect(day?.rows).toMatchObject([{ bloqueado: false }, { bloqueado: true, motivo: null }])
  })

  test('of a message with a reason that the app does not know is accepted as blocked without a reason', () => {
    const [, blocked] = MESSAGES
    expect(MensajeRecibido.parse({ ...blocked, motivo_bloqueo: 'otro' })).toMatchObject({
      bloqueado: true,
      motivo_bloqueo: null,
    })
  })

  const CHATS = [
    {
      id: 'c1',
      contexto: { nombre: 'Coyoacán', servicio: 'Plomería' },
      maestros: { nombre: 'Luis', apellido: 'H' },
      profiles: { display_name: 'Ana Ruiz' },
      last_message: { creado_en: '2026-03-05T18:00:00Z', tipo: 'imagen', contenido: 'x' },
      unread_count: 2,
    },
    { id: 'c2', contexto: null, last_message: null, unread_count: 0 },
  ]
  for (const [name, side, nombre] of [
    ['get-chats', 'buscador', 'Luis H'],
    ['get-maestro-chats', 'maestro', 'Ana Ruiz'],
  ] as const) {
    for (const [form, json] of [
      ['an object', { success: true, chats: CHATS }],
      ['an object without success', { chats: CHATS }],
      ['a plain list', CHATS],
    ] as const) {
      test(`of ${name} is accepted as ${form}`, async () => {
        answers[name] = () => ({ json })
        const list = await queryClient.fetchQuery({ ...chatsQuery(side), retry: false })
        expect(list.chats).toMatchObject([
          {
            id: 'c1',
            nombre: expect.stringContaining(nombre.slice(0, 4)),
            lugar: 'Plomería • Coyoacán',
            sinLeer: 2,
          },
          { id: 'c2', lugar: '', sinLeer: 0, creadoEn: null },
        ])
        expect(list.cursor).toBeNull()
      })
    }
  }

  test('of the search is accepted without a total, which is then the length of the list', async () => {
    answers.maestros = () => ({ json: [CARD, { ...CARD, id: 'm2', telefono: '5512345678' }] })
    const query = maestrosQuery({ alcaldia: 'Coyoacán', oficio: 'Plomería', filtros: SIN_FILTROS })
    const { pages } = await queryClient.fetchInfiniteQuery({ ...query, retry: false })
    expect(pages[0]).toMatchObject({
      total: 2,
      next: null,
      maestros: [{ alcaldia: 'Coyoacán', telefono: null }, { telefono: null }],
    })
  })

  test('of a profile is accepted, and its contact counts as locked', async () => {
    answers.m1 = () => ({
      json: {
        ...CARD,
        oficios: ['Plomería'],
        alcaldias: ['Coyoacán'],
        descripcion: null,
        perfil_verificado: true,
        ine_verificado: true,
        domicilio_verificado: false,
        curp_verificado: false,
        referencias: [
          { nombreCliente: 'Rosa', descripcionTrabajo: 'Una fuga', numeroReferencia: '5511112222' },
        ],
        telefono: '5512345678',
        reseñas: [{ usuario: 'Ana R', puntuacion: 5, comentario: 'Muy buen trabajo' }],
      },
    })
    const profile = await queryClient.fetchQuery({ ...perfilQuery('m1'), retry: false })
    expect(profile).toMatchObject({
      contacto_desbloqueado: false,
      contacto_pedido: false,
      reseñas_cursor: null,
      reseñas: [{ id: '0', creado_en: null, respuesta: null, fotos: [], trabajo_realizado: null }],
      distribucion: [0, 0, 0, 0, 0],
    })
  })
})
