import { randomInt } from 'node:crypto'
import { requestOf } from '@maestros/contrato'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functionList } from '../../src/function-list.ts'
import { loadSchema, type Schema } from '../../src/protocol/rest/schema.ts'
import { startApp, type TestApp } from '../setup/app.ts'
import { sampleInput } from '../setup/contracts.ts'
import { eventually, listen, liveClient, subscribed } from '../setup/live.ts'
import { startChat } from '../setup/rows/chats.ts'
import { requestContact } from '../setup/rows/contact.ts'
import { documentNames } from '../setup/rows/documents.ts'
import {
  ALCALDIAS,
  CONTACT_COLUMNS,
  type HiddenMaestro,
  hiddenValues,
  invented,
  makeHiddenMaestros,
  meet,
  OFICIOS,
} from '../setup/rows/hidden-maestros.ts'
import { makeBuscador, makeMaestro, signIn, suspend, type TestPerson } from '../setup/rows/maestros.ts'

/**
 * The contact data of 240 maestros is requested by every other kind of person through every path. No answer may contain
 * a value that its receiver may not know, and no answer may depend on one.
 */

/** The searches, the inbox and the tables have several pages of them. */
const MAESTROS = 240
/** The seekers have a chat, a view and a review with each of the first ones. */
const MET = 60

const PEOPLE = ['anonymous', 'locked', 'unlocked', 'maestro', 'incomplete', 'suspended'] as const
type Who = (typeof PEOPLE)[number]
/** A suspended person is refused by every surface. */
const ACTIVE = PEOPLE.filter((who) => who !== 'suspended')

let app: TestApp
let schema: Schema
let maestros: HiddenMaestro[]
let found: ReturnType<typeof hiddenValues>
const people = new Map<Who, TestPerson>()
/** The maestro whose contact the seeker `unlocked` has. */
let opened: HiddenMaestro

beforeAll(async () => {
  app = await startApp({ DATABASE_POOL: '10' })
  schema = await loadSchema(app.sql)
  maestros = await makeHiddenMaestros(app, MAESTROS)
  found = hiddenValues(maestros)
  opened = one()
  people.set('locked', await makeBuscador(app))
  people.set('unlocked', await makeBuscador(app))
  people.set('maestro', await makeMaestro(app))
  people.set('incomplete', await makeMaestro(app, { incompleto: true }))
  people.set('suspended', await makeBuscador(app))
  for (const who of ['locked', 'unlocked', 'suspended'] as const)
    await meet(app, person(who).id, maestros.slice(0, MET))
  for (const who of ['unlocked', 'suspended'] as const) {
    expect((await requestContact(person(who).client, opened.id)).status).toBe(200)
  }
  await suspend(app, person('suspended').id)
})
afterAll(() => app.close())

const one = () => maestros[randomInt(maestros.length)] as HiddenMaestro
const some = (count: number) => Array.from({ length: count }, one)

function person(who: Who): TestPerson {
  const known = people.get(who)
  if (!known) throw new Error(`${who} has no account`)
  return known
}

/** The hidden values in a text that this person may not know. */
const leaksIn = (who: Who, text: string) =>
  found(text).filter(({ id, contact }) => !(who === 'unlocked' && contact && id === opened.id))

/** A plain request to any surface. Its answer with all headers is searched for hidden values. */
async function ask(who: Who, path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  headers.set('apikey', app.services.secrets.publishableKey)
  if (who !== 'anonymous') headers.set('authorization', `Bearer ${person(who).token}`)
  const answer = await fetch(`${app.url}${path}`, { ...init, headers })
  const text = await answer.text()
  const sent = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  expect({ who, path, leaks: leaksIn(who, `${sent}\n${text}`) }).toEqual({ who, path, leaks: [] })
  expect([path, answer.status < 500]).toEqual([path, true])
  return { status: answer.status, range: answer.headers.get('content-range'), text, headers: answer.headers }
}

const post = (who: Who, name: string, body: object) =>
  ask(who, `/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('the values are found where they may be: by the maestro, and by the seeker with an access', async () => {
  const mine = await fetch(`${app.url}/functions/v1/maestro-profile/${opened.id}`, {
    headers: {
      apikey: app.services.secrets.publishableKey,
      authorization: `Bearer ${person('unlocked').token}`,
    },
  })
  const text = await mine.text()
  const contact = Object.values(opened.contact)
  expect(
    found(text)
      .map(({ value }) => value)
      .toSorted(),
  ).toEqual(contact.toSorted())
  expect(leaksIn('locked', text)).toHaveLength(contact.length)
  const owner = await signIn(app, opened.id)
  const { data } = await owner.client.from('maestros').select('*')
  expect(found(JSON.stringify(data))).toHaveLength(contact.length + 2)
  const { telefono } = opened.contact
  const written = [
    telefono,
    `(${telefono.slice(0, 2)}) ${telefono.slice(2, 6)}-${telefono.slice(6)}`,
    `+52${telefono}`,
    JSON.stringify([...telefono]),
  ]
  for (const one of written) expect(found(`Tel. ${one}.`).map(({ value }) => value)).toEqual([telefono])
  expect(found('Tel. 55-12 ')).toEqual([])
})

describe('functions', () => {
  test.each(PEOPLE)('the search shows no contact data of any maestro to: %s', async (who) => {
    const seen = new Set<string>()
    for (const alcaldia of ALCALDIAS) {
      for (const oficio of OFICIOS) {
        let cursor: string | null = ''
        while (cursor !== null) {
          const query = new URLSearchParams({ alcaldia, oficio, limit: '50', ...(cursor && { cursor }) })
          const { status, text, headers } = await ask(who, `/functions/v1/maestros?${query}`)
          cursor = headers.get('x-next-cursor')
          if (status === 200) for (const { id } of JSON.parse(text)) seen.add(id)
        }
      }
    }
    if (who !== 'suspended') expect(maestros.filter(({ id }) => seen.has(id))).toHaveLength(MAESTROS)
  })

  test.each(PEOPLE)('a profile shows initial and no phone to: %s', async (who) => {
    for (const { id, contact } of some(20)) {
      const { status, text } = await ask(who, `/functions/v1/maestro-profile/${id}`)
      if (who === 'suspended') expect(status).toBe(403)
      else if (id !== opened.id) {
        expect(JSON.parse(text)).toMatchObject({ apellido: contact.apellido.slice(0, 1), telefono: null })
      }
    }
  })

  test.each(['locked', 'unlocked', 'suspended'] as const)(
    'the inbox and messages show none to: %s',
    async (who) => {
      let cursor: string | undefined
      do {
        const { text } = await post(who, 'get-chats', cursor ? { cursor } : {})
        cursor = JSON.parse(text).cursor ?? undefined
      } while (cursor)
      const chats = await app.sql<{ id: string }[]>`select id from public.chats order by random() limit 20`
      for (const { id } of chats) await post(who, 'get-messages', { chat_id: id })
    },
  )

  test.each(PEOPLE)(
    'every other function, with the id of a maestro in every field, shows none to: %s',
    async (who) => {
      for (const { definition } of await functionList()) {
        // Unlocking is the way to contact data. It is in test/contacto/contact-access.test.ts.
        if (definition.contract.name === 'track-contact-access') continue
        const input = Object.fromEntries(
          Object.entries(sampleInput(definition.contract)).map(([name, value]) =>
            /(^|_)id$/.test(name) ? [name, one().id] : [name, value],
          ),
        )
        const { path, body } = requestOf(definition.contract, input)
        if (body) await post(who, path, body)
        else await ask(who, `/functions/v1/${path}`)
      }
    },
  )
})

describe('tables', () => {
  test.each(ACTIVE)('no table and no embedded relation shows any to: %s', async (who) => {
    for (const table of schema.tables.keys()) {
      const read = (select: string) =>
        ask(who, `/rest/v1/${encodeURIComponent(table)}?select=${encodeURIComponent(select)}&limit=1000`)
      await read('*')
      for (const { targetName, hints } of schema.relations.get(table) ?? []) {
        for (const name of [targetName, ...hints.map((hint) => `${targetName}!${hint}`)]) {
          const { text } = await read(`*,${name}(*)`)
          expect(text).not.toContain('PGRST200')
        }
      }
    }
    for (const { id } of some(2)) {
      for (const path of [
        `maestros?select=telefono,apellido&id=eq.${id}`,
        `profiles?select=apellido,display_name&id=eq.${id}`,
        `profiles?select=*,maestros(*)&id=eq.${id}`,
        'profiles?select=id,maestros(telefono,apellido,curp)',
        'oficios_disponibles?select=nombre,maestro_oficios(maestro_id,maestros(telefono))',
        'alcaldias_disponibles?select=nombre,maestros(telefono,apellido)',
        'chats?select=id,maestro_id(telefono,curp)',
        `chats?select=*,maestros(*),mensajes(*),profiles(*)&maestro_id=eq.${id}`,
        `resenas?select=*,maestros(*)&maestro_id=eq.${id}`,
        `accesos_contacto?select=*,maestros(*)&maestro_id=eq.${id}`,
      ]) {
        await ask(who, `/rest/v1/${path}`)
      }
      await ask(who, `/rest/v1/maestros?id=eq.${id}&select=*`, {
        method: 'PATCH',
        headers: { prefer: 'return=representation', 'content-type': 'application/json' },
        body: JSON.stringify({ descripcion: 'x'.repeat(60) }),
      })
    }
  })

  test.each(ACTIVE)('filters and counts answer real values like invented ones to: %s', async (who) => {
    const headers = { prefer: 'count=exact' }
    const same = async (path: (list: string) => string, real: string[], other: string[]) => {
      const [a, b] = [
        await ask(who, `/rest/v1/${path(`in.(${real.join(',')})`)}`, { headers }),
        await ask(who, `/rest/v1/${path(`in.(${other.join(',')})`)}`, { headers }),
      ]
      expect([a.status, a.range, a.text]).toEqual([b.status, b.range, b.text])
    }
    for (const column of CONTACT_COLUMNS) {
      const hidden = some(80).filter(({ id }) => id !== opened.id)
      const real = hidden.map(({ contact }) => contact[column])
      const other = real.map(invented)
      for (const path of [
        (list: string) => `maestros?select=id&${column}=${list}`,
        (list: string) => `profiles?select=id&${column}=${list}`,
        (list: string) => `chats?select=id,maestros!inner(nombre)&maestros.${column}=${list}`,
        (list: string) => `chats?select=id,m:maestros(nombre)&m.${column}=${list}&m=not.is.null`,
        (list: string) =>
          `chats?select=id,maestros!chats_maestro_id_fkey!inner(nombre)&maestros.${column}=${list}`,
        (list: string) => `resenas?select=id,maestros!inner(nombre)&maestros.${column}=${list}`,
        (list: string) => `vistas_perfil?select=dia,maestros!inner(nombre)&maestros.${column}=${list}`,
        (list: string) => `maestro_oficios?select=oficio,maestros!inner(nombre)&maestros.${column}=${list}`,
      ]) {
        await same(path, real, other)
      }
    }
  })

  test.each(ACTIVE)('an order by a hidden column is refused or has no effect for: %s', async (who) => {
    for (const column of CONTACT_COLUMNS) {
      for (const path of [
        `maestros?select=id&order=${column}`,
        `chats?select=id,maestros(nombre)&order=maestros(${column})`,
        `resenas?select=id,maestros(nombre)&order=maestros(${column})`,
      ]) {
        const ordered = (way: string) => ask(who, `/rest/v1/${path}.${way},id.asc`)
        const [up, down] = [await ordered('asc'), await ordered('desc')]
        // A seeker may order chats by the surname as it is shown to them: one of these is whole.
        if (who === 'unlocked' && column === 'apellido' && path.startsWith('chats')) continue
        expect([path, up.status, up.text]).toEqual([path, down.status, down.text])
      }
    }
  })
})

test('live events show no contact data, and strangers get none of an unlock', async () => {
  const heard = new Map<Who, unknown[]>()
  const clients = await Promise.all(
    ACTIVE.map(async (who) => {
      const client = await liveClient(app, who === 'anonymous' ? undefined : person(who))
      const log = await subscribed(listen(client, [{ table: 'chats' }, { table: 'mensajes' }]))
      heard.set(who, log.rows)
      return client
    }),
  )
  const seeker = await makeBuscador(app)
  const maestro = maestros[MAESTROS - 1] as HiddenMaestro
  await startChat(seeker.client, maestro.id)
  expect((await requestContact(seeker.client, maestro.id)).text).toContain(maestro.contact.telefono)
  // An event of their own arrives after the others: then these would have arrived too.
  const mark = await startChat(person('locked').client, person('maestro').id)
  for (const who of ['locked', 'maestro'] as const) {
    await eventually(() => JSON.stringify(heard.get(who))).toContain(mark)
  }
  for (const who of ACTIVE) {
    const text = JSON.stringify(heard.get(who))
    expect({ who, leaks: leaksIn(who, text) }).toEqual({ who, leaks: [] })
    expect(text).not.toContain(maestro.id)
  }
  for (const client of clients) await client.removeAllChannels()
})

test('the identity documents of maestros are opened by nobody else, by any address', async () => {
  for (const { id, contact } of some(1)) {
    const { ine } = documentNames(id, '1.webp')
    await app.services.objects.write(`chat-media/${ine}`, Buffer.from(`INE ${contact.telefono}`))
    for (const who of PEOPLE) {
      for (const path of ['public', 'authenticated', 'sign']) {
        const { status } = await ask(who, `/storage/v1/object/${path}/chat-media/${ine}`)
        expect([who, path, status >= 400]).toEqual([who, path, true])
      }
      const body = JSON.stringify({ expiresIn: 60, prefix: '', limit: 1000 })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      expect(
        (await ask(who, `/storage/v1/object/sign/chat-media/${ine}`, init)).status,
      ).toBeGreaterThanOrEqual(400)
      expect((await ask(who, '/storage/v1/object/list/chat-media', init)).text).not.toContain(id)
    }
    const { data } = await (await signIn(app, id)).client.storage.from('chat-media').download(ine)
    expect(await data?.text()).toBe(`INE ${contact.telefono}`)
  }
})
