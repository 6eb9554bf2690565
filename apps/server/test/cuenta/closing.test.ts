import { join } from 'node:path'
import { correos } from '@maestros/dominio/avisos/textos-de-correos'
import { CIERRE_DIAS } from '@maestros/dominio/cuenta/cierre-y-exportacion'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listMails } from '../../src/platform/mail/local-mailbox.ts'
import { type Account, lastMailTo, openLink, PASSWORD, signInAgain, signUp } from '../protocol/auth/people.ts'
import { appForTests, beforeTests, startApp, type TestApp } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { eventually, listen, liveClient, NAVBAR, state, subscribed } from '../setup/live.ts'
import { makePair, send, startChat, whileOpen } from '../setup/rows/chats.ts'
import { emailOf, makeBuscador, makeMaestro, signIn } from '../setup/rows/maestros.ts'
import { makeOperator } from '../setup/rows/operators.ts'
import { startSmtp, type TestSmtp } from '../setup/services/smtp.ts'

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))

const close = ({ client, user }: Account) => call(client, 'cerrar-cuenta', { body: { usuario_id: user.id } })
const mailsTo = async (email: string) =>
  (await listMails(join(app.services.config.DATA_DIR, 'outbox'), 1000))
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)
const passTime = (id: string) =>
  app.sql`update interno.cierres set borrar_en = now() - interval '1 minute' where cuenta_id = ${id}`
const eraseDue = async () => {
  await app.sql`select interno.encolar_borrados()`
  await app.runJobs()
}
const suspend = (id: string, suspends: boolean) =>
  app.sql`select interno.cambiar_suspension(${olga.id}, ${id}, ${suspends}, 'Datos falsos en su perfil') as changed`

describe('closing an account', () => {
  test('needs a session that was just opened with the password, and the own id', async () => {
    const ana = await signUp(app)
    await app.sql`update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${ana.user.id}`
    expect(await close(ana)).toMatchObject({ status: 403, message: textos.confirmaContrasena })
    const otp = await signInAgain(app, ana)
    await app.sql`update auth.sessions set method = 'otp' where user_id = ${ana.user.id}`
    expect((await close(otp)).status).toBe(403)
    const again = await signInAgain(app, ana)
    const other = await makeBuscador(app)
    expect(await call(again.client, 'cerrar-cuenta', { body: { usuario_id: other.id } })).toMatchObject({
      status: 403,
      message: textos.otraPersona,
    })
    const closed = await close(again)
    expect(closed.status).toBe(200)
    const { borrar_en } = closed.data as { borrar_en: string }
    expect(Math.round((Date.parse(borrar_en) - Date.now()) / 86_400_000)).toBe(CIERRE_DIAS)
  })

  test('signs out everywhere at once, without calling the account suspended, and sends an e-mail', async () => {
    const ana = await signUp(app)
    const other = await signInAgain(app, ana)
    const socket = await subscribed(
      listen(await liveClient(app, { token: other.session.access_token }), NAVBAR),
    )
    await close(ana)
    expect((await other.client.from('profiles').select('id')).status).toBe(401)
    expect(await call(other.client, 'get-chats', { body: {} })).toMatchObject({ code: 'SESSION_EXPIRED' })
    const { refresh_token } = other.session
    expect((await app.client().auth.refreshSession({ refresh_token })).error?.code).toBe(
      'refresh_token_not_found',
    )
    await state(socket, 'CLOSED')
    expect(socket.system.at(-1)?.message).not.toContain('banned')
    await app.runJobs()
    expect(await mailsTo(ana.email)).toContain(correos.cierreDeCuenta.asunto)
    // A sign-in that had read the account before may still write its session.
    const late = await signIn(app, ana.user.id)
    expect((await late.client.from('profiles').select('id')).status).toBe(401)
    expect((await call(late.client, 'get-chats', { body: {} })).status).toBe(401)
  })

  test('is limited, so that closing and keeping the account cannot send any number of e-mails', async () => {
    const limited = await startApp({ LIMIT_CLOSINGS_PERSON: '2/86400' }, app)
    const ana = await signUp(app)
    const attempt = async (method: 'password' | 'otp' = 'password') => {
      const again = await signInAgain(limited, ana)
      await app.sql`update auth.sessions set method = ${method} where user_id = ${ana.user.id}`
      return close(again)
    }
    expect((await attempt()).status).toBe(200)
    // Somebody with a found session cannot use up the limit of the owner.
    expect((await attempt('otp')).status).toBe(403)
    expect((await attempt()).status).toBe(200)
    expect(await attempt()).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(await app.sql`select from interno.cierres where cuenta_id = ${ana.user.id}`).toHaveLength(0)
    await limited.close()
  })

  test('hides a maestro from the directory and pauses the chats, and signing in brings all back', async () => {
    const luis = await makeMaestro(app)
    const ana = await makeBuscador(app)
    const chat = await startChat(ana.client, luis.id)
    const email = await emailOf(app, luis.id)
    const listed = async () =>
      JSON.stringify(
        (await search(app.client(), { alcaldia: 'Coyoacán', oficio: 'Plomería' })).data,
      ).includes(luis.id)
    await app.sql`
      update auth.users set encrypted_password = (select encrypted_password from auth.users where email = ${
        (await signUp(app)).email
      }) where id = ${luis.id}`
    expect(await listed()).toBe(true)
    expect((await call(luis.client, 'cerrar-cuenta', { body: { usuario_id: luis.id } })).status).toBe(200)
    await app.runJobs()
    expect(await listed()).toBe(false)
    expect((await call(ana.client, `maestro-profile/${luis.id}`)).status).toBe(404)
    expect(await send(ana.client, chat, '¿Sigue ahí?')).toMatchObject({
      status: 403,
      message: textos.personaNoDisponible,
    })
    const client = app.client()
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.user?.app_metadata.cuenta_conservada).toBe(true)
    await app.runJobs()
    expect(await mailsTo(email)).toContain(correos.cuentaConservada.asunto)
    expect(await listed()).toBe(true)
    expect((await send(ana.client, chat, 'Qué bueno')).status).toBe(200)
    expect((await send(client, chat, 'Aquí sigo')).status).toBe(200)
    expect(await app.sql`select from interno.cierres where cuenta_id = ${luis.id}`).toHaveLength(0)
    const next = await app.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(next.data.user?.app_metadata.cuenta_conservada).toBeUndefined()
  })

  test.each(['link', 'code'] as const)(
    'is undone by the %s of a recovery, which the access token and an e-mail say',
    async (used) => {
      const ana = await signUp(app)
      await close(ana)
      await app.runJobs()
      expect((await app.client().auth.resetPasswordForEmail(ana.email)).error).toBeNull()
      const { link, code } = await lastMailTo(app, ana.email)
      expect(await mailsTo(ana.email)).not.toContain(correos.cuentaConservada.asunto)
      const token =
        used === 'link'
          ? (await openLink(link)).hash.get('access_token')
          : (await app.client().auth.verifyOtp({ email: ana.email, token: code, type: 'recovery' })).data
              .session?.access_token
      expect(decodeJwt(token ?? '').app_metadata).toMatchObject({ cuenta_conservada: true })
      expect(await app.sql`select from interno.cierres where cuenta_id = ${ana.user.id}`).toHaveLength(0)
      // Somebody else cannot prevent the e-mail by closing the account again.
      await close(await signInAgain(app, ana))
      await app.runJobs()
      expect(await mailsTo(ana.email)).toContain(correos.cuentaConservada.asunto)
    },
  )

  test('is undone by two sign-ins at the same time, and both are signed in', async () => {
    const ana = await signUp(app)
    await close(ana)
    const { done } = await whileOpen(
      app,
      { before: (sql) => sql`select interno.conservar_cuenta(${ana.user.id})` },
      () => app.client().auth.signInWithPassword({ email: ana.email, password: PASSWORD }),
    )
    expect(done.error).toBeNull()
  })

  test('does not keep the account for a wrong password', async () => {
    const ana = await signUp(app)
    await close(ana)
    const wrong = await app.client().auth.signInWithPassword({ email: ana.email, password: 'otra-cosa' })
    expect(wrong.error?.code).toBe('invalid_credentials')
    expect(await app.sql`select from interno.cierres where cuenta_id = ${ana.user.id}`).toHaveLength(1)
    await app.runJobs()
    expect(await mailsTo(ana.email)).not.toContain(correos.cuentaConservada.asunto)
  })
})

describe('after the time to think again', () => {
  test('the account is erased with an e-mail before, and its address can sign up again', async () => {
    const ana = await signUp(app)
    await close(ana)
    await eraseDue()
    expect(await app.sql`select from auth.users where id = ${ana.user.id}`).toHaveLength(1)
    await passTime(ana.user.id)
    const sent: string[] = []
    const { send: deliver } = app.services.mail
    app.services.mail.send = async (mail, id) => {
      sent.push(`${mail.to} ${mail.subject}`)
      return deliver(mail, id)
    }
    await eraseDue()
    app.services.mail.send = deliver
    expect(sent).toContain(`${ana.email} ${correos.cuentaEliminada.asunto}`)
    expect(await app.sql`select from auth.users where id = ${ana.user.id}`).toHaveLength(0)
    expect(await mailsTo(ana.email)).toEqual([])
    const again = await app.client().auth.signUp({ email: ana.email, password: PASSWORD })
    expect(again.error).toBeNull()
  })

  describe('with a mail server', () => {
    let smtp: TestSmtp
    let mailing: TestApp
    beforeAll(async () => {
      smtp = await startSmtp()
      mailing = await startApp({ SMTP_URL: smtp.url }, app)
    })
    afterAll(async () => {
      await mailing.close()
      await smtp.close()
    })
    const closeAndWait = async () => {
      const ana = await signUp(app)
      await close(ana)
      await app.runJobs()
      await passTime(ana.user.id)
      await app.sql`select interno.encolar_borrados()`
      return ana
    }
    const remains = ({ user }: Account) => app.sql`select from auth.users where id = ${user.id}`

    test('the account is erased although its mailbox refuses the e-mail', async () => {
      const ana = await closeAndWait()
      smtp.behave('refuse')
      await mailing.runJobs()
      smtp.behave('accept')
      expect(await remains(ana)).toHaveLength(0)
    })

    test.each(['no-relay', 'later'] as const)(
      'the account is erased on its day when the mail server accepts, and three days later although it answers %s',
      async (behaviour) => {
        const ana = await closeAndWait()
        smtp.behave(behaviour)
        await mailing.runJobs()
        expect(await remains(ana)).toHaveLength(1)
        await app.sql`
          update interno.cierres set borrar_en = now() - interval '73 hours', borrando_en = now() - interval '2 days'
          where cuenta_id = ${ana.user.id}`
        await app.sql`select interno.encolar_borrados()`
        await mailing.runJobs()
        smtp.behave('accept')
        expect(await remains(ana)).toHaveLength(0)
        // The first job finds no account any more.
        await app.sql`update graphile_worker._private_jobs set run_at = now()`
        await mailing.runJobs()
        expect(smtp.received).toEqual([])
      },
    )

    test('the e-mail has the same Message-ID when the erasure fails and is repeated on another day', async () => {
      const ana = await closeAndWait()
      const removeFailure = () => app.sql`drop function if exists interno.prueba_fallar cascade`
      onTestFinished(async () => void (await removeFailure()))
      await app.sql`
        create function interno.prueba_fallar() returns trigger language plpgsql
        as $$ begin raise exception 'todavía no'; end $$`
      await app.sql`
        create trigger prueba_fallar before delete on auth.users
        for each row execute function interno.prueba_fallar()`
      await mailing.runJobs()
      expect(await remains(ana)).toHaveLength(1)
      await removeFailure()
      await app.sql`update interno.cierres set borrando_en = now() - interval '2 days' where cuenta_id = ${ana.user.id}`
      await app.sql`select interno.encolar_borrados()`
      await mailing.runJobs()
      expect(await remains(ana)).toHaveLength(0)
      const sent = smtp.received.filter(({ to }) => to === ana.email)
      expect(sent).toHaveLength(2)
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
    })
  })

  test('signing in no longer keeps an account whose erasure has begun, and one that was kept is not erased', async () => {
    const [ana, eva] = [await signUp(app), await signUp(app)]
    await close(ana)
    await close(eva)
    await signInAgain(app, eva)
    await passTime(ana.user.id)
    await app.sql`select interno.encolar_borrados()`
    const late = await app.client().auth.signInWithPassword({ email: ana.email, password: PASSWORD })
    expect(late.error?.code).toBe('invalid_credentials')
    await eraseDue()
    expect(await app.sql`select id from auth.users where id in (${ana.user.id}, ${eva.user.id})`).toEqual([
      { id: eva.user.id },
    ])
  })
})

test('the reviews of an account count again once it is erased after its closing, except when it was suspended', async () => {
  const luis = await makeMaestro(app)
  const [ana, eva] = [await signUp(app), await signUp(app)]
  await app.sql`
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado, contada) values
      (${ana.user.id}, ${luis.id}, 5, 'Llegó a tiempo y dejó limpio.', true, true),
      (${eva.user.id}, ${luis.id}, 1, 'No llegó y no avisó a nadie.', true, true)`
  for (const account of [ana, eva]) {
    await close(account)
    await passTime(account.user.id)
  }
  await suspend(eva.user.id, true)
  await eraseDue()
  expect(
    await app.sql`
      select "cantidad_reseñas" as cantidad, promedio_calificacion::float8 as promedio from public.maestros
      where id = ${luis.id}`,
  ).toEqual([{ cantidad: 1, promedio: 5 }])
})

test('a suspension and a closing of one account do not end each other', async () => {
  const ana = await signUp(app)
  await close(ana)
  expect(await suspend(ana.user.id, true)).toEqual([{ changed: true }])
  const attempt = () => app.client().auth.signInWithPassword({ email: ana.email, password: PASSWORD })
  expect((await attempt()).error?.code).toBe('user_banned')
  expect(await suspend(ana.user.id, false)).toEqual([{ changed: true }])
  expect(
    await app.sql`select from public.profiles where id = ${ana.user.id} and suspendido_en is null`,
  ).toHaveLength(0)
  expect((await attempt()).error).toBeNull()
  expect(
    await app.sql`select from public.profiles where id = ${ana.user.id} and suspendido_en is null`,
  ).toHaveLength(1)
  expect(await suspend(ana.user.id, true)).toEqual([{ changed: true }])
  expect((await attempt()).error?.code).toBe('user_banned')
})

test('the other person of an open chat sees live that the account is closed, and kept again', async () => {
  const { ana, luis, chat } = await makePair(app)
  const received = await subscribed(listen(await liveClient(app, ana), NAVBAR))
  const paused = () =>
    received.rows.filter(({ new: row }) => row.id === chat).map(({ new: row }) => row.pausado_en !== null)
  await call(luis.client, 'cerrar-cuenta', { body: { usuario_id: luis.id } })
  await app.runJobs()
  await eventually(() => paused().at(-1)).toBe(true)
  await app.sql`select interno.conservar_cuenta(${luis.id})`
  await app.runJobs()
  await eventually(() => paused().at(-1)).toBe(false)
})
