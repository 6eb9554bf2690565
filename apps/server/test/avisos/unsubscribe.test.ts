import { CORREOS_OPCIONALES } from '@maestros/dominio/avisos/preferencias'
import { beforeEach, describe, expect, test } from 'vitest'
import { readUnsubscribeToken, unsubscribeToken } from '../../src/platform/mail/unsubscribe-links.ts'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { call } from '../setup/functions.ts'
import { makeBuscador, makeMaestro, makeResena, unlockContacto } from '../setup/rows/maestros.ts'
import { headerOf, partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

/** Unsubscribing from an optional e-mail: the headers of RFC 8058, the link, and the page behind it. */

const app = mailingAppForTests()
beforeEach(() => app.smtp.reset())

const addressOf = (token: string) => `${app.url}/baja?t=${encodeURIComponent(token)}`
const choicesOf = async (id: string) =>
  (
    await app.sql`
    select correo_mensajes, correo_contacto, correo_resenas, correo_busquedas, push_mensajes
    from public.preferencias_avisos where user_id = ${id}`
  )[0]
const ALL = {
  correo_mensajes: true,
  correo_contacto: true,
  correo_resenas: true,
  correo_busquedas: true,
  push_mensajes: true,
}
/** What mail programs send. */
const oneClick = (address: string) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

test('every optional e-mail has the headers of a one-click unsubscribe and a visible link', async () => {
  const luis = await makeMaestro(app)
  const ana = await makeBuscador(app)
  await unlockContacto(app, { maestro: luis.id, buscador: ana.id })
  await makeResena(app, { maestro: luis.id, buscador: ana.id, puntuacion: 5 })
  // Nobody offers this trade there, so that the seeker can ask for an alert.
  const place = { alcaldia: 'Milpa Alta', oficio: 'Mudanzas' }
  expect((await call(ana.client, 'avisame', { body: { ...place, activo: true } })).status).toBe(200)
  await makeMaestro(app, { alcaldias: [place.alcaldia], oficios: [place.oficio] })
  await app.runJobs()
  expect(app.smtp.received).toHaveLength(3)
  for (const { raw } of app.smtp.received) {
    const parts = partsOf(raw)
    const address = /^<(.+)>$/.exec(headerOf(parts, 'List-Unsubscribe') ?? '')?.[1] ?? ''
    expect(address).toMatch(/^http.*\/baja\?t=[\w.-]+$/)
    expect(headerOf(parts, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(parts.text).toContain(`Dejar de recibir estos correos: ${address}`)
    expect(parts.html).toContain(`href="${address}"`)
    expect(parts.html).toContain('/avisos"')
  }
})

test('an e-mail about the account has no unsubscribe header', async () => {
  const { id } = await makeMaestro(app)
  await app.sql`select interno.dar_bienvenida(${id}, 'send-maestro-welcome-mail', 3)`
  await app.runJobs()
  expect(app.smtp.received).toHaveLength(1)
  expect(app.smtp.received[0]?.raw).not.toMatch(/List-Unsubscribe|\/baja/)
})

describe('the address of an e-mail', () => {
  test('stops exactly its kind of e-mail by one POST, without a session, and again without harm', async () => {
    for (const kind of CORREOS_OPCIONALES) {
      const { id } = await makeBuscador(app)
      const address = addressOf(unsubscribeToken(app.services.secrets, { userId: id, kind }))
      for (let times = 0; times < 2; times += 1) {
        const answer = await oneClick(address)
        expect(answer.status).toBe(200)
        expect(await answer.text()).toContain('Listo')
      }
      expect(await choicesOf(id)).toEqual({ ...ALL, [kind]: false })
    }
  })

  test('of an earlier version of the server is still valid', () => {
    const secrets = { jwtSecret: 'un secreto fijo de más de treinta y dos letras' }
    const about = { userId: '01234567-89ab-cdef-0123-456789abcdef', kind: 'correo_busquedas' } as const
    const token =
      '0123456789abcdef0123456789abcdef.correo_busquedas.KMaPAoB7Wz9VxSQyO610Yttc-ix1EoWxjgyG0I1R5Ac'
    expect(readUnsubscribeToken(secrets, token)).toEqual(about)
    expect(unsubscribeToken(secrets, about)).toBe(token)
  })

  test('keeps the other choices of the person', async () => {
    const { id, client } = await makeBuscador(app)
    await client
      .from('preferencias_avisos')
      .upsert({ user_id: id, correo_busquedas: false, push_mensajes: false })
    await oneClick(addressOf(unsubscribeToken(app.services.secrets, { userId: id, kind: 'correo_mensajes' })))
    expect(await choicesOf(id)).toEqual({
      ...ALL,
      correo_mensajes: false,
      correo_busquedas: false,
      push_mensajes: false,
    })
  })

  test('changes nothing when it is only opened, and shows a page with a button that needs no script', async () => {
    const { id } = await makeBuscador(app)
    const address = addressOf(unsubscribeToken(app.services.secrets, { userId: id, kind: 'correo_mensajes' }))
    for (const method of ['GET', 'HEAD']) expect((await fetch(address, { method })).status).toBe(200)
    expect(await choicesOf(id)).toBeUndefined()
    const answer = await fetch(address)
    const page = await answer.text()
    expect(page).toContain('lang="es-MX"')
    expect(page).toMatch(/<form method="post" action="\/baja\?t=[\w.-]+">/)
    expect(page).toContain('Dejar de recibirlos')
    expect(page).not.toContain('<script')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    // The form of the page, as a browser without JavaScript posts it.
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await oneClick(app.url + action)).status).toBe(200)
    expect(await choicesOf(id)).toEqual({ ...ALL, correo_mensajes: false })
  })

  test('accepts a POST with any of the bodies that mail programs send', async () => {
    const bodies: RequestInit[] = [
      {},
      { headers: { 'content-type': 'text/plain' }, body: 'List-Unsubscribe=One-Click' },
      {
        body: (() => {
          const form = new FormData()
          form.set('List-Unsubscribe', 'One-Click')
          return form
        })(),
      },
    ]
    for (const init of bodies) {
      const { id } = await makeBuscador(app)
      const address = addressOf(
        unsubscribeToken(app.services.secrets, { userId: id, kind: 'correo_resenas' }),
      )
      expect((await fetch(address, { method: 'POST', ...init })).status).toBe(200)
      expect(await choicesOf(id)).toEqual({ ...ALL, correo_resenas: false })
    }
  })

  test('of an erased account answers the same and writes nothing', async () => {
    const { id } = await makeBuscador(app)
    const address = addressOf(unsubscribeToken(app.services.secrets, { userId: id, kind: 'correo_mensajes' }))
    await eraseAccount(app.services, id)
    expect((await oneClick(address)).status).toBe(200)
    expect(await choicesOf(id)).toBeUndefined()
  })

  test('that we did not sign is refused and says so in Spanish', async () => {
    const { id } = await makeBuscador(app)
    const other = await makeBuscador(app)
    const { secrets } = app.services
    const good = unsubscribeToken(secrets, { userId: id, kind: 'correo_mensajes' })
    const [, kind = '', signed = ''] = good.split('.')
    const forged = [
      '',
      'x',
      good.slice(0, -1),
      `${good}x`,
      good.replace('correo_mensajes', 'correo_resenas'),
      good.replace('correo_mensajes', 'push_mensajes'),
      `${other.id.replaceAll('-', '')}.${kind}.${signed}`,
      unsubscribeToken({ jwtSecret: 'x'.repeat(40) }, { userId: id, kind: 'correo_mensajes' }),
      `${good}&t=${good}`,
      `${good}\u0000`,
      'a'.repeat(5000),
    ]
    for (const token of forged) {
      expect(readUnsubscribeToken(secrets, token)).toBeUndefined()
      for (const method of ['GET', 'POST']) {
        const { status } = await fetch(addressOf(token), { method })
        expect([400, 404], token.slice(0, 80)).toContain(status)
      }
    }
    expect(await (await fetch(addressOf('x'))).text()).toContain('Este enlace no sirve')
    expect(await choicesOf(id)).toBeUndefined()
    expect(await choicesOf(other.id)).toBeUndefined()
  })
})

test('asking for an alert again brings back the e-mails about searches', async () => {
  const { id, client } = await makeBuscador(app)
  await oneClick(addressOf(unsubscribeToken(app.services.secrets, { userId: id, kind: 'correo_busquedas' })))
  const body = { alcaldia: 'Tláhuac', oficio: 'Mudanzas', activo: true }
  expect((await call(client, 'avisame', { body })).status).toBe(200)
  expect(await choicesOf(id)).toEqual(ALL)
})

test('an alert whose e-mail is not wanted is not sent and not kept', async () => {
  const { id, client } = await makeBuscador(app)
  const place = { alcaldia: 'Azcapotzalco', oficio: 'Mudanzas' }
  expect((await call(client, 'avisame', { body: { ...place, activo: true } })).status).toBe(200)
  await oneClick(addressOf(unsubscribeToken(app.services.secrets, { userId: id, kind: 'correo_busquedas' })))
  await makeMaestro(app, { alcaldias: [place.alcaldia], oficios: [place.oficio] })
  await app.runJobs()
  expect(app.smtp.received).toEqual([])
  expect(await app.sql`select from interno.avisos_de_busqueda where buscador_id = ${id}`).toHaveLength(0)
})
