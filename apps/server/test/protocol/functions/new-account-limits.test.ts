import { randomUUID } from 'node:crypto'
import { CONTACTOS_POR_DIA } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addressGroup } from '../../../src/platform/limits/address.ts'
import { countByAddress } from '../../../src/platform/limits/rate-limits.ts'
import { AT_ONCE } from '../../../src/protocol/functions/new-account-limits.ts'
import { appForTests, startAppOfTest, type TestApp } from '../../setup/app.ts'
import { type Called, call } from '../../setup/functions.ts'
import { askFor } from '../../setup/rows/chats.ts'
import { requestContact } from '../../setup/rows/contact.ts'
import {
  clientWith,
  makeMaestro,
  makeSeekers,
  type TestMaestro,
  type TestPerson,
} from '../../setup/rows/maestros.ts'
import { makeReviewablePair, writeReview } from '../../setup/rows/reviews.ts'

/** What accounts may do in their first days: docs/decisions/seguridad.md. */

const BY_DEFAULT = { LIMIT_NEWCOMER_PERSON: '', LIMIT_NEWCOMERS_ADDRESS: '', LIMIT_NEWCOMERS_MAESTRO: '' }

/** Without limits. The servers beside it use its database, and count addresses by themselves. */
const base = appForTests()
const makeMaestros = async (app: TestApp, count: number) => {
  const maestros: TestMaestro[] = []
  for (let n = 0; n < count; n++) maestros.push(await makeMaestro(app))
  return maestros
}
const begin = ({ client }: TestPerson, { id }: { id: string }) =>
  call(client, 'chat-initiate', { body: askFor(id) })
type Four<T> = [T, T, T, T]
const unlock = ({ client }: TestPerson, { id }: { id: string }) => requestContact(client, id)
const makeOlder = (app: TestApp, people: readonly { id: string }[], age: string) =>
  app.sql`
    update auth.users set email_confirmed_at = now() - ${age}::interval where id = any (${people.map(({ id }) => id)}::uuid[])`
const statusesOf = (answers: readonly Called[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('a hundred honest newcomers of one address begin 5 chats, unlock 3 contacts and write a review in a day: none is refused', async () => {
  const app = await startAppOfTest(BY_DEFAULT, base)
  const maestros = await makeMaestros(app, 12)
  const people = await makeSeekers(app, 100)
  const real = performance.now.bind(performance)
  let skew = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + skew)
  /** Moves the clock of the limits, and all stored times by as much into the past. */
  const pass = async (minutes: number) => {
    skew += minutes * 60_000
    await app.sql.begin(async (tx) => {
      const by = tx`make_interval(mins => ${minutes})`
      await tx`update auth.users set email_confirmed_at = email_confirmed_at - ${by} where id = any (${arrived}::uuid[])`
      await tx`update public.chats set creado_en = creado_en - ${by}, ultimo_mensaje_en = ultimo_mensaje_en - ${by}`
      await tx`update public.accesos_contacto set creado_en = creado_en - ${by}`
    })
  }
  const arrived: string[] = []
  const answers: Called[] = []
  const GROUP = 5
  const arrive = async (person: TestPerson, n: number) => {
    const chosen = Array.from({ length: 8 }, (_, i) => maestros[(n + i) % maestros.length] as TestMaestro)
    for (const maestro of chosen.slice(0, 5)) answers.push(await begin(person, maestro))
    for (const maestro of chosen.slice(4, 7)) answers.push(await unlock(person, maestro))
  }
  const review = async (person: TestPerson, n: number) => {
    const { id } = maestros[(n + 4) % maestros.length] as TestMaestro
    await app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido)
      select c.id, a, 'texto', 'De acuerdo, nos vemos.' from public.chats c, unnest(array[c.buscador_id, c.maestro_id]) a
      where c.buscador_id = ${person.id} and c.maestro_id = ${id}`
    answers.push(await writeReview(person, id))
  }
  try {
    for (let n = 0; n < people.length; n += GROUP) {
      const group = people.slice(n, n + GROUP)
      arrived.push(...group.map(({ id }) => id))
      await Promise.all(group.map((person, i) => arrive(person, n + i)))
      // The job of those who came some hours ago is done.
      const earlier = n - 6 * GROUP
      await Promise.all(
        people
          .slice(Math.max(0, earlier), Math.max(0, earlier + GROUP))
          .map((p, i) => review(p, earlier + i)),
      )
      await pass(45)
    }
    await Promise.all(people.slice(-6 * GROUP).map((p, i) => review(p, people.length - 6 * GROUP + i)))
  } finally {
    clock.mockRestore()
  }
  expect(statusesOf(answers)).toEqual({ 200: 100 * 9 })
}, 60_000)

describe('new accounts of one address', () => {
  const app = appForTests(BY_DEFAULT, base)
  let maestros: TestMaestro[]
  beforeAll(async () => {
    maestros = await makeMaestros(app, 20)
  })

  test('unlock few contacts each, and are told kindly when they may go on', async () => {
    const people = await makeSeekers(app, 4)
    const answers = await Promise.all(
      people.flatMap((person) =>
        maestros.slice(0, CONTACTOS_POR_DIA).map((maestro) => unlock(person, maestro)),
      ),
    )
    expect(statusesOf(answers)).toEqual({ 200: 20, 429: 20 })
    const refused = answers.find(({ status }) => status === 429)
    const seconds = Number(refused?.headers.get('retry-after'))
    expect(refused?.message).toBe(textos.demasiadoParaCuentaNueva(seconds))
    expect(seconds).toBeGreaterThan(86_000)
    expect(refused?.text).not.toMatch(/55\d{8}/)
    // What was unlocked before is still answered.
    const [one] = await app.sql<{ maestro_id: string }[]>`
      select maestro_id from public.accesos_contacto where buscador_id = ${people[0]?.id ?? ''}`
    expect((await unlock(people[0] as TestPerson, { id: one?.maestro_id ?? '' })).status).toBe(200)
  })

  test('begin few chats each, and chats that an unlock begins count as contacts alone', async () => {
    const people = await makeSeekers(app, 3)
    const [first] = people as [TestPerson]
    for (const maestro of maestros.slice(15)) expect((await unlock(first, maestro)).status).toBe(200)
    const answers = await Promise.all(
      people.flatMap((person) => maestros.slice(0, 15).map((maestro) => begin(person, maestro))),
    )
    expect(statusesOf(answers)).toEqual({ 200: 15, 429: 30 })
  })

  test('report few people each, and write few reviews each', async () => {
    const [ana] = (await makeSeekers(app, 1)) as [TestPerson]
    const report = (persona_id: string) =>
      call(ana.client, 'reportar', {
        body: { client_id: randomUUID(), persona_id, motivo: 'identidad_falsa', bloquear: false },
      })
    const reports = await Promise.all(maestros.slice(0, 7).map(({ id }) => report(id)))
    expect(statusesOf(reports)).toEqual({ 200: 5, 429: 2 })
    const reviews: Called[] = []
    for (const luis of maestros.slice(0, 6)) {
      await makeReviewablePair(app, { ana, luis })
      reviews.push(await writeReview(ana, luis.id))
    }
    expect(statusesOf(reviews)).toEqual({ 200: 5, 429: 1 })
    // A review that was written can be edited.
    expect((await writeReview(ana, maestros[0]?.id ?? '', { puntuacion: 4 })).status).toBe(200)
  })

  test('may do twice as much after 24 hours, and all that others may after 7 days', async () => {
    const [recent, known] = (await makeSeekers(app, 2)) as [TestPerson, TestPerson]
    await makeOlder(app, [recent], '25 hours')
    await makeOlder(app, [known], '7 days 1 second')
    const both = async (person: TestPerson) =>
      statusesOf(await Promise.all(maestros.slice(0, 15).map((maestro) => begin(person, maestro))))
    expect(await both(recent)).toEqual({ 200: 10, 429: 5 })
    expect(await both(known)).toEqual({ 200: 15 })
  })

  test('get their age from the confirmation of their e-mail, and not from the sign-up', async () => {
    const [late] = (await makeSeekers(app, 1)) as [TestPerson]
    await app.sql`update auth.users set created_at = now() - interval '1 year' where id = ${late.id}`
    const answers = await Promise.all(maestros.slice(0, 6).map((maestro) => begin(late, maestro)))
    expect(statusesOf(answers)).toEqual({ 200: 5, 429: 1 })
  })
})

describe('LIMIT_NEWCOMERS_ADDRESS', () => {
  const app = appForTests({ LIMIT_NEWCOMERS_ADDRESS: '2/600' }, base)
  let maestros: TestMaestro[]
  beforeAll(async () => {
    maestros = await makeMaestros(app, 4)
  })

  test.each(['chat', 'contacto'] as const)(
    'counts every new %s of young accounts, and refuses only theirs',
    async (act) => {
      const [ana, eva, recent, known] = (await makeSeekers(app, 4)) as Four<TestPerson>
      await makeOlder(app, [recent], '25 hours')
      await makeOlder(app, [known], '30 days')
      const [one, two, three] = maestros as Four<TestMaestro>
      const doIt = act === 'chat' ? begin : unlock
      // Older accounts do not count.
      for (const maestro of maestros) expect((await doIt(known, maestro)).status).toBe(200)
      for (let n = 0; n < 3; n++) expect((await doIt(ana, one)).status).toBe(200)
      expect((await doIt(eva, two)).status).toBe(200)
      const refused = await doIt(eva, three)
      const seconds = Number(refused.headers.get('retry-after'))
      expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED'])
      expect(refused.message).toBe(textos.demasiadasCuentasNuevas(seconds))
      expect(seconds).toBeGreaterThan(590)
      expect((await doIt(eva, two)).status).toBe(200)
      for (const maestro of maestros) expect((await doIt(recent, maestro)).status).toBe(200)
    },
  )

  test('holds together for all acts that run at once, but for a few', async () => {
    const people = await makeSeekers(app, 30)
    const other = await startAppOfTest({ LIMIT_NEWCOMERS_ADDRESS: '2/600' }, base)
    const answers = await Promise.all(
      people.map(({ token }, n) =>
        call(clientWith(other, token), 'chat-initiate', { body: askFor(maestros[n % 4]?.id ?? '') }),
      ),
    )
    expect(statusesOf(answers)[200]).toBeLessThanOrEqual(2 + AT_ONCE)
  })

  test('allows ten times as many acts of an IPv6 /48', async () => {
    const count = (act: 'peek' | 'hit', network: number, prefix = '2001:db8:d') =>
      countByAddress(app.services.limits, act, 'newcomers:chat', addressGroup(`${prefix}:${network}::1`), {
        max: 1,
        seconds: 600,
      })
    for (let network = 0; network < 10; network++) {
      expect(await count('peek', network)).toEqual({ allowed: true })
      expect(await count('hit', network)).toEqual({ allowed: true })
      expect(await count('peek', network)).toMatchObject({ allowed: false })
    }
    expect(await count('peek', 10)).toMatchObject({ allowed: false })
    expect(await count('peek', 10, '2001:db8:e')).toEqual({ allowed: true })
  })
})

test.each(['chat', 'contacto'] as const)(
  'LIMIT_NEWCOMERS_MAESTRO: a maestro with many a new %s of young accounts gets no more of them, and all of others',
  async (act) => {
    const app = await startAppOfTest({ LIMIT_NEWCOMERS_MAESTRO: '3/3600' }, base)
    const [luis, other] = (await makeMaestros(app, 2)) as [TestMaestro, TestMaestro]
    const doIt = act === 'chat' ? begin : unlock
    const people = await makeSeekers(app, 5)
    await makeOlder(app, people, '3 days')
    for (const person of people.slice(0, 3)) expect((await doIt(person, luis)).status).toBe(200)
    const [late, known] = people.slice(3) as [TestPerson, TestPerson]
    const refused = await doIt(late, luis)
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.status, refused.message]).toEqual([429, textos.maestroConMuchasSolicitudes(seconds)])
    expect(seconds).toBeGreaterThan(3500)
    expect((await doIt(late, other)).status).toBe(200)
    expect((await doIt(people[0] as TestPerson, luis)).status).toBe(200)
    await makeOlder(app, [known], '8 days')
    expect((await doIt(known, luis)).status).toBe(200)
  },
)
