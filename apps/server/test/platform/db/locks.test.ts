import { randomUUID } from 'node:crypto'
import { onboardingEnlace } from '@maestros/contrato/onboarding/onboarding-enlace'
import postgres, { type ReservedSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANON } from '../../../src/platform/caller.ts'
import { toFunctionError } from '../../../src/protocol/functions/errors.ts'
import { toRestError } from '../../../src/protocol/rest/errors.ts'
import { keepCurrent } from '../../../src/subjects/directorio/keep-current.ts'
import { type Account, lastMailTo, openLink, signUp } from '../../protocol/auth/people.ts'
import { codeOf, pkceClient } from '../../protocol/auth/pkce-client.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import { askFor, makePair, type Pair, whileOpen } from '../../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, makeResena, type TestPerson } from '../../setup/rows/maestros.ts'
import { makeNewcomer } from '../../setup/rows/onboarding.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'

/** Simultaneous changes wait for each other: none ends in a deadlock. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const report = ({ client }: TestPerson, { id }: TestPerson) =>
  call(client, 'reportar', {
    body: { client_id: randomUUID(), persona_id: id, motivo: 'acoso', bloquear: false },
  })

describe('maestros who change their trades and boroughs at the same time', () => {
  const oficios = ['Plomería', 'Pintura', 'Herrería', 'Electricidad']
  const alcaldias = ['Coyoacán', 'Tlalpan', 'Iztapalapa', 'Xochimilco']
  /** Every second maestro takes the names in the opposite order. */
  const some = (names: string[], round: number, turned: boolean) => {
    const one = [names[round % names.length]!, names[(round + 1) % names.length]!]
    const other = names.filter((name) => !one.includes(name))
    return turned ? other : one
  }

  test('are all served, and the totals equal a new count', async () => {
    const maestros = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        makeMaestro(app, {
          oficios: some(oficios, 0, n % 2 === 0),
          alcaldias: some(alcaldias, 0, n % 2 === 1),
        }),
      ),
    )
    const answers = await Promise.all(
      maestros.map(async ({ client }, n) => {
        const statuses: number[] = []
        for (let round = 1; round <= 12; round += 1) {
          const [tipo, nombres] =
            round % 3 === 0
              ? ['alcaldias', some(alcaldias, round, n % 2 === 1)]
              : ['oficios', some(oficios, round, n % 2 === 0)]
          const { status } = await call(client, 'guardar-elecciones', { body: { tipo, nombres } })
          statuses.push(status)
        }
        return statuses
      }),
    )
    expect(answers.flat().filter((status) => status !== 200)).toEqual([])
    const counted = await app.sql`
      select alcaldia, oficio, count(*)::int as total from interno.directorio group by 1, 2 order by 1, 2`
    expect(
      await app.sql`
      select alcaldia, oficio, total from interno.directorio_totales where total > 0 order by 1, 2`,
    ).toEqual(counted)
  })
})

describe('a suspension', () => {
  test('locks the chats before the maestros that were reviewed, as a message does', async () => {
    const { ana, luis, chat } = await makePair(app)
    await makeResena(app, { maestro: luis.id, buscador: ana.id, puntuacion: 5 })
    const { done } = await whileOpen(
      app,
      {
        before: (sql) => sql`select from public.chats where id = ${chat} for no key update`,
        after: (sql) => sql`select from public.maestros where id = ${luis.id} for no key update`,
      },
      // A statement is sent when it is awaited.
      async () =>
        await app.services.db.sql`update public.profiles set suspendido_en = now() where id = ${ana.id}`,
    )
    expect(done.count).toBe(1)
  })

  test('of the reporter that ends while a report is being written refuses the report', async () => {
    const { ana, luis } = await makePair(app)
    const { done } = await whileOpen(
      app,
      { before: (sql) => sql`update public.profiles set suspendido_en = now() where id = ${ana.id}` },
      () => report(ana, luis),
    )
    expect(done.status).toBe(403)
    expect(await app.sql`select from interno.reportes where reportante_id = ${ana.id}`).toHaveLength(0)
  })
})

test.each([
  ['suspension', 'maestro', 404],
  ['suspension', 'buscador', 403],
  ['closing', 'maestro', 404],
  ['closing', 'buscador', 401],
] as const)(
  'the %s of the account of a %s that ends while a chat is being started refuses the chat',
  async (what, role, status) => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    const { id, sessionId } = role === 'maestro' ? luis : ana
    const before = (sql: ReservedSql) =>
      what === 'suspension'
        ? sql`update public.profiles set suspendido_en = now() where id = ${id}`
        : sql`select interno.cerrar_cuenta(${id}, ${sessionId}, 30, 60)`
    const { done } = await whileOpen(app, { before }, () =>
      call(ana.client, 'chat-initiate', { body: askFor(luis.id) }),
    )
    expect(done.status).toBe(status)
    expect(await app.sql`select from public.chats where maestro_id = ${luis.id}`).toHaveLength(0)
    const closings = await app.sql`select from interno.cierres where cuenta_id = ${id}`
    expect(closings).toHaveLength(what === 'closing' ? 1 : 0)
  },
)

describe('the profiles of a seeker and a maestro', () => {
  /** The ids are random, and the order of locks must not depend on them. */
  async function pairWithSmallerMaestro() {
    for (;;) {
      const pair = await makePair(app)
      if (pair.luis.id < pair.ana.id) return pair
    }
  }

  const acts: { what: string; act(pair: Pair): Promise<unknown> }[] = [
    {
      what: 'a block',
      act: ({ ana, luis }) =>
        call(luis.client, 'cambiar-bloqueo', { body: { persona_id: ana.id, bloquear: true } }),
    },
    {
      what: 'a report',
      act: ({ ana, luis }) => report(luis, ana),
    },
    {
      what: 'a row that names both',
      act: async ({ ana, luis }) =>
        await app.services.db.sql`
          insert into public.accesos_contacto (buscador_id, maestro_id, motivo) values (${ana.id}, ${luis.id}, 'urgencia')`,
    },
  ]
  test.each(acts)('are locked in this order by $what', async ({ act }) => {
    const pair = await pairWithSmallerMaestro()
    const { held } = await whileOpen(
      app,
      {
        before: (sql) => sql`select from public.profiles where id = ${pair.ana.id} for no key update`,
        after: (sql) => sql`select from public.profiles where id = ${pair.luis.id} for no key update nowait`,
      },
      () => act(pair),
    )
    expect(held?.count).toBe(1)
  })
})

describe('a second onboarding', () => {
  /** A maestro who had chosen Plomería and whose photo was removed by an operator, so that the profile is not complete. */
  async function makeIncomplete() {
    const person = await makeNewcomer(app)
    const form = { ...person.form, oficios: ['Plomería'], alcaldias: ['Coyoacán'] }
    const submit = (oficios: string[]) =>
      call(person.client, 'onboarding-enviar', { body: { ...form, oficios } })
    expect((await submit(form.oficios)).status).toBe(200)
    const [row] = await app.sql<{ foto: string }[]>`
      select foto_perfil_url as foto from public.maestros where id = ${person.id}`
    await app.sql`update public.maestros set foto_perfil_url = null where id = ${person.id}`
    return { ...person, foto: row!.foto, submit: () => submit(['Albañilería']) }
  }
  const tradesOf = async ({ id }: { id: string }) => [
    ...(await app.sql`
      select oficio, d.maestro_id is not null as listed from public.maestro_oficios o
      left join interno.directorio d using (maestro_id, oficio) where maestro_id = ${id}`),
  ]

  test('does not lock the totals of the trades that it replaces', async () => {
    await makeMaestro(app, { oficios: ['Albañilería', 'Plomería'] })
    const nuria = await makeIncomplete()
    const total = (sql: ReservedSql, oficio: string) => sql`
      select from interno.directorio_totales where (alcaldia, oficio) = ('Coyoacán', ${oficio}) for update skip locked`
    const { held, done } = await whileOpen(
      app,
      { before: (sql) => total(sql, 'Albañilería'), after: (sql) => total(sql, 'Plomería') },
      () => nuria.submit(),
    )
    expect([held?.count, done.status]).toEqual([1, 200])
    expect(await tradesOf(nuria)).toEqual([{ oficio: 'Albañilería', listed: true }])
  })

  test('changes nothing when the profile becomes complete at the same time', async () => {
    const nuria = await makeIncomplete()
    const { done } = await whileOpen(
      app,
      {
        before: (sql) =>
          sql`update public.maestros set foto_perfil_url = ${nuria.foto} where id = ${nuria.id}`,
      },
      () => nuria.submit(),
    )
    expect(done.status).toBe(200)
    expect(await tradesOf(nuria)).toEqual([{ oficio: 'Plomería', listed: true }])
  })
})

describe('a change of the own name', () => {
  test('does not wait for rows that are being written and refer to the profile', async () => {
    const { luis, chat } = await makePair(app)
    const datos = { nombre: 'Lucio', apellido: 'Hernández', telefono: '5512345678' }
    const status = await app.sql.begin(async (tx) => {
      await tx`insert into interno.reportes (client_id, reportante_id, reportado_id, chat_id, motivo)
        select gen_random_uuid(), buscador_id, maestro_id, id, 'fraude' from public.chats where id = ${chat}`
      return (await call(luis.client, 'guardar-contacto', { body: datos })).status
    })
    expect(status).toBe(200)
  })
})

describe('the hourly update of the directory', () => {
  test('waits for a maestro whose answer time it computes again without holding the totals of others', async () => {
    const [back, slow] = [await makeMaestro(app), await makeMaestro(app)]
    // One has come back from a pause, and the answer time of the other has to be computed again.
    await app.sql`
      insert into interno.disponibilidad (maestro_id, pausa_hasta)
      values (${back.id}, interno.dia_de_la_ciudad(now()) + 1)`
    await app.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update interno.disponibilidad set pausa_hasta = pausa_hasta - 1 where maestro_id = ${back.id}`
    })
    await app.sql`
      insert into interno.tiempos_de_respuesta (maestro_id, respuestas, mediana, paso, vence_en)
      values (${slow.id}, 5, 3, '15_minutos', now())`
    const { held } = await whileOpen(
      app,
      {
        before: (sql) => sql`select from public.maestros where id = ${slow.id} for no key update`,
        after: (sql) => sql`update public.maestros set ine_verificado = true where id = ${slow.id}`,
      },
      () => keepCurrent(app.services.db.sql),
    )
    expect(held?.count).toBe(1)
    expect(
      await app.sql`select maestro_id from interno.directorio where maestro_id in (${back.id}, ${slow.id})`,
    ).toHaveLength(2)
    expect([
      ...(await app.sql`select respuestas, paso from interno.tiempos_de_respuesta where maestro_id = ${slow.id}`),
    ]).toEqual([{ respuestas: 0, paso: null }])
  })
})

describe('the erasure of an account', () => {
  // The pool of `app.sql` has two connections, and the test uses both.
  const erase = async (id: string) =>
    (await app.services.db.sql`select borrada from interno.borrar_cuenta(${id})`)[0]

  const recoveryOf = async (email: string) => {
    await app.client().auth.resetPasswordForEmail(email)
    return lastMailTo(app, email)
  }

  const acts: { what: string; act(sql: ReservedSql, id: string): Promise<unknown> }[] = [
    {
      what: 'a search alert',
      act: (sql, id) => sql`select interno.pedir_aviso(${id}, 'Tláhuac', 'Herrería', 5)`,
    },
    {
      what: 'a step of the onboarding',
      act: (sql, id) =>
        sql`select interno.guardar_borrador(${id}, ${sql.json({ oficios: { valor: ['Pintura'], base: 0 } })})`,
    },
  ]
  test.each(acts)('waits for $what that has locked the profile', async ({ act }) => {
    const { id } = await makeBuscador(app)
    const { done } = await whileOpen(
      app,
      {
        before: (sql) => sql`select from public.profiles where id = ${id} for no key update`,
        after: (sql) => act(sql, id),
      },
      () => erase(id),
    )
    expect(done).toEqual({ borrada: true })
    expect(await app.sql`select from auth.users where id = ${id}`).toHaveLength(0)
  })

  test('waits for a change of the account that locks the profile afterwards', async () => {
    const { id } = await makeBuscador(app)
    const { done } = await whileOpen(
      app,
      {
        before: (sql) => sql`update auth.users set updated_at = now() where id = ${id}`,
        after: (sql) => sql`select from public.profiles where id = ${id} for no key update`,
      },
      () => erase(id),
    )
    expect(done).toEqual({ borrada: true })
  })

  const entries: { what: string; begin(account: Account): Promise<() => Promise<unknown>> }[] = [
    {
      what: 'a request of a recovery',
      begin:
        async ({ email }) =>
        () =>
          app.client().auth.resetPasswordForEmail(email),
    },
    {
      what: 'a link of an e-mail',
      begin: async ({ email }) => {
        const { link } = await recoveryOf(email)
        return () => openLink(link)
      },
    },
    {
      what: 'a code of an e-mail',
      begin: async ({ email }) => {
        const { code } = await recoveryOf(email)
        return () => app.client().auth.verifyOtp({ email, token: code, type: 'recovery' })
      },
    },
    {
      what: 'a code of a PKCE link',
      begin: async ({ email }) => {
        const client = pkceClient(app)
        await client.auth.resetPasswordForEmail(email)
        const code = await codeOf((await lastMailTo(app, email)).link)
        return () => client.auth.exchangeCodeForSession(code)
      },
    },
    {
      what: 'a new password',
      begin: async ({ email, client }) => {
        await recoveryOf(email)
        return () => client.auth.updateUser({ password: 'otra-secreta-456' })
      },
    },
    {
      what: 'the link of a QR code',
      begin: async ({ client }) => {
        const link = onboardingEnlace.output.parse(
          (await call(client, 'onboarding-enlace', { body: {} })).data,
        )
        return () => app.client().auth.verifyOtp({ type: 'magiclink', token_hash: link.token })
      },
    },
  ]
  test.each(entries)(
    'locks the account before rows that refer to it, and $what does too',
    async ({ begin }) => {
      const account = await signUp(app, { role: 'maestro', nombre: 'Nuria' })
      const { id } = account.user
      const act = await begin(account)
      const { held } = await whileOpen(
        app,
        {
          // With the limit, an erasure that would wait for the act fails here. PostgreSQL might end the act instead.
          before: async (sql) => {
            await sql`set local lock_timeout = '500ms'`
            await sql`select from auth.users where id = ${id} for no key update`
          },
          after: (sql) => sql<{ borrada: boolean }[]>`select borrada from interno.borrar_cuenta(${id})`,
        },
        act,
      )
      expect(held).toEqual([{ borrada: true }])
    },
  )

  test('locks the profile before the files, and a ticket does too', async () => {
    const ana = await makeBuscador(app)
    await ana.client.storage.from('support-tickets').upload('error.jpg', blob(await jpeg()))
    const { held, done } = await whileOpen(
      app,
      {
        before: (sql) => sql`select from public.profiles where id = ${ana.id} for no key update`,
        after: (sql) => sql`select from storage.objects where owner = ${ana.id} for update nowait`,
      },
      () =>
        call(ana.client, 'submit-support-ticket', {
          body: {
            nombre: 'Ana Ruiz',
            correo: 'ana@ejemplo.mx',
            mensaje: 'No puedo entrar a mi cuenta',
            imagenes_url: [`${ana.id}/error.jpg`],
          },
        }),
    )
    expect([held?.count, done.status]).toEqual([1, 200])
  })
})

test.each(['40P01', '40001'])(
  'a table read or a function that PostgreSQL ends with %s can be repeated',
  (code) => {
    const conflict = Object.assign(new postgres.PostgresError({ message: 'x' } as never), { code })
    const headers = { 'retry-after': '1' }
    expect(toRestError(conflict, ANON)).toMatchObject({ status: 503, code, headers })
    expect(toFunctionError(conflict)).toMatchObject({ code: 'UNAVAILABLE', headers })
  },
)
