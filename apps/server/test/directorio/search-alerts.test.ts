import { alternativas } from '@maestros/contrato/directorio/alternativas'
import { correos } from '@maestros/dominio/avisos/textos-de-correos'
import { vecinasDe } from '@maestros/dominio/directorio/alcaldias-vecinas'
import { AVISOS_POR_BUSCADOR } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ALCALDIAS } from '../../../../db/demo/places.ts'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { findSearchAlerts } from '../../src/subjects/directorio/search-alerts.ts'
import { newEmail, PASSWORD } from '../protocol/auth/people.ts'
import { startApp } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { whileOpen } from '../setup/rows/chats.ts'
import { emailOf, makeBuscador, makeMaestro, suspend, type TestPerson } from '../setup/rows/maestros.ts'
import { partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

const app = mailingAppForTests()
beforeEach(async () => {
  await app.runJobs()
  app.smtp.received.length = 0
})

/** Each test has its own trade, so that nobody is listed for it. */
const trades = [
  'Herrería',
  'Pintura',
  'Carpintería',
  'Tapicería',
  'Tablaroca',
  'Refrigeración',
  'Mudanzas',
  'Limpieza',
  'Jardinería',
  'Fumigación',
  'Albañilería',
  'Aire acondicionado',
  'Cerrajería',
  'Control de plagas',
  'Electrodomésticos',
  'Impermeabilización',
  'Paneles solares',
  'Pisos y azulejos',
]
const newTrade = () => trades.pop()!

const ask = (client: SupabaseClient, alcaldia: string, oficio: string, activo = true) =>
  call(client, 'avisame', { body: { alcaldia, oficio, activo } })
const offered = async (client: SupabaseClient, alcaldia: string, oficio: string) =>
  alternativas.output.parse(
    (await call(client, `alternativas?${new URLSearchParams({ alcaldia, oficio })}`)).data,
  )
const received = () => app.smtp.received.map(({ to }) => to).sort()

describe('a search without results', () => {
  test('offers the neighbouring boroughs that have maestros of the trade, most first, with how many', async () => {
    const oficio = newTrade()
    for (const alcaldias of [['Coyoacán'], ['Tlalpan', 'Coyoacán'], ['Azcapotzalco'], ['Xochimilco']])
      await makeMaestro(app, { oficios: [oficio], alcaldias })
    expect((await offered(app.client(), 'Iztapalapa', oficio)).cercanas).toEqual([
      { alcaldia: 'Coyoacán', total: 2 },
      { alcaldia: 'Xochimilco', total: 1 },
    ])
    expect(await offered(app.client(), 'Cuajimalpa de Morelos', oficio)).toEqual({ cercanas: [], avisos: [] })
    expect(await offered(app.client(), 'Narnia', oficio)).toEqual({ cercanas: [], avisos: [] })
    expect(await offered(app.client(), 'constructor', oficio)).toEqual({ cercanas: [], avisos: [] })
  })

  test('has neighbours for every borough of the catalogue, and each of them has it as a neighbour', async () => {
    const rows = await app.sql<{ nombre: string }[]>`select nombre from public.alcaldias_disponibles`
    const alcaldias = rows.map(({ nombre }) => nombre)
    for (const alcaldia of alcaldias) {
      expect(vecinasDe(alcaldia).length).toBeGreaterThan(1)
      expect(alcaldias).toEqual(expect.arrayContaining([...vecinasDe(alcaldia)]))
      for (const vecina of vecinasDe(alcaldia)) expect(vecinasDe(vecina)).toContain(alcaldia)
    }
  })
})

describe('an alert', () => {
  test('about a retired trade waits, and is sent when the trade is active again', async () => {
    const oficio = newTrade()
    const activate = (activo: boolean) =>
      app.sql`update public.oficios_disponibles set activo = ${activo} where nombre = ${oficio}`
    const ana = await makeBuscador(app)
    const { id } = await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await suspend(app, id)
    expect((await ask(ana.client, 'Tláhuac', oficio)).status).toBe(200)
    await activate(false)
    await app.sql`update public.profiles set suspendido_en = null where id = ${id}`
    await app.runJobs()
    expect(received()).toEqual([])
    await activate(true)
    await app.runJobs()
    expect(received()).toEqual([await emailOf(app, ana.id)])
  })

  test('is one e-mail when the first maestro of that trade and borough is listed, and then done', async () => {
    const oficio = newTrade()
    const [ana, eva] = [await makeBuscador(app), await makeBuscador(app)]
    for (const { client } of [ana, eva]) expect((await ask(client, 'Tláhuac', oficio)).status).toBe(200)
    await ask(ana.client, 'Milpa Alta', oficio)
    expect((await offered(ana.client, 'Tláhuac', oficio)).avisos).toEqual([
      { alcaldia: 'Milpa Alta', oficio },
      { alcaldia: 'Tláhuac', oficio },
    ])
    await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await app.runJobs()
    expect(received()).toEqual([await emailOf(app, ana.id), await emailOf(app, eva.id)].sort())
    const { text } = partsOf(app.smtp.received[0]?.raw ?? '')
    expect(text).toContain(correos.avisoDeMaestro.boton)
    expect(text).toContain(`alguien de ${oficio} en Tláhuac`)
    const link = `${app.services.config.siteUrl}/resultados?${new URLSearchParams({ alcaldia: 'Tláhuac', oficio })}`
    expect(text).toContain(link)
    await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await app.runJobs()
    expect(app.smtp.received).toHaveLength(2)
    expect((await offered(ana.client, 'Tláhuac', oficio)).avisos).toEqual([
      { alcaldia: 'Milpa Alta', oficio },
    ])
  })

  test('that is taken back, or whose account is erased or suspended, is not sent', async () => {
    const oficio = newTrade()
    const people = await Promise.all(Array.from({ length: 4 }, () => makeBuscador(app)))
    for (const { client } of people) await ask(client, 'Tláhuac', oficio)
    const [back, erased, suspended, stays] = people as [TestPerson, TestPerson, TestPerson, TestPerson]
    expect((await ask(back.client, 'Tláhuac', oficio, false)).status).toBe(200)
    expect((await ask(back.client, 'Tláhuac', oficio, false)).status).toBe(200)
    await eraseAccount(app.services, erased.id)
    expect(
      await app.sql`select from interno.avisos_de_busqueda where buscador_id = ${erased.id}`,
    ).toHaveLength(0)
    await suspend(app, suspended.id)
    await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await app.runJobs()
    expect(received()).toEqual([await emailOf(app, stays.id)])
  })

  test('waits for the next maestro when the first is gone before the e-mail is sent', async () => {
    const oficio = newTrade()
    const ana = await makeBuscador(app)
    await ask(ana.client, 'Tláhuac', oficio)
    const luis = await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await suspend(app, luis.id)
    await app.runJobs()
    expect(received()).toEqual([])
    await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await app.runJobs()
    expect(received()).toEqual([await emailOf(app, ana.id)])
  })

  const alertsOf = ({ id }: TestPerson) =>
    app.sql`select encolado_en from interno.avisos_de_busqueda where buscador_id = ${id}`
  const findWaiting = async () => {
    await app.sql`select interno.encolar(${findSearchAlerts.name}, '{}', 1)`
    await app.runJobs()
  }

  test('whose mailbox refuses the e-mail is deleted, so that it holds no place', async () => {
    const oficio = newTrade()
    const ana = await makeBuscador(app)
    await ask(ana.client, 'Tláhuac', oficio)
    app.smtp.behave('refuse')
    await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await app.runJobs()
    app.smtp.behave('accept')
    expect(app.takeErrors().join()).toContain('a job has failed for good')
    expect(await alertsOf(ana)).toHaveLength(0)
  })

  test('is sent again with the same Message-ID when its end could not be written', async () => {
    const oficio = newTrade()
    const ana = await makeBuscador(app)
    await ask(ana.client, 'Tláhuac', oficio)
    const removeFailure = () => app.sql`drop function if exists interno.prueba_fallar cascade`
    onTestFinished(async () => void (await removeFailure()))
    await app.sql`
      create function interno.prueba_fallar() returns trigger language plpgsql
      as $$ begin raise exception 'todavía no'; end $$`
    await app.sql`
      create trigger prueba_fallar before delete on interno.avisos_de_busqueda
      for each row execute function interno.prueba_fallar()`
    await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await app.runJobs()
    await removeFailure()
    await app.sql`update graphile_worker._private_jobs set run_at = now()`
    await app.runJobs()
    const email = await emailOf(app, ana.id)
    expect(received()).toEqual([email, email])
    expect(new Set(app.smtp.received.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await alertsOf(ana)).toHaveLength(0)
    app.takeErrors()
  })

  test('of a person who is suspended when it is due is sent once the suspension has ended', async () => {
    const oficio = newTrade()
    const ana = await makeBuscador(app)
    await ask(ana.client, 'Tláhuac', oficio)
    await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    // Queued before the suspension, and due during it.
    await app.sql`select interno.encolar_avisos('Tláhuac', ${oficio}, 10)`
    await suspend(app, ana.id)
    await app.runJobs()
    await findWaiting()
    expect(received()).toEqual([])
    expect(await alertsOf(ana)).toMatchObject([{ encolado_en: null }])
    await app.sql`update public.profiles set suspendido_en = null where id = ${ana.id}`
    await findWaiting()
    expect(received()).toEqual([await emailOf(app, ana.id)])
    expect(await alertsOf(ana)).toHaveLength(0)
  })

  test('whose maestro is listed again at the moment when it is put back is sent', async () => {
    const oficio = newTrade()
    const ana = await makeBuscador(app)
    await ask(ana.client, 'Tláhuac', oficio)
    const luis = await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await app.sql`select interno.encolar_avisos('Tláhuac', ${oficio}, 10)`
    await suspend(app, luis.id)
    // With connections of its own, the job reads that nobody is listed. Then it waits for the row, while he is listed again.
    const other = await startApp({ SMTP_URL: app.smtp.url }, app)
    try {
      await whileOpen(
        app,
        {
          before: (sql) =>
            sql`select from interno.avisos_de_busqueda where buscador_id = ${ana.id} for update`,
          after: (sql) => sql`update public.profiles set suspendido_en = null where id = ${luis.id}`,
        },
        () => other.runJobs(),
      )
    } finally {
      await other.close()
    }
    expect(received()).toEqual([await emailOf(app, ana.id)])
  })

  test('that is asked for while a maestro is being listed is refused or sent, and never lost', async () => {
    const oficio = newTrade()
    const ana = await makeBuscador(app)
    const luis = await makeMaestro(app, { oficios: [oficio], alcaldias: ['Coyoacán'] })
    const { done } = await whileOpen(
      app,
      {
        before: (sql) =>
          sql`insert into public.maestro_alcaldias (maestro_id, alcaldia) values (${luis.id}, 'Tláhuac')`,
      },
      () => ask(ana.client, 'Tláhuac', oficio),
    )
    expect(done).toMatchObject({ status: 400, message: textos.avisoConResultados })
  })

  test('is for names of the catalogue, and each seeker has at most 20', async () => {
    const oficio = 'Paneles solares'
    const ana = await makeBuscador(app)
    expect((await ask(ana.client, 'Narnia', oficio)).code).toBe('INVALID_INPUT')
    expect((await ask(ana.client, 'Tláhuac', 'Magia')).code).toBe('INVALID_INPUT')
    const searches = ALCALDIAS.flatMap((alcaldia) => [
      { alcaldia, oficio },
      { alcaldia, oficio: 'Internet y redes' },
    ])
    const first = searches.slice(0, AVISOS_POR_BUSCADOR)
    const [beyond] = searches.slice(AVISOS_POR_BUSCADOR)
    const answers = await Promise.all(first.map((one) => ask(ana.client, one.alcaldia, one.oficio)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await ask(ana.client, first[0]!.alcaldia, first[0]!.oficio)).status).toBe(200)
    const refused = await ask(ana.client, beyond!.alcaldia, beyond!.oficio)
    expect(refused).toMatchObject({ status: 403, message: textos.avisosDemasiados(AVISOS_POR_BUSCADOR) })
    expect((await offered(ana.client, 'Tláhuac', oficio)).avisos).toHaveLength(AVISOS_POR_BUSCADOR)
    await ask(ana.client, first[0]!.alcaldia, first[0]!.oficio, false)
    expect((await ask(ana.client, beyond!.alcaldia, beyond!.oficio)).status).toBe(200)
  })

  test('that waits for its e-mail does not delay the confirmation of a sign-up', async () => {
    const oficio = newTrade()
    for (let count = 0; count < 12; count++) {
      const { client } = await makeBuscador(app)
      expect((await ask(client, 'Tláhuac', oficio)).status).toBe(200)
    }
    await makeMaestro(app, { oficios: [oficio], alcaldias: ['Tláhuac'] })
    await app.sql`select interno.encolar_avisos('Tláhuac', ${oficio}, 100)`
    const email = newEmail()
    await app.client().auth.signUp({ email, password: PASSWORD })
    await app.runJobs()
    expect(app.smtp.received).toHaveLength(13)
    // Four e-mails are sent at a time, in any order, and a busy machine may finish several of them before the first. Without the
    // order of jobs it would be the last one.
    expect(app.smtp.received.slice(0, 8).map(({ to }) => to)).toContain(email)
  })
})
