import { SUSCRIPCIONES_POR_PERSONA } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { afterAll, describe, expect, test } from 'vitest'
import { browserName } from '../../src/platform/push/browser-name.ts'
import { isPublic, PrivateAddress, parseEndpoint, publicLookup } from '../../src/platform/push/endpoint.ts'
import { sendPush } from '../../src/platform/push/send.ts'
import { readConfig } from '../../src/platform/settings/config.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makeBuscador, type TestPerson } from '../setup/rows/maestros.ts'
import { type PushReceiver, startPushReceiver } from '../setup/services/push-receiver.ts'

const receiver = await startPushReceiver()
afterAll(() => receiver.close())
const app = appForTests({ PUSH_EXTRA_ORIGINS: receiver.origin, LIMIT_PUSH_PERSON: '20/300' })

type Subscription = ReturnType<PushReceiver['newBrowser']>['subscription']
const subscribe = ({ client }: TestPerson, subscription: Subscription) =>
  call(client, 'suscribir-push', { body: { ...subscription } })
const stored = (person: TestPerson) =>
  app.sql<{ endpoint: string }[]>`
    select endpoint from interno.suscripciones_push where user_id = ${person.id} order by creado_en, id`

/** Addresses that reach the server's own network, or that are not of a push service at all. */
const INTO_OUR_NETWORK = [
  'http://updates.push.services.example/x',
  'https://updates.push.services.example:8443/x',
  'https://user:secret@updates.push.services.example/x',
  'https://updates.push.services.example/x#y',
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://0x7f000001/x',
  'https://2130706433/x',
  'https://0177.0.0.1/x',
  'https://①②⑦.0.0.1/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[fe80::1]/x',
  'https://10.0.0.8/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://8.8.8.8/x',
  'https://localhost/x',
  'https://localhost./x',
  'https://db.localhost/x',
  'https://postgres/x',
  'https://metadata.google.internal/x',
  'https://printer.local/x',
  'https://router.lan/x',
  'ftp://updates.push.services.example/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'updates.push.services.example/x',
  '//updates.push.services.example/x',
  'https://',
]

describe('an endpoint', () => {
  test.each(INTO_OUR_NETWORK)('%s is not accepted', (endpoint) => {
    expect(parseEndpoint(endpoint, [])).toBeNull()
  })

  test('that is not accepted is refused with a sentence', async () => {
    const endpoint = 'https://127.0.0.1/x'
    const { keys } = receiver.newBrowser().subscription
    const answer = await subscribe(await makeBuscador(app), { endpoint, keys })
    expect(answer).toMatchObject({ status: 400, message: textos.datoInvalido('endpoint') })
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc%2b',
  ])('%s of a push service is accepted', (endpoint) => {
    expect(parseEndpoint(endpoint, [])).toMatchObject({ extra: false })
  })

  test('of more than 1000 characters, or without the keys of a browser, is refused', async () => {
    const ana = await makeBuscador(app)
    const { endpoint, keys } = receiver.newBrowser().subscription
    for (const wrong of [
      { endpoint: `${endpoint}/${'x'.repeat(1000)}`, keys },
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } },
      { endpoint, keys: { ...keys, p256dh: `${keys.p256dh.slice(0, -1)}=` } },
      { endpoint: 7, keys },
      { endpoint, keys: null },
      { endpoint },
    ]) {
      expect((await call(ana.client, 'suscribir-push', { body: wrong })).status).toBe(400)
    }
    expect(await stored(ana)).toEqual([])
  })

  test('of a local push server is refused at the start in production', () => {
    const settings = { NODE_ENV: 'production', SITE_URL: 'https://maestros.example' }
    expect(() => readConfig({ ...settings, PUSH_EXTRA_ORIGINS: receiver.origin })).toThrow(
      'PUSH_EXTRA_ORIGINS',
    )
    expect(readConfig(settings).PUSH_EXTRA_ORIGINS).toEqual([])
  })
})

describe('the address that a name resolves to', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'not an address',
  ])('%s is not public', (address) => expect(isPublic(address)).toBe(false))

  test.each(['142.250.64.78', '2607:f8b0:4005:80b::200a'])('%s is public', (address) =>
    expect(isPublic(address)).toBe(true),
  )

  type Resolve = NonNullable<Parameters<typeof publicLookup>[0]>
  const resolvingTo =
    (...addresses: string[]): Resolve =>
    (_name, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
  const lookUp = (resolve: Resolve | undefined, name: string, all = true) =>
    new Promise((done, fail) =>
      publicLookup(resolve)(name, { all }, (error, found) => (error ? fail(error) : done(found))),
    )

  test('refuses the connection when any of them is private, also for a name of this machine', async () => {
    await expect(lookUp(undefined, 'localhost')).rejects.toBeInstanceOf(PrivateAddress)
    await expect(lookUp(resolvingTo('142.250.64.78', '10.0.0.1'), 'x.example')).rejects.toBeInstanceOf(
      PrivateAddress,
    )
    await expect(lookUp(resolvingTo(), 'x.example')).rejects.toBeInstanceOf(PrivateAddress)
    expect(await lookUp(resolvingTo('142.250.64.78'), 'x.example')).toEqual([
      { address: '142.250.64.78', family: 4 },
    ])
    expect(await lookUp(resolvingTo('142.250.64.78'), 'x.example', false)).toBe('142.250.64.78')
  })

  test('is checked when a notification is sent: a name of this machine gets no request, and ends the subscription', async () => {
    const { keys } = receiver.newBrowser().subscription
    // The name could not be stored. It stands for one that has begun to resolve to this machine since then.
    const url = new URL(receiver.origin.replace('127.0.0.1', 'localhost'))
    const before = receiver.received.length
    const aviso = { titulo: 'x', cuerpo: 'x', grupo: 'x', ruta: '/', en: 0 }
    const { vapid } = app.services.secrets
    const options = { vapid, subject: 'mailto:a@maestros.example', signal: new AbortController().signal }
    expect(await sendPush({ endpoint: { url, extra: false }, keys }, aviso, options)).toBe('gone')
    expect(receiver.received).toHaveLength(before)
    // The same request without the check arrives.
    await sendPush({ endpoint: { url, extra: true }, keys }, aviso, options).catch(() => undefined)
    expect(receiver.received.length).toBe(before + 1)
  })
})

describe('the subscriptions of a person', () => {
  test(`are at most ${SUSCRIPCIONES_POR_PERSONA}: the oldest are removed`, async () => {
    const ana = await makeBuscador(app)
    const browsers = Array.from(
      { length: SUSCRIPCIONES_POR_PERSONA + 2 },
      () => receiver.newBrowser().subscription,
    )
    for (const browser of browsers) expect((await subscribe(ana, browser)).status).toBe(200)
    expect((await stored(ana)).map(({ endpoint }) => endpoint)).toEqual(
      browsers.slice(2).map(({ endpoint }) => endpoint),
    )
  })

  test('move to the next person who uses the same browser, and not to one with other keys', async () => {
    const [ana, eva, eve] = [await makeBuscador(app), await makeBuscador(app), await makeBuscador(app)]
    const browser = receiver.newBrowser().subscription
    await subscribe(ana, browser)
    await subscribe(ana, browser)
    expect(await stored(ana)).toHaveLength(1)
    const other = { ...browser, keys: receiver.newBrowser().subscription.keys }
    expect(await subscribe(eve, other)).toMatchObject({ status: 403, message: textos.suscripcionAjena })
    expect(await stored(ana)).toHaveLength(1)
    expect((await subscribe(eva, browser)).status).toBe(200)
    expect([await stored(ana), await stored(eve)]).toEqual([[], []])
    expect(await stored(eva)).toHaveLength(1)
  })

  test('are ended by their owner only, and the answer is the same for everyone', async () => {
    const [ana, eva] = [await makeBuscador(app), await makeBuscador(app)]
    const { endpoint, ...browser } = receiver.newBrowser().subscription
    await subscribe(ana, { endpoint, ...browser })
    const answers = []
    for (const { client } of [eva, ana, ana]) {
      answers.push(await call(client, 'desuscribir-push', { body: { endpoint } }))
      if (client === eva.client) expect(await stored(ana)).toHaveLength(1)
    }
    expect(answers.map(({ data }) => data)).toEqual(Array(3).fill({ success: true }))
    expect(await stored(ana)).toEqual([])
  })

  test('can be changed only some times in a while', async () => {
    const ana = await makeBuscador(app)
    const browser = receiver.newBrowser().subscription
    const answers = []
    for (let nth = 0; nth < 21; nth++) answers.push((await subscribe(ana, browser)).status)
    expect(answers).toEqual([...Array(20).fill(200), 429])
  })
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
    'Chrome en Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1',
    'Safari en iPhone o iPad',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge en Windows',
  ],
  ['curl/8', 'Navegador'],
  [null, 'Navegador'],
])('a browser that calls itself %s is named %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
