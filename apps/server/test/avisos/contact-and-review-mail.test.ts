import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { call } from '../setup/functions.ts'
import { makePair } from '../setup/rows/chats.ts'
import {
  emailOf,
  makeBuscador,
  makeMaestro,
  makeResena,
  suspend,
  unlockContacto,
} from '../setup/rows/maestros.ts'
import { headerOf, partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

/** The e-mails to a maestro about a requested contact and a received review, through a real SMTP server. */

const app = mailingAppForTests()
beforeEach(async () => {
  await app.runJobs()
  app.smtp.received.length = 0
})

const choose = (id: string, column: string, wanted: boolean) =>
  app.sql`insert into public.preferencias_avisos ${app.sql({ user_id: id, [column]: wanted })}`
const received = () => app.smtp.received.map(({ to }) => to)

describe('the e-mail about a requested contact', () => {
  test('goes to the maestro once, names the seeker and the reason, and leads to the conversation', async () => {
    const { ana, luis, chat } = await makePair(app)
    await app.sql`update public.profiles set display_name = 'Ana Ruiz Soto' where id = ${ana.id}`
    const contexto = { alcaldia: 'Coyoacán', servicio: 'Plomería' }
    const body = {
      maestro_id: luis.id,
      motivo: 'otro',
      detalle: 'Fuga detrás del lavadero, vengan pronto',
      contexto,
    }
    for (let times = 0; times < 2; times += 1) {
      expect((await call(ana.client, 'track-contact-access', { body })).status).toBe(200)
      await app.runJobs()
    }
    expect(received()).toEqual([await emailOf(app, luis.id)])
    const parts = partsOf(app.smtp.received[0]?.raw ?? '')
    expect(headerOf(parts, 'Subject')).toBe('=?UTF-8?Q?Alguien_pidi=C3=B3_tu_contacto?=')
    for (const part of [parts.text, parts.html]) {
      expect(part).toContain('Hola, Luis:')
      expect(part).toContain('Ana R ya puede ver tu teléfono')
      expect(part).toContain(`/chat-maestro/${chat}`)
      expect(part).toContain('Motivo: ')
      expect(part).not.toContain('lavadero')
      expect(part).not.toContain('Soto')
    }
  })

  test.each<[string, (pair: { buscador: string; maestro: string }) => Promise<unknown>]>([
    ['does not want it', ({ maestro }) => choose(maestro, 'correo_contacto', false)],
    ['is suspended', ({ maestro }) => suspend(app, maestro)],
    ['was erased', ({ maestro }) => eraseAccount(app.services, maestro)],
    [
      'has blocked the seeker meanwhile',
      ({ maestro, buscador }) =>
        app.sql`insert into public.bloqueos (bloqueador_id, bloqueado_id) values (${maestro}, ${buscador})`,
    ],
  ])('is not sent to a maestro who %s', async (_what, happen) => {
    const pair = { buscador: (await makeBuscador(app)).id, maestro: (await makeMaestro(app)).id }
    await unlockContacto(app, pair)
    await happen(pair)
    await app.runJobs()
    expect(received()).toEqual([])
  })

  test('is not sent when the seeker was suspended or erased meanwhile', async () => {
    for (const end of [(id: string) => suspend(app, id), (id: string) => eraseAccount(app.services, id)]) {
      const pair = { buscador: (await makeBuscador(app)).id, maestro: (await makeMaestro(app)).id }
      await unlockContacto(app, pair)
      await end(pair.buscador)
      await app.runJobs()
    }
    expect(received()).toEqual([])
  })

  test('is not sent for an access of the past, as an import writes it, nor for one that is rolled back', async () => {
    const pair = { buscador: (await makeBuscador(app)).id, maestro: (await makeMaestro(app)).id }
    await app.sql`
      insert into public.accesos_contacto (maestro_id, buscador_id, motivo, creado_en)
      values (${pair.maestro}, ${pair.buscador}, 'urgencia', now() - interval '2 days')`
    const other = (await makeBuscador(app)).id
    await expect(
      app.sql.begin(async (tx) => {
        await tx`
          insert into public.accesos_contacto (maestro_id, buscador_id, motivo)
          values (${pair.maestro}, ${other}, 'urgencia')`
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await app.runJobs()
    expect(received()).toEqual([])
  })
})

describe('the e-mail about a received review', () => {
  const COMMENT = 'Muy <b>bueno</b> & puntual,\r\nBcc: todos'

  test('goes to the maestro once, with the stars and the text of the review as text', async () => {
    const luis = await makeMaestro(app, { nombre: 'Luis' })
    const ana = await makeBuscador(app, { nombre: 'Ana', apellido: 'Ruiz' })
    const id = await makeResena(app, {
      maestro: luis.id,
      buscador: ana.id,
      puntuacion: 4,
      comentario: COMMENT,
    })
    await app.runJobs()
    await app.sql`update public.resenas set puntuacion = 5, editado_en = now() where id = ${id}`
    await app.runJobs()
    expect(received()).toEqual([await emailOf(app, luis.id)])
    const parts = partsOf(app.smtp.received[0]?.raw ?? '')
    expect(parts.text).toContain('Ana R te calificó con 4 estrellas de 5')
    for (const part of [parts.text, parts.html]) expect(part).toContain('/perfil-maestro#resenas')
    expect(parts.text).toContain('Muy <b>bueno</b> & puntual,')
    expect(parts.html).toContain('Muy &lt;b&gt;bueno&lt;/b&gt; &amp; puntual,')
    expect(parts.html).not.toContain('<b>bueno')
    expect(parts.head).not.toMatch(/^Bcc:/im)
  })

  test.each<[string, (maestro: string, resena: string) => Promise<unknown>]>([
    ['the maestro does not want it', (maestro) => choose(maestro, 'correo_resenas', false)],
    ['the maestro is suspended', (maestro) => suspend(app, maestro)],
    ['the maestro was erased', (maestro) => eraseAccount(app.services, maestro)],
    [
      'the author was suspended',
      async (_maestro, resena) =>
        app.sql`
          update public.profiles set suspendido_en = now()
          where id = (select buscador_id from public.resenas where id = ${resena})`,
    ],
    [
      'the review was hidden',
      (_maestro, resena) => app.sql`update public.resenas set oculta = true where id = ${resena}`,
    ],
  ])('is not sent when %s', async (_what, happen) => {
    const { id: maestro } = await makeMaestro(app)
    const resena = await makeResena(app, { maestro, puntuacion: 5 })
    await happen(maestro, resena)
    await app.runJobs()
    expect(received()).toEqual([])
  })
})
