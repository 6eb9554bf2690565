import { getChats } from '@maestros/contrato/chat/get-chats'
import { TIPOS_DE_MENSAJE } from '@maestros/contrato/chat/mensaje'
import { maestros } from '@maestros/contrato/directorio/maestros'
import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { ROLES } from '@maestros/dominio/acceso/roles'
import { MOTIVOS } from '@maestros/dominio/contacto/contacto'
import { PALABRAS_DE_OFICIOS } from '@maestros/dominio/directorio/palabras-de-oficios'
import { NIVELES } from '@maestros/dominio/resenas/reputacion'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { startApp, type TestApp } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { askFor, startChat } from '../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, suspend } from '../setup/rows/maestros.ts'

/** Rules that are written in more than one place: the copies are compared. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const DONDE = { alcaldia: 'Coyoacán', oficio: 'Plomería' }

describe('who is visible to seekers', () => {
  const STATES: Record<string, { make: () => Promise<string>; visible: boolean }> = {
    complete: { make: async () => (await makeMaestro(app)).id, visible: true },
    incomplete: { make: async () => (await makeMaestro(app, { incompleto: true })).id, visible: false },
    suspended: {
      make: async () => {
        const { id } = await makeMaestro(app)
        await suspend(app, id)
        return id
      },
      visible: false,
    },
    erased: {
      make: async () => {
        const { id } = await makeMaestro(app)
        await eraseAccount(app.services, id)
        return id
      },
      visible: false,
    },
  }

  test.each(Object.keys(STATES))(
    'is the same in the search, the profile, the count of views and new chats: %s',
    async (state) => {
      const { make, visible } = STATES[state]!
      const id = await make()
      const ana = await makeBuscador(app)
      const cards = maestros.output.parse((await search(ana.client, DONDE)).data)
      expect(cards.some((card) => card.id === id)).toBe(visible)
      const status = visible ? 200 : 404
      const view = { maestro_id: id, buscador_id: ana.id }
      expect((await call(ana.client, `maestro-profile/${id}`)).status).toBe(status)
      expect((await call(ana.client, 'track-profile-view', { body: view })).status).toBe(status)
      expect((await call(ana.client, 'chat-initiate', { body: askFor(id) })).status).toBe(status)
    },
  )
})

describe('the surname of a maestro whose contact is locked', () => {
  const Embedded = z.object({ maestros: z.object({ apellido: z.string() }) })

  test.each([
    ['Ñúñez Peña', 'Ñ'],
    ['  de la Cruz', 'd'],
    ['Ávila', 'Á'],
  ])(
    'is the same initial in the card, the profile, the chat and the inbox: %s',
    async (apellido, initial) => {
      const maestro = await makeMaestro(app, { apellido, alcaldias: ['Milpa Alta'] })
      const ana = await makeBuscador(app)
      await startChat(ana.client, maestro.id)
      const cards = maestros.output.parse(
        (await search(ana.client, { ...DONDE, alcaldia: 'Milpa Alta' })).data,
      )
      const profile = maestroProfile.output.parse(
        (await call(ana.client, `maestro-profile/${maestro.id}`)).data,
      )
      const inbox = getChats.output.parse((await call(ana.client, 'get-chats', { body: {} })).data)
      expect({
        card: cards.find(({ id }) => id === maestro.id)?.apellido,
        profile: profile.apellido,
        chat: await embeddedApellido(ana.client),
        inbox: inbox.chats[0]?.maestros.apellido,
      }).toEqual({ card: initial, profile: initial, chat: initial, inbox: initial })
    },
  )

  async function embeddedApellido(client: SupabaseClient) {
    const { data } = await client.from('chats').select('maestros(apellido)').single()
    return Embedded.parse(data).maestros.apellido
  }
})

describe('the values that a column may have', () => {
  test.each([
    // Operators are made on the command line and have no screens, so the rules of the screens do not name them.
    ['public.profiles', 'role', [...ROLES, 'operador']],
    ['public.accesos_contacto', 'motivo', MOTIVOS],
    ['public.maestros', 'reputacion_nivel', NIVELES],
    ['public.mensajes', 'tipo', TIPOS_DE_MENSAJE],
  ])('are those of the rules: %s.%s', async (table, column, values: readonly string[]) => {
    const [check] = await app.sql<{ text: string }[]>`
      select pg_get_constraintdef(oid) as text from pg_constraint
      where conrelid = ${table}::regclass and conname = ${`${table.split('.')[1]}_${column}_check`}`
    const allowed = [...(check?.text ?? '').matchAll(/'(\w+)'::text/g)].map(([, value]) => value)
    expect(allowed.toSorted()).toEqual([...values].toSorted())
  })
})

test('the trades with everyday words are those of the catalogue', async () => {
  const rows = await app.sql<{ nombre: string }[]>`select nombre from public.oficios_disponibles`
  expect(Object.keys(PALABRAS_DE_OFICIOS).toSorted()).toEqual(rows.map(({ nombre }) => nombre).toSorted())
})

test('the day of a view is the day of the daily figures', async () => {
  const [row] = await app.sql<{ column: string; figures: string }[]>`
    select pg_get_expr(d.adbin, d.adrelid) as column,
      pg_get_function_sqlbody('interno.dia_de_la_ciudad'::regproc) as figures
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = 'public.vistas_perfil'::regclass and a.attname = 'dia'`
  expect(`RETURN ${row?.column}`).toBe(row?.figures.replace('p_momento', 'now()'))
})
